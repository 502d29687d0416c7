/** The clip of the benches as a live stream: H.264 of 720p at 30 frames a second. */
import { readAvcC } from '../../apps/server/src/media/codecs/h264.ts';
import type { VideoRendition } from '../../apps/server/src/media/transcoder/index.ts';
import { TIMESCALE, type Unit, type VideoTrack } from '../../apps/server/src/media/unit.ts';
import { CLIP, readClip } from '../live/clip.ts';

export const RENDITIONS: readonly VideoRendition[] = [
  { name: '480p', width: 854, height: 480, frameRateDivisor: 1, bitsPerSecond: 1_360_000 },
  { name: '240p', width: 426, height: 240, frameRateDivisor: 1, bitsPerSecond: 448_000 },
];

const VIDEO = 9;
/** FLV precedes each frame with its type, the kind of packet and a composition time of three bytes. */
const TAG_HEADER_BYTES = 5;
const TICKS_PER_MS = TIMESCALE / 1000;

export interface TimedUnit {
  /** When it is sent, in milliseconds from the start. */
  readonly atMs: number;
  readonly unit: Unit;
}

export interface Source {
  readonly video: VideoTrack;
  /** The clip again and again. */
  units(): Generator<TimedUnit>;
}

export function readSource(): Source {
  const { headers, messages } = readClip();
  const header = headers.find(({ type }) => type === VIDEO);
  if (header === undefined) throw new Error('The clip has no video.');
  const frames = messages.filter(({ type }) => type === VIDEO);
  return {
    video: readAvcC(header.body.subarray(TAG_HEADER_BYTES)).track,
    *units() {
      for (let startMs = 0; ; startMs += CLIP.seconds * 1000) {
        for (const { at, body } of frames) {
          const dts = (startMs + at + 1000) * TICKS_PER_MS;
          const pts = dts + body.readIntBE(2, 3) * TICKS_PER_MS;
          // The upper four bits of the first byte: 1 for a keyframe.
          const keyframe = body.readUInt8(0) >> 4 === 1;
          const payload = body.subarray(TAG_HEADER_BYTES);
          yield { atMs: startMs + at, unit: { kind: 'video', dts, pts, keyframe, payload } };
        }
      }
    },
  };
}
