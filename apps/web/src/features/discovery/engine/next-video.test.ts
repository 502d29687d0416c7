import { expect, it } from 'vitest';
import { nextVideo } from './next-video.ts';

const [newest, middle, oldest, other] = ['newest', 'middle', 'oldest', 'other'].map((id) => ({ id }));
const all = [newest, middle, oldest].flatMap((video) => video ?? []);
const similar = [other].flatMap((video) => video ?? []);

it('plays the recordings of a channel in the order in which they were made', () => {
  expect(nextVideo('oldest', all, similar)).toBe(middle);
  expect(nextVideo('middle', all, similar)).toBe(newest);
});

it('goes back in time after the newest recording, and to another channel after the only one', () => {
  expect(nextVideo('newest', all, similar)).toBe(middle);
  expect(nextVideo('unlisted', all, similar)).toBe(newest);
  expect(nextVideo('newest', all.slice(0, 1), similar)).toBe(other);
  expect(nextVideo('newest', [], [])).toBeNull();
});
