import { expect, it } from 'vitest';
import { expiryOf } from './expiry.ts';

const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count));
const NOW = day(40).getTime();
const recording = { createdAt: day(0), deletedAt: null, deletionAnnouncedAt: null };

it('is the end of the retention, which is announced a week before', () => {
  expect(expiryOf(recording, 60, NOW)).toEqual(day(60));
  expect(expiryOf({ ...recording, deletionAnnouncedAt: day(53) }, 60, day(55).getTime())).toEqual(day(60));
});

it('is a week after the announcement where the retention was shortened', () => {
  expect(expiryOf(recording, 30, NOW)).toEqual(day(47));
  expect(expiryOf({ ...recording, deletionAnnouncedAt: day(38) }, 30, NOW)).toEqual(day(45));
  // A retention of less than a week has no longer notice.
  expect(expiryOf(recording, 2, NOW)).toEqual(day(42));
});

it('is a week after the creator deleted it, and never without a retention', () => {
  expect(expiryOf({ ...recording, deletedAt: day(39) }, 30, NOW)).toEqual(day(46));
  expect(expiryOf(recording, 0, NOW)).toBeNull();
});
