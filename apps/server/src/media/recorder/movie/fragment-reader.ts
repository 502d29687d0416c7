/** Reads the sample tables of a segment's movie fragments (ISO/IEC 14496-12 section 8.8) and skips its media. */

/** The samples of one movie fragment, in the track's timescale. */
export interface FragmentTable {
  readonly baseDecodeTime: number;
  /** The offset of its media from the start of the segment. */
  readonly mediaOffset: number;
  readonly samples: readonly {
    readonly duration: number;
    readonly size: number;
    readonly compositionOffset: number;
    readonly keyframe: boolean;
  }[];
}

/** A fragment has at most a few hundred samples of 16 bytes. */
const MOOF_MAX_BYTES = 1024 * 1024;
const NON_SYNC = 0x1_0000;

/** @throws Error if the bytes are not those of a segment */
export async function* readFragmentTables(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FragmentTable> {
  let pending = Buffer.alloc(0);
  /** The offset of `pending` from the start of the segment. */
  let offset = 0;
  let toSkip = 0;
  for await (const chunk of chunks) {
    const skipped = Math.min(toSkip, chunk.byteLength);
    toSkip -= skipped;
    if (pending.byteLength === 0) offset += skipped;
    pending = Buffer.concat([pending, chunk.subarray(skipped)]);
    while (toSkip === 0 && pending.byteLength >= 8) {
      const size = pending.readUInt32BE(0);
      const type = pending.toString('latin1', 4, 8);
      if (size < 8 || (type === 'moof' && size > MOOF_MAX_BYTES))
        throw new Error(`A ${type} box of a segment has ${size} bytes.`);
      if (type === 'moof' && pending.byteLength < size) break;
      if (type === 'moof') yield readMoof(pending.subarray(0, size), offset);
      const taken = Math.min(size, pending.byteLength);
      toSkip = size - taken;
      pending = pending.subarray(taken);
      offset += taken;
    }
  }
}

/**
 * The content of the first box of this type.
 * @throws Error if there is none
 */
export function findBox(bytes: Buffer, type: string): Buffer {
  let at = 0;
  while (at + 8 <= bytes.byteLength) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) break;
    if (bytes.toString('latin1', at + 4, at + 8) === type) return bytes.subarray(at + 8, at + size);
    at += size;
  }
  throw new Error(`There is no ${type} box in ${bytes.byteLength} bytes.`);
}

/** @param offset the offset of the fragment from the start of the segment */
function readMoof(moof: Buffer, offset: number): FragmentTable {
  const traf = findBox(moof.subarray(8), 'traf');
  const tfhd = findBox(traf, 'tfhd');
  const tfdt = findBox(traf, 'tfdt');
  const trun = findBox(traf, 'trun');
  const has = (flag: number) => (trun.readUInt32BE(0) & flag) !== 0;
  // The packager writes tfhd with default_sample_flags only, and trun with data_offset, duration and size.
  const defaultFlags = tfhd.readUInt32BE(8);
  let at = 12;
  const next = (): number => {
    at += 4;
    return trun.readUInt32BE(at - 4);
  };
  const samples = Array.from({ length: trun.readUInt32BE(4) }, () => ({
    duration: next(),
    size: next(),
    keyframe: ((has(0x400) ? next() : defaultFlags) & NON_SYNC) === 0,
    compositionOffset: has(0x800) ? next() | 0 : 0,
  }));
  return {
    baseDecodeTime: Number(tfdt.readBigUInt64BE(4)),
    mediaOffset: offset + trun.readInt32BE(8),
    samples,
  };
}
