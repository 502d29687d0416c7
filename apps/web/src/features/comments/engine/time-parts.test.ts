import { expect, it } from 'vitest';
import { timeParts } from './time-parts.ts';

const times = (text: string, length: number | null = null) =>
  timeParts(text, length).flatMap(({ text: shown, seconds }) => (seconds === null ? [] : [[shown, seconds]]));

it('finds minutes and hours, and keeps the text around them', () => {
  expect(timeParts('The drop at 12:34 is great, see 1:02:03.', null)).toEqual([
    { text: 'The drop at ', seconds: null },
    { text: '12:34', seconds: 754 },
    { text: ' is great, see ', seconds: null },
    { text: '1:02:03', seconds: 3723 },
    { text: '.', seconds: null },
  ]);
  expect(times('0:05 and 00:05')).toEqual([
    ['0:05', 5],
    ['00:05', 5],
  ]);
});

it('leaves scores, dates, ratios and versions alone that are no times', () => {
  expect(times('We won 3:1, not 12:345 or 1:2:3:4; 2026:11:28, 12:61, v1.12:30 and 7:30.5')).toEqual([]);
});

it('leaves times after the end of the recording as text', () => {
  expect(times('10:00 or 9:59', 599)).toEqual([['9:59', 599]]);
  expect(timeParts('', null)).toEqual([]);
});
