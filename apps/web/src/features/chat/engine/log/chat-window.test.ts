import { expect, it } from 'vitest';
import { FOLLOWING, pause, rangeOf, showNewer, showOlder } from './chat-window.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('shows the newest hundred messages while they are followed', () => {
  expect(rangeOf(FOLLOWING, upTo(30))).toEqual({ from: 0, to: 30 });
  expect(rangeOf(FOLLOWING, upTo(250))).toEqual({ from: 150, to: 250 });
});

it('stays at the same messages while more arrive, are loaded before them, or are dropped', () => {
  const paused = pause(FOLLOWING, upTo(250));
  expect(rangeOf(paused, upTo(400))).toEqual({ from: 150, to: 250 });
  expect(rangeOf(paused, upTo(400).slice(40))).toEqual({ from: 110, to: 210 });
  expect(pause(paused, upTo(400))).toEqual(paused);
});

it('shows at most 300 messages however far the user scrolls, and leads back to the newest', () => {
  const numbers = upTo(1_000);
  let window = pause(FOLLOWING, numbers);
  for (let step = 0; step < 20; step += 1) {
    window = showOlder(window, numbers);
    const { from, to } = rangeOf(window, numbers);
    expect(to - from).toBeLessThanOrEqual(300);
  }
  expect(rangeOf(window, numbers)).toEqual({ from: 0, to: 300 });
  for (let step = 0; step < 7 && window.upTo !== null; step += 1) {
    const before = rangeOf(window, numbers);
    window = showNewer(window, numbers);
    expect(rangeOf(window, numbers).from).toBeLessThanOrEqual(before.to);
  }
  expect(window).toBe(FOLLOWING);
});
