import { expect, it } from 'vitest';
import { departureAction } from './departure.ts';

const watching = { wasShown: true, isStaying: false, isPlaying: true, isBusy: false };

it('moves viewers with a raid that their page has shown while they only watch', () => {
  expect(departureAction(watching)).toBe('move');
});

it('asks viewers who have stopped the player or are writing, and does nothing for the others', () => {
  expect(departureAction({ ...watching, isPlaying: false })).toBe('offer');
  expect(departureAction({ ...watching, isBusy: true })).toBe('offer');
  for (const change of [{ isStaying: true }, { wasShown: false }, { isPlaying: null }])
    expect(departureAction({ ...watching, ...change })).toBe('nothing');
});
