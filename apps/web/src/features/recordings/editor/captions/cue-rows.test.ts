import type { CaptionCue } from '@tributary/contracts/recordings';
import { expect, it } from 'vitest';
import { cuesOf, rowOf, shifted, withNewCue } from './cue-rows.ts';

const CUES: readonly CaptionCue[] = [
  { startMs: 1000, endMs: 2500, text: 'One' },
  { startMs: 5000, endMs: 6000, text: 'Two\nlines' },
];
const rows = CUES.map(rowOf);

it('shows captions and reads them again, also with short times and blank lines', () => {
  expect(cuesOf(rows, 60_000)).toEqual({ cues: CUES, problems: [] });
  const typed = { key: 0, start: '0:07', end: ' 00:08,500', text: ' A \n\n B ' };
  expect(cuesOf([typed], 60_000).cues).toEqual([{ startMs: 7000, endMs: 8500, text: 'A\nB' }]);
});

it('says of each row what keeps it from being saved', () => {
  const row = { key: 0, start: '0:01', end: '0:02', text: 'A' };
  const wrong = [
    { ...row, start: 'soon' },
    { ...row, end: '0:01' },
    { ...row, start: '0:59', end: '1:01' },
    { ...row, text: ' \n ' },
  ];
  expect(cuesOf(wrong, 59_000)).toEqual({
    cues: [],
    problems: [
      { row: 0, message: '“soon” is not a time. Write it as 00:00:04.000 or 0:04.' },
      { row: 1, message: 'The end 0:01 is not after the start 0:01.' },
      { row: 2, message: 'The start 0:59 is after the end of the recording at 00:00:59.000.' },
      { row: 3, message: 'Use 1 to 500 characters.' },
    ],
  });
});

it('adds a caption in the order of the times', () => {
  const added = withNewCue(rows, 3000);
  expect(added.at).toBe(1);
  expect(added.rows.map(({ start }) => start)).toEqual(['00:00:01.000', '00:00:03.000', '00:00:05.000']);
  expect(withNewCue(rows, 9000).at).toBe(2);
});

it('moves all captions, unless one would begin before the recording', () => {
  expect(cuesOf(shifted(rows, -500) ?? [], 60_000).cues.map(({ startMs }) => startMs)).toEqual([500, 4500]);
  expect(shifted(rows, -1001)).toBeNull();
});
