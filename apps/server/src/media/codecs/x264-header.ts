import type { VideoTrack } from '../unit.ts';
import { nalsOf } from './annex-b.ts';
import { readAvcC, writeAvcC } from './h264.ts';

const NAL_SPS = 7;
const NAL_PPS = 8;

/**
 * The track that an encoder makes.
 * @param header its parameter sets in Annex B, as x264 writes them
 */
export function readX264Header(header: Buffer): VideoTrack {
  const nals = nalsOf(header);
  const ofType = (type: number) => nals.filter((nal) => ((nal[0] ?? 0) & 31) === type);
  return readAvcC(writeAvcC(ofType(NAL_SPS), ofType(NAL_PPS), 4)).track;
}
