import { expect, it } from 'vitest';
import { unwantedLevels } from './wanted-levels.ts';

const levels = [1080, 720, 480].map((height) => ({ height, bitrate: height * 1000 }));

it.each([
  [{ maxHeight: null, lowData: false }, []],
  [{ maxHeight: 1080, lowData: false }, []],
  [{ maxHeight: 720, lowData: false }, [0]],
  [{ maxHeight: 600, lowData: false }, [0, 1]],
  // The smallest stays where all are too tall.
  [{ maxHeight: 360, lowData: false }, [0, 1]],
  [{ maxHeight: 1080, lowData: true }, [0, 1]],
])('for %j leaves out %j', (wish, unwanted) => expect(unwantedLevels(levels, wish)).toEqual(unwanted));

it('leaves the one encoding that there is', () => {
  expect(unwantedLevels([{ height: 1080, bitrate: 6_000_000 }], { maxHeight: 360, lowData: true })).toEqual(
    [],
  );
});
