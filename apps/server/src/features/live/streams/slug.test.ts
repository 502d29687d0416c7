import { LIVE_SLUG, slug } from '@tributary/contracts/shared';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbered, slugOf } from './slug.ts';

describe('slugOf', () => {
  it.each([
    ['Late-night synths & tape loops', 'late-night-synths-tape-loops'],
    ['  Café — déjà vu!  ', 'cafe-deja-vu'],
    ['live', 'stream'],
    ['بث مباشر', 'stream'],
    ['!!!', 'stream'],
    [
      'Slow afternoon at the reef: clownfish, kelp and nothing else to do',
      'slow-afternoon-at-the-reef-clownfish-kelp-and-nothing-else',
    ],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
    [`${'a'.repeat(60)} b`, 'a'.repeat(60)],
    ['a'.repeat(70), 'a'.repeat(60)],
  ])('calls %j %j', (title, expected) => expect(slugOf(title)).toBe(expected));

  it('always yields a valid slug, numbered or not', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 1, max: 10_000 }),
        (title, n) => {
          expect(slug.safeParse(numbered(slugOf(title), n)).success).toBe(true);
          expect(slugOf(title)).not.toBe(LIVE_SLUG);
        },
      ),
    );
  });
});
