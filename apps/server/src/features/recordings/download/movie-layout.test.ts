import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLayout, writeLayout } from './movie-layout.ts';

async function* inChunks(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

it('is read as it was written, wherever its chunks end', async () => {
  const file = fc.record({
    key: fc.stringMatching(/^[a-z0-9/.-]{1,40}$/),
    byteLength: fc.integer({ min: 1, max: 2 ** 40 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 20 }),
      fc.integer({ min: 1, max: 100 }),
      async (files, length) => {
        expect(await readLayout(inChunks(writeLayout(files), length))).toEqual(files);
      },
    ),
  );
});

it('is refused with the line that is damaged, or the one at which it is cut off', async () => {
  await expect(readLayout(inChunks(Buffer.from('5 a\nnothing\n'), 3))).rejects.toThrow('"nothing"');
  await expect(readLayout(inChunks(Buffer.from('5 a\n5 b'), 3))).rejects.toThrow('"5 b"');
});
