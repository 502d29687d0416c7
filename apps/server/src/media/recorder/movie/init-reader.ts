import { findBox } from './fragment-reader.ts';
import { boxOf, type Pieces } from './pieces.ts';

/** The track in an initialization section, as contents of boxes. */
export interface TrackHeader {
  /** Ticks per second. */
  readonly timescale: number;
  readonly sampleEntry: Buffer;
  readonly tkhd: Buffer;
  readonly hdlr: Buffer;
  readonly dinf: Buffer;
  /** The whole `vmhd` or `smhd` box. */
  readonly mediaHeader: Pieces;
}

/** @throws Error if the bytes are not an initialization section */
export function readInitSection(bytes: Buffer): TrackHeader {
  const trak = findBox(findBox(bytes, 'moov'), 'trak');
  const mdia = findBox(trak, 'mdia');
  const minf = findBox(mdia, 'minf');
  const hdlr = findBox(mdia, 'hdlr');
  const header = hdlr.toString('latin1', 8, 12) === 'vide' ? 'vmhd' : 'smhd';
  return {
    timescale: findBox(mdia, 'mdhd').readUInt32BE(12),
    // The entry follows the version and the number of entries, which is one.
    sampleEntry: findBox(findBox(minf, 'stbl'), 'stsd').subarray(8),
    tkhd: findBox(trak, 'tkhd'),
    hdlr,
    dinf: findBox(minf, 'dinf'),
    mediaHeader: boxOf(header, [findBox(minf, header)]),
  };
}
