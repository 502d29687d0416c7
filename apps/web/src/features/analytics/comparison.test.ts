import { expect, it } from 'vitest';
import { comparison } from './comparison.ts';

it.each([
  [112, 100, '+12% on the 28 days before'],
  [50, 100, '-50% on the 28 days before'],
  [7, 7, 'As in the 28 days before'],
  [0, 0, 'As in the 28 days before'],
  [5, 0, 'Nothing in the 28 days before'],
  [-5, 100, '-105% on the 28 days before'],
])('compares %d with %d before as “%s”', (now, before, text) => {
  expect(comparison(now, before, '28')).toBe(text);
});
