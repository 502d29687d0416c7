import { expect, it } from 'vitest';
import { formatWatched } from './format-watched.ts';

it.each([
  [0, 'under a minute'],
  [59, 'under a minute'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [11_159, '3 h 5 min'],
  [432_060, '120 h'],
])('formats %i seconds as %s', (seconds, words) => expect(formatWatched(seconds)).toBe(words));
