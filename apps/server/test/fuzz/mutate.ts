import type { Random } from './random.ts';

const EDGES = [0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff];
const WIDE_EDGES = [
  0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0xfffffe, 0xffffff, 0x7fffffff, 0xffffffff,
];
const MAX_BYTES = 64 * 1024;

/** Applies one or a few small mutations of the kinds that find bugs in parsers. */
export function mutate(random: Random, seed: Buffer, others: readonly Buffer[]): Buffer {
  let bytes: Buffer = Buffer.from(seed);
  const times = 1 + random.below(random.once(4) ? 12 : 3);
  for (let i = 0; i < times; i++) bytes = damage(random, bytes, others);
  return bytes.length > MAX_BYTES ? bytes.subarray(0, MAX_BYTES) : bytes;
}

function damage(random: Random, bytes: Buffer, others: readonly Buffer[]): Buffer {
  const at = random.below(bytes.length);
  switch (random.below(9)) {
    case 0:
      if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      return bytes;
    case 1:
      if (bytes.length > 0) bytes[at] = random.pick(EDGES);
      return bytes;
    case 2:
      return writeWide(random, bytes, at);
    case 3:
      return bytes.subarray(0, at);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(16)), bytes.subarray(at)]);
    case 5:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(16))]);
    case 6: {
      const part = bytes.subarray(at, at + 1 + random.below(64));
      return Buffer.concat([bytes.subarray(0, at), part, part, bytes.subarray(at)]);
    }
    case 7: {
      const other = random.pick(others);
      return Buffer.concat([bytes.subarray(0, at), other.subarray(random.below(other.length))]);
    }
    default:
      if (bytes.length > 0) bytes[at] = random.next();
      return bytes;
  }
}

/** Sets a field of two, three or four bytes, such as a length, to an edge value or close to its value. */
function writeWide(random: Random, bytes: Buffer, at: number): Buffer {
  const width = 2 + random.below(3);
  if (at + width > bytes.length) return bytes;
  const old = bytes.readUIntBE(at, width);
  const value = random.once(2) ? random.pick(WIDE_EDGES) : old + random.below(5) - 2;
  bytes.writeUIntBE(((value % 256 ** width) + 256 ** width) % 256 ** width, at, width);
  return bytes;
}
