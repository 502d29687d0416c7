import { expect, it } from 'vitest';
import { chaptersIn, parseClock } from './clock-text.ts';

it('reads times with and without hours and fractions of a second', () => {
  expect(['0:00', '7:05', '90:00', ' 1:02:03 ', '0:07.04', '0:07,5'].map(parseClock)).toEqual([
    0, 425_000, 5_400_000, 3_723_000, 7040, 7500,
  ]);
});

it('takes nothing else for a time', () => {
  for (const text of ['', '7', '7:5', '1:60', '1:75:00', '-1:00', '1:02:03:04', 'a:bc'])
    expect(parseClock(text)).toBeNull();
});

it('finds the chapters that a description lists, in the order of their times', () => {
  const description =
    'Our first evening.\n\n1:02:03 – Encore\n0:00 Intro\n(12:30) The long one\n12:30 Again\nAt 5:00 we ate';
  expect(chaptersIn(description, 100)).toEqual([
    { startMs: 0, title: 'Intro' },
    { startMs: 750_000, title: 'The long one' },
    { startMs: 3_723_000, title: 'Encore' },
  ]);
});
