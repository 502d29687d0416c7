import { expect, it } from 'vitest';
import { qualitiesText, viewFigures } from './recording-words.ts';

it('names views, and the time watched in minutes and then in hours', () => {
  expect(viewFigures({ views: 0, watchedSeconds: 0 })).toBe('0 views · 0 min watched');
  expect(viewFigures({ views: 1, watchedSeconds: 119 * 60 + 59 })).toBe('1 view · 119 min watched');
  expect(viewFigures({ views: 1250, watchedSeconds: 7200 })).toBe('1.2K views · 2 h watched');
});

it('names the qualities of a recording, those that are being made, and what keeps them from it', () => {
  const making = {
    state: 'making',
    names: ['720p', '240p'],
    share: 0.349,
    isOffered: false,
    problem: null,
  } as const;
  expect(qualitiesText(null)).toBeNull();
  expect(qualitiesText({ ...making, state: 'ready', names: [], isOffered: true })).toBeNull();
  expect(qualitiesText({ ...making, names: [...making.names] })).toBe(
    'Qualities: source · making 720p and 240p (34%)',
  );
  expect(qualitiesText({ ...making, names: [...making.names], problem: 'The disk is nearly full.' })).toBe(
    'Qualities: source. The disk is nearly full.',
  );
  expect(qualitiesText({ ...making, names: [...making.names], state: 'ready', isOffered: true })).toBe(
    'Qualities: source, 720p, and 240p',
  );
});
