/** Boxes as lists of pieces, so that large tables are not copied into each box around them. */

export type Pieces = readonly Uint8Array[];

export const lengthOf = (pieces: Pieces): number =>
  pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** Writes negative values in two's complement. */
export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

export const boxOf = (type: string, content: Pieces): Pieces => [
  u32(8 + lengthOf(content)),
  Buffer.from(type, 'latin1'),
  ...content,
];

export const fullBoxOf = (type: string, version: number, flags: number, content: Pieces): Pieces =>
  boxOf(type, [u32(version * 0x100_0000 + flags), ...content]);
