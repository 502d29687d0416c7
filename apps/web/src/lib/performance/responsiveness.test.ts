import { expect, it } from 'vitest';
import { Responsiveness } from './responsiveness.ts';

const after = (...durations: number[]) => {
  const responsiveness = new Responsiveness();
  durations.forEach((duration, index) => void responsiveness.add({ interactionId: index + 1, duration }));
  return responsiveness;
};

it('is unknown before the first interaction', () => {
  expect(after().duration(0)).toBeNull();
  const scrolling = new Responsiveness();
  scrolling.add({ interactionId: 0, duration: 400 });
  expect(scrolling.duration(3)).toBeNull();
});

it('is the slowest of a few interactions', () => {
  expect(after(48, 320, 64).duration(49)).toBe(320);
});

it('discards one outlier in fifty interactions', () => {
  expect(after(900, 320, 64, 500).duration(50)).toBe(500);
  expect(after(900, 320, 64, 500).duration(149)).toBe(320);
  expect(after(900, 320).duration(1000)).toBe(320);
});

it('counts the slowest event of each interaction', () => {
  const tap = new Responsiveness();
  for (const duration of [40, 240, 80]) tap.add({ interactionId: 7, duration });
  tap.add({ interactionId: 14, duration: 56 });
  expect(tap.duration(2)).toBe(240);
  expect(tap.duration(50)).toBe(56);
});

it('keeps the ten slowest interactions', () => {
  const many = Array.from({ length: 200 }, (_, i) => (i % 20 === 0 ? 1000 + i : 40));
  expect(after(...many).duration(500)).toBe(1000);
});
