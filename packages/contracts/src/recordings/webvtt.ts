/** Captions as text files: WebVTT (W3C WebVTT: The Web Video Text Tracks Format) and SubRip. */

/** Times are positions in the recording. The text is plain, in lines; tags and styles of files are dropped. */
export interface CaptionCue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** What is wrong in a file, in a sentence, with the line that it is in, from 1 on. */
export interface CaptionProblem {
  readonly line: number;
  readonly message: string;
}

export interface ParsedCaptions {
  /** By the time of their start. Empty where there are problems. */
  readonly cues: readonly CaptionCue[];
  /** At most `CAPTION_PROBLEMS_MAX`. */
  readonly problems: readonly CaptionProblem[];
}

export const CAPTIONS_MAX_BYTES = 1024 * 1024;
export const CAPTION_CUES_MAX = 20_000;
export const CAPTION_TEXT_MAX = 500;
export const CAPTION_PROBLEMS_MAX = 20;

/** Section 4.1, “WebVTT timestamp”; SubRip writes a comma. */
const TIMESTAMP = /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/;
const ARROW = '-->';
/** Blocks without cues. Styles and regions are dropped, so that captions look alike and cover nothing else. */
const IGNORED = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** Tags of section 4.2.2, and what SubRip files have. Anything else between angle brackets is text. */
const TAG =
  /<\/?(?:c|i|b|u|v|lang|ruby|rt|font)(?:[. \t][^<>]*)?>|<\d{2,3}(?::\d\d){1,2}\.\d{3}>|\{\\[^{}]*\}/gi;
const ENTITY = /&(amp|lt|gt|lrm|rlm|nbsp|quot);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  lrm: '\u200e',
  rlm: '\u200f',
  nbsp: '\u00a0',
};

/** `00:01:02.345` or `01:02.345` in milliseconds; null for anything else. */
export function parseCaptionTime(text: string): number | null {
  const [, hours = '0', minutes, seconds, thousandths] = TIMESTAMP.exec(text) ?? [];
  if (minutes === undefined) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths);
}

/** As `00:01:02.345`. */
export function formatCaptionTime(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const thousandths = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${thousandths}`;
}

/** Lines without blank ones, which would end a cue, and without characters that no file contains. */
export const captionText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

export interface CaptionSource {
  /** `srt`: SubRip, which has no header. */
  readonly format?: 'vtt' | 'srt';
  /** Of the recording, which no caption may begin after. */
  readonly durationMs?: number;
}

/** Reads a file strictly: what it cannot be sure of is a problem, so that no caption is lost unnoticed. */
export function parseCaptions(
  source: string,
  { format = 'vtt', durationMs = Number.POSITIVE_INFINITY }: CaptionSource = {},
): ParsedCaptions {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const cues: CaptionCue[] = [];
  const problems: CaptionProblem[] = [];
  const report = (index: number, message: string) => problems.push({ line: index + 1, message });
  let at = 0;
  if (format === 'vtt') {
    if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? ''))
      report(0, `A WebVTT file begins with WEBVTT, not with “${quote(lines[0])}”.`);
    // The rest of the header says nothing about cues.
    while (at < lines.length && lines[at] !== '') at += 1;
  }
  while (at < lines.length && problems.length < CAPTION_PROBLEMS_MAX) {
    while (at < lines.length && isBlank(lines[at])) at += 1;
    const start = at;
    while (at < lines.length && !isBlank(lines[at])) at += 1;
    const block = lines.slice(start, at);
    if (block.length === 0 || IGNORED.test(block[0] ?? '')) continue;
    const timing = block[0]?.includes(ARROW) ? 0 : 1;
    const cue = readCue(block, timing, (index, message) => report(start + index, message));
    if (cue === null || cue.text === '') continue;
    if (cue.startMs >= durationMs) {
      const [from, end] = [formatCaptionTime(cue.startMs), formatCaptionTime(durationMs)];
      report(start + timing, `The start ${from} is after the end of the recording at ${end}.`);
    }
    cues.push(cue);
    if (cues.length === CAPTION_CUES_MAX + 1)
      report(start + timing, `The file has more than ${CAPTION_CUES_MAX} captions.`);
  }
  if (problems.length > 0) return { cues: [], problems: problems.slice(0, CAPTION_PROBLEMS_MAX) };
  return { cues: cues.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs), problems };
}

/** @param timing the index of the line with the times @returns null where there is a problem */
function readCue(
  block: readonly string[],
  timing: number,
  report: (index: number, message: string) => void,
): CaptionCue | null {
  const line = block[timing] ?? '';
  // Section 4.1, “WebVTT cue timings”. Settings after the times are dropped.
  const [, from, to] = /^[ \t]*(\S+?)[ \t]*-->[ \t]*(\S+)(?:[ \t].*)?$/.exec(line) ?? [];
  if (from === undefined || to === undefined) {
    const at = Math.min(timing, block.length - 1);
    report(at, `Expected times such as 00:01.000 --> 00:04.000, but found “${quote(block[at])}”.`);
    return null;
  }
  const startMs = parseCaptionTime(from);
  const endMs = parseCaptionTime(to);
  for (const [text, ms] of [
    [from, startMs],
    [to, endMs],
  ] as const) {
    if (ms === null) report(timing, `“${quote(text)}” is not a time. Write it as 00:00:04.000.`);
  }
  if (startMs === null || endMs === null) return null;
  if (endMs <= startMs) {
    const [end, start] = [formatCaptionTime(endMs), formatCaptionTime(startMs)];
    report(
      timing,
      endMs < startMs
        ? `The end ${end} is before the start ${start}.`
        : `The end ${end} is the same as the start ${start}.`,
    );
    return null;
  }
  const body = block.slice(timing + 1);
  const next = body.findIndex((one) => one.includes(ARROW));
  if (next >= 0) {
    report(timing + 1 + next, 'A blank line is missing before the times of this caption.');
    return null;
  }
  const text = captionText(body.join('\n').replace(TAG, '').replace(ENTITY, decode));
  if (text.length > CAPTION_TEXT_MAX) {
    report(
      timing + 1,
      `The text has ${text.length} characters, more than ${CAPTION_TEXT_MAX}. Split the caption.`,
    );
    return null;
  }
  return { startMs, endMs, text };
}

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const quote = (text = ''): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
const decode = (entity: string, name: string): string => CHARACTERS[name] ?? entity;

/** The text of a cue as a file contains it. */
export const escapeCaption = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function writeWebVtt(cues: readonly CaptionCue[]): string {
  const blocks = cues.map(
    ({ startMs, endMs, text }) =>
      `\n${formatCaptionTime(startMs)} ${ARROW} ${formatCaptionTime(endMs)}\n${escapeCaption(text)}\n`,
  );
  return `WEBVTT\n${blocks.join('')}`;
}
