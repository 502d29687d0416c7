import { expect, it } from 'vitest';
import { FrameRate } from './frame-rate.ts';

it('knows the rate after a second, and not across a long pause', () => {
  const rate = new FrameRate();
  expect(rate.measure(10_000, 100)).toBeNull();
  expect(rate.measure(11_000, 130)).toBe(30);
  expect(rate.measure(11_100, 131)).toBe(30);
  expect(rate.measure(13_000, 250)).toBe(60);
  expect(rate.measure(60_000, 300)).toBeNull();
});
