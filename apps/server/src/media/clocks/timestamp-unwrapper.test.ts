import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimestampUnwrapper } from './timestamp-unwrapper.ts';

it('unwraps timestamps of any clock whose steps stay below 24 days', () => {
  const steps = fc.array(fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }));
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 32 - 1 }), steps, (start, walk) => {
      const unwrapper = new TimestampUnwrapper();
      let time = start;
      expect(unwrapper.unwrap(time)).toBe(start);
      for (const step of walk) {
        time += step;
        expect(unwrapper.unwrap(((time % 2 ** 32) + 2 ** 32) % 2 ** 32)).toBe(time);
      }
    }),
  );
});
