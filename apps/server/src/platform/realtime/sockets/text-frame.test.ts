import { expect, it } from 'vitest';
import { textFrame } from './text-frame.ts';

it.each([
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('writes the header of a text frame of %i bytes', (length, header) => {
  const payload = Buffer.alloc(length, 'x');
  expect(textFrame(payload).equals(Buffer.concat([Buffer.from(header, 'hex'), payload]))).toBe(true);
});
