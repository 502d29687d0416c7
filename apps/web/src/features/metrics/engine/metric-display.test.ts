import { expect, it } from 'vitest';
import { formatMetric, sparkline } from './metric-display.ts';

it.each([
  ['CLS', 0.0823, '0.082'],
  ['CLS', 0, '0.000'],
  ['INP', 0, '0 ms'],
  ['LCP', 999.4, '999 ms'],
  ['LCP', 2414, '2.41 s'],
] as const)('formats %s of %f as %s', (name, value, text) => expect(formatMetric(name, value)).toBe(text));

it('draws a line for each run of measurements, and none across a gap', () => {
  expect(sparkline([0, 5, null, 10, null], 10)).toEqual(['0,100 25,50', '74,0 76,0']);
  expect(sparkline([null, null], 10)).toEqual([]);
  expect(sparkline([20], 10)).toEqual(['0,0 1,0']);
});
