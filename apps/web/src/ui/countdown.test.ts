import { expect, it } from 'vitest';
import { MINUTE_MS } from '@/lib/format/durations.ts';
import { formatTimeLeft } from './countdown.tsx';

it.each([
  [5_000, '0:05'],
  [59 * MINUTE_MS + 59_999, '59:59'],
  [60 * MINUTE_MS, '1 hour'],
  [(5 * 60 + 12) * MINUTE_MS, '5 hours 12 minutes'],
  [24 * 60 * MINUTE_MS, '1 day'],
  [(3 * 24 + 1) * 60 * MINUTE_MS, '3 days 1 hour'],
])('counts %i milliseconds down as %s', (leftMs, text) => {
  expect(formatTimeLeft(leftMs)).toBe(text);
});
