import { expect, it } from 'vitest';
import { viewFigures } from './recording-words.ts';

it('names views, and the time watched in minutes and then in hours', () => {
  expect(viewFigures({ views: 0, watchedSeconds: 0 })).toBe('0 views · 0 min watched');
  expect(viewFigures({ views: 1, watchedSeconds: 119 * 60 + 59 })).toBe('1 view · 119 min watched');
  expect(viewFigures({ views: 1250, watchedSeconds: 7200 })).toBe('1.2K views · 2 h watched');
});
