import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Timeline } from './timestamp-unwrapper.ts';

it('unwraps any clock whose steps stay below 24 days', () => {
  const steps = fc.array(fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }));
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 32 - 1 }), steps, (start, walk) => {
      const timeline = new Timeline();
      let time = start;
      expect(timeline.unwrap(time)).toBe(start);
      for (const step of walk) {
        time += step;
        expect(timeline.unwrap(((time % 2 ** 32) + 2 ** 32) % 2 ** 32)).toBe(time);
      }
    }),
  );
});
