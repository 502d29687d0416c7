import { expect, it } from 'vitest';
import { whatToDo } from './departure.ts';

const watching = { wasShown: true, isStaying: false, isPlaying: true, isBusy: false };

it('moves viewers with a raid that their page has shown, while they watch and do nothing else', () => {
  expect(whatToDo(watching)).toBe('move');
});

it('asks those who have stopped the player or are writing, and leaves the others alone', () => {
  expect(whatToDo({ ...watching, isPlaying: false })).toBe('offer');
  expect(whatToDo({ ...watching, isBusy: true })).toBe('offer');
  for (const change of [{ isStaying: true }, { wasShown: false }, { isPlaying: null }])
    expect(whatToDo({ ...watching, ...change })).toBe('nothing');
});
