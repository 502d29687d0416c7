import { expect, it } from 'vitest';
import { nextClip } from './next-clip.ts';

const clips = [{ id: 'new' }, { id: 'old' }];

it('goes through the clips of a channel, and begins again after the last one', () => {
  expect(nextClip('new', clips)).toBe(clips[1]);
  expect(nextClip('old', clips)).toBe(clips[0]);
  expect(nextClip('older than the page', clips)).toBe(clips[0]);
});

it('finds no next clip on a channel without another one', () => {
  expect(nextClip('new', clips.slice(0, 1))).toBeNull();
  expect(nextClip('new', [])).toBeNull();
});
