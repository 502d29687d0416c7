import { findBox } from './fragment-reader.ts';
import { boxOf, type Pieces } from './pieces.ts';

/** What an initialization section says of its track: contents of boxes. */
export interface TrackHeader {
  /** Ticks per second. */
  readonly timescale: number;
  readonly sampleEntry: Buffer;
  readonly tkhd: Buffer;
  readonly hdlr: Buffer;
  readonly dinf: Buffer;
  /** `vmhd` or `smhd`, whole. */
  readonly mediaHeader: Pieces;
}

/** @throws where the bytes are not an initialization section */
export function readInitSection(bytes: Buffer): TrackHeader {
  const trak = findBox(findBox(bytes, 'moov'), 'trak');
  const mdia = findBox(trak, 'mdia');
  const minf = findBox(mdia, 'minf');
  const hdlr = findBox(mdia, 'hdlr');
  const header = hdlr.toString('latin1', 8, 12) === 'vide' ? 'vmhd' : 'smhd';
  return {
    timescale: findBox(mdia, 'mdhd').readUInt32BE(12),
    // After the version and the number of entries, which is one.
    sampleEntry: findBox(findBox(minf, 'stbl'), 'stsd').subarray(8),
    tkhd: findBox(trak, 'tkhd'),
    hdlr,
    dinf: findBox(minf, 'dinf'),
    mediaHeader: boxOf(header, [findBox(minf, header)]),
  };
}
