import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CAPTION_PROBLEMS_MAX,
  CAPTION_TEXT_MAX,
  type CaptionCue,
  captionText,
  formatCaptionTime,
  parseCaptions,
  parseCaptionTime,
  writeWebVtt,
} from './webvtt.ts';

const vtt = (...lines: readonly string[]) => ['WEBVTT', '', ...lines].join('\n');
const problemsOf = (...lines: readonly string[]) => parseCaptions(vtt(...lines)).problems;

const anyCue = fc
  .record({
    startMs: fc.nat(359_000_000),
    lengthMs: fc.integer({ min: 1, max: 60_000 }),
    text: fc
      .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a <3 & b --> c', '<b>x</b>', '&amp;', 'NOTE x'))
      .map(captionText)
      .filter((text) => text !== '' && text.length <= CAPTION_TEXT_MAX && text === captionText(text)),
  })
  .map(({ startMs, lengthMs, text }): CaptionCue => ({ startMs, endMs: startMs + lengthMs, text }));

describe('a WebVTT file', () => {
  it('is read with its header, identifiers, hours, settings and line breaks of every system', () => {
    const file =
      '\uFEFFWEBVTT - A title\r\nKind: captions\r\n\r\n1\r\n00:01.000 --> 00:02.500 align:start line:0\r\nOne\r\ntwo\r\n\r\n01:00:00.000 --> 01:00:01.000\rLater';
    expect(parseCaptions(file)).toEqual({
      cues: [
        { startMs: 1000, endMs: 2500, text: 'One\ntwo' },
        { startMs: 3_600_000, endMs: 3_601_000, text: 'Later' },
      ],
      problems: [],
    });
  });

  it('loses its styles, regions, notes and tags, and keeps angle brackets that are text', () => {
    const file = vtt(
      'STYLE\n::cue { font-size: 900% }\n',
      'REGION\nid:all width:100% lines:99\n',
      'NOTE nothing to see\n',
      '00:01.000 --> 00:02.000 region:all\n<v Ann><i>R&amp;B</i> <00:01.500>I <3 it</v> <script>',
    );
    expect(parseCaptions(file).cues).toEqual([{ startMs: 1000, endMs: 2000, text: 'R&B I <3 it <script>' }]);
  });

  it('is refused with the line and the values of each problem', () => {
    expect(parseCaptions('1\n00:01.000 --> 00:02.000\nA').problems[0]).toEqual({
      line: 1,
      message: 'A WebVTT file begins with WEBVTT, not with “1”.',
    });
    expect(problemsOf('00:05.000 --> 00:04.000', 'A', '', '00:04.000 --> 4 s', 'B', '', 'C')).toEqual([
      { line: 3, message: 'The end 00:00:04.000 is before the start 00:00:05.000.' },
      { line: 6, message: '“4” is not a time. Write it as 00:00:04.000.' },
      { line: 9, message: 'Expected times such as 00:01.000 --> 00:04.000, but found “C”.' },
    ]);
    expect(problemsOf('00:01.000 --> 00:02.000', 'A', '00:02.000 --> 00:03.000', 'B')).toEqual([
      { line: 5, message: 'A blank line is missing before the times of this caption.' },
    ]);
    expect(problemsOf('00:01.000 --> 00:02.000', 'x'.repeat(501))).toEqual([
      { line: 4, message: 'The text has 501 characters, more than 500. Split the caption.' },
    ]);
    expect(parseCaptions(vtt('00:03.000 --> 00:04.000', 'A'), { durationMs: 3000 }).problems).toEqual([
      { line: 3, message: 'The start 00:00:03.000 is after the end of the recording at 00:00:03.000.' },
    ]);
  });

  it('is refused with more captions than the limit, and reports no more problems than the limit', () => {
    const many = '00:01.000 --> 00:02.000\nA\n\n'.repeat(20_001);
    expect(problemsOf(many)).toEqual([{ line: 60_003, message: 'The file has more than 20000 captions.' }]);
    expect(problemsOf('x\n\n'.repeat(1000))).toHaveLength(CAPTION_PROBLEMS_MAX);
  });

  it('says again what was written, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(anyCue, { maxLength: 20 }), (cues) => {
        const sorted = cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
        expect(parseCaptions(writeWebVtt(sorted))).toEqual({ cues: sorted, problems: [] });
      }),
    );
  });

  it('is either refused or becomes captions in order that are written without tags, whatever it contains', () => {
    const word = fc.constantFrom(
      ...[
        'WEBVTT',
        '\n',
        '\n\n',
        ' ',
        '-->',
        '00:01.000',
        '00:02.000',
        '99:00:00.000',
        '<',
        '>',
        '&',
        '<c.x>',
      ],
      ...['NOTE', 'STYLE', 'REGION', '\r', '\0', 'a', '<00:01.000>', '&lt;', '\u2028'],
    );
    const file = fc.oneof(
      fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
      fc
        .array(word, { maxLength: 30 })
        .map((words) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words.join('')}`),
    );
    fc.assert(
      fc.property(file, (text) => {
        const { cues, problems } = parseCaptions(text);
        if (problems.length > 0) {
          expect(cues).toEqual([]);
          return;
        }
        for (const [i, { startMs, endMs }] of cues.entries()) {
          expect(endMs).toBeGreaterThan(startMs);
          expect(startMs).toBeGreaterThanOrEqual(cues[i - 1]?.startMs ?? 0);
        }
        const written = writeWebVtt(cues);
        expect(written.replaceAll(' --> ', '')).not.toMatch(/[<>]/);
        expect(parseCaptions(written)).toEqual({ cues, problems: [] });
      }),
    );
  });
});

it('reads SubRip files, with commas, numbers, font tags and positions', () => {
  const file =
    '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<font color="#fff">Hello</font>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nAgain\r\n';
  expect(parseCaptions(file, { format: 'srt' })).toEqual({
    cues: [
      { startMs: 1000, endMs: 2500, text: 'Hello' },
      { startMs: 3000, endMs: 4000, text: 'Again' },
    ],
    problems: [],
  });
});

it('writes times that it reads again, to the millisecond', () => {
  fc.assert(fc.property(fc.nat(359_999_999), (ms) => parseCaptionTime(formatCaptionTime(ms)) === ms));
  for (const wrong of ['', '1:00.000', '00:60.000', '00:00', '00:00:00', '-00:01.000', '00:01.00']) {
    expect(parseCaptionTime(wrong)).toBeNull();
  }
});
