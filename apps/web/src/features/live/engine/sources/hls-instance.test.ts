import { expect, it } from 'vitest';
import { unwantedLevels } from './hls-instance.ts';

const levels = [1080, 720, 480].map((height) => ({ height, bitrate: height * 1000 }));

it.each([
  [{ maxHeight: null, lowData: false }, []],
  [{ maxHeight: 1080, lowData: false }, []],
  [{ maxHeight: 720, lowData: false }, [0]],
  [{ maxHeight: 600, lowData: false }, [0, 1]],
  // The smallest remains where all are too tall.
  [{ maxHeight: 360, lowData: false }, [0, 1]],
  [{ maxHeight: 1080, lowData: true }, [0, 1]],
])('leaves out the levels that the viewer does not want: %j leaves out %j', (settings, unwanted) =>
  expect(unwantedLevels(levels, settings)).toEqual(unwanted),
);

it('never leaves out the only level', () => {
  expect(unwantedLevels([{ height: 1080, bitrate: 6_000_000 }], { maxHeight: 360, lowData: true })).toEqual(
    [],
  );
});
