import { expect, it } from 'vitest';
import { formatLatency } from './format.ts';

it('says a distance from live in as few figures as it deserves', () => {
  expect([0, 1.44, 9.94, 10.4, 59.4, 90, 600].map(formatLatency)).toEqual([
    '0.0 s',
    '1.4 s',
    '9.9 s',
    '10 s',
    '59 s',
    '2 min',
    '10 min',
  ]);
});
