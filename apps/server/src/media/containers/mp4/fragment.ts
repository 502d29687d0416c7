import { TRACK_ID } from './init-section.ts';

/** One frame in a fragment, with times in the track's timescale. */
export interface FragmentSample {
  readonly duration: number;
  /** Presentation time minus decode time; may be negative. */
  readonly compositionOffset: number;
  readonly keyframe: boolean;
  readonly payload: Uint8Array;
}

export interface Fragment {
  /** A number that rises by one with each fragment of a track. */
  readonly sequence: number;
  /** Decode time of the first sample. */
  readonly baseDecodeTime: number;
  readonly samples: readonly FragmentSample[];
}

/** The flags of a sample that does not depend on others: sample_depends_on 2 (ISO/IEC 14496-12 section 8.8.3.1). */
const SYNC_FLAGS = 0x0200_0000;
/** The flags of a sample that depends on others: sample_depends_on 1, sample_is_non_sync_sample. */
const NON_SYNC_FLAGS = 0x0101_0000;

const DEFAULT_BASE_IS_MOOF = 0x02_0000;
const DEFAULT_SAMPLE_FLAGS = 0x00_0020;
/** The fields data_offset, and a duration and a size for each sample. */
const TRUN_AUDIO = 0x00_0001 | 0x00_0100 | 0x00_0200;
/** The same fields, with flags and a composition offset for each sample. */
const TRUN_VIDEO = TRUN_AUDIO | 0x00_0400 | 0x00_0800;

const TFHD_SIZE = 20;
const TFDT_SIZE = 20;
const TRUN_HEADER_SIZE = 20;
const MOOF_OVERHEAD = 8 + 16 + 8 + TFHD_SIZE + TFDT_SIZE + TRUN_HEADER_SIZE;
const MDAT_HEADER_SIZE = 8;

/** The number of bytes that `writeFragmentHeader` writes for this many samples. */
export function fragmentHeaderSize(kind: 'video' | 'audio', sampleCount: number): number {
  return MOOF_OVERHEAD + sampleCount * (kind === 'video' ? 16 : 8) + MDAT_HEADER_SIZE;
}

/**
 * Writes `moof` and the header of `mdat` at the start of `out`; the samples' payloads must follow it
 * without gaps. Composition offsets are signed (trun version 1), decode times have 64 bits.
 */
export function writeFragmentHeader(kind: 'video' | 'audio', fragment: Fragment, out: Uint8Array): void {
  const { samples } = fragment;
  const isVideo = kind === 'video';
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  const headerSize = fragmentHeaderSize(kind, samples.length);
  const moofSize = headerSize - MDAT_HEADER_SIZE;
  const trunSize = TRUN_HEADER_SIZE + samples.length * (isVideo ? 16 : 8);
  let at = 0;
  const u32 = (value: number) => {
    view.setUint32(at, value);
    at += 4;
  };

  u32(moofSize);
  u32(0x6d6f6f66); // moof
  u32(16);
  u32(0x6d666864); // mfhd
  u32(0);
  u32(fragment.sequence >>> 0);
  u32(8 + TFHD_SIZE + TFDT_SIZE + trunSize);
  u32(0x74726166); // traf
  u32(TFHD_SIZE);
  u32(0x74666864); // tfhd
  u32(DEFAULT_BASE_IS_MOOF | DEFAULT_SAMPLE_FLAGS);
  u32(TRACK_ID);
  u32(SYNC_FLAGS);
  u32(TFDT_SIZE);
  u32(0x74666474); // tfdt
  u32(0x0100_0000); // version 1: 64 bits
  u32(Math.floor(fragment.baseDecodeTime / 0x1_0000_0000));
  u32(fragment.baseDecodeTime % 0x1_0000_0000);
  u32(trunSize);
  u32(0x7472756e); // trun
  u32(0x0100_0000 | (isVideo ? TRUN_VIDEO : TRUN_AUDIO)); // version 1: signed offsets
  u32(samples.length);
  u32(headerSize); // data_offset, from the start of moof

  let mediaBytes = 0;
  for (const sample of samples) {
    const size = sample.payload.byteLength;
    mediaBytes += size;
    u32(sample.duration);
    u32(size);
    if (!isVideo) continue;
    u32(sample.keyframe ? SYNC_FLAGS : NON_SYNC_FLAGS);
    view.setInt32(at, sample.compositionOffset);
    at += 4;
  }
  u32(MDAT_HEADER_SIZE + mediaBytes);
  u32(0x6d646174); // mdat
}
