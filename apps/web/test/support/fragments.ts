/** Fragments of one track of CMAF, byte by byte. Frames last 3000 ticks. */

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value | 0, i * 4);
  return bytes;
};
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
};

export interface FragmentFrame {
  /** From its decode time to its presentation time. */
  readonly offset: number;
  readonly keyframe?: boolean;
}

/** @param version of the track run; 0 has unsigned offsets */
export function fragment(decodeTime: number, frames: readonly FragmentFrame[], version = 1): Buffer {
  const samples = frames.map(({ offset, keyframe }) => u32(3000, 5, keyframe ? 0 : 0x1_0000, offset));
  const tfdt = box('tfdt', u32(0x0100_0000, 0, decodeTime));
  const trun = box('trun', u32((version << 24) | 0xf01, frames.length, 0), ...samples);
  const moof = box('moof', box('mfhd', u32(0, 1)), box('traf', box('tfhd', u32(0x2_0000, 1)), tfdt, trun));
  return Buffer.concat([moof, box('mdat', Buffer.from('media'))]);
}

export const segmentOf = (...fragments: Buffer[]): ArrayBuffer =>
  new Uint8Array(Buffer.concat(fragments)).buffer;
export const keyframe = (offset: number): FragmentFrame => ({ offset, keyframe: true });
export const inner = (offset: number): FragmentFrame => ({ offset });
