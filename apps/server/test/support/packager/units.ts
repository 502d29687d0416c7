/** Units like those of encoders, for tests: generated payloads with real timing. */
import {
  type AudioTrack,
  TIMESCALE,
  type Tracks,
  type Unit,
  type VideoTrack,
} from '../../../src/media/unit.ts';

export const VIDEO_TRACK: VideoTrack = {
  kind: 'video',
  codec: 'h264',
  codecString: 'avc1.64001f',
  width: 1280,
  height: 720,
  frameRate: null,
  configuration: Uint8Array.of(1, 0x64, 0, 0x1f, 0xff, 0xe0, 0),
};

export const AAC_TRACK: AudioTrack = {
  kind: 'audio',
  codec: 'aac',
  codecString: 'mp4a.40.2',
  sampleRate: 48_000,
  channels: 2,
  samplesPerFrame: 1024,
  configuration: Uint8Array.of(0x11, 0x90),
};

export const OPUS_TRACK: AudioTrack = {
  kind: 'audio',
  codec: 'opus',
  codecString: 'opus',
  sampleRate: 48_000,
  channels: 2,
  samplesPerFrame: null,
  configuration: Uint8Array.of(0, 2, 1, 56, 0, 0, 0xbb, 0x80, 0, 0, 0),
};

export interface VideoShape {
  readonly framesPerSecond: number;
  readonly keyframeSeconds: number;
  /** The number of frames after decoding until a frame is displayed; 0 without B-frames. */
  readonly reorder?: number;
  readonly from?: number;
  readonly seconds: number;
  /** The jitter that is added to each decode time, in milliseconds, before rounding. */
  readonly jitterMs?: (frame: number) => number;
  readonly bytes?: number;
}

/** A timestamp in RTMP's whole milliseconds, as ticks. */
function stamp(seconds: number): number {
  return Math.round(seconds * 1000) * (TIMESCALE / 1000);
}

/** A payload that identifies its unit by its decode time. */
function payload(kind: string, dts: number, bytes: number, first: number): Uint8Array {
  const out = new Uint8Array(Math.max(bytes, 8));
  out.fill(dts & 0xff);
  out[0] = first;
  new DataView(out.buffer).setUint32(1, dts);
  out[5] = kind.charCodeAt(0);
  return out;
}

/** Video frames in decode order; with `reorder`, every other one is a B-frame. */
export function videoUnits(shape: VideoShape): Unit[] {
  const { framesPerSecond, keyframeSeconds, seconds } = shape;
  const from = shape.from ?? 1;
  const reorder = shape.reorder ?? 0;
  const interval = Math.max(1, Math.round(keyframeSeconds * framesPerSecond));
  const count = Math.round(seconds * framesPerSecond);
  const units: Unit[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i += 1) {
    const jitter = (shape.jitterMs?.(i) ?? 0) / 1000;
    const dts = Math.max(stamp(from + i / framesPerSecond + jitter), last + TIMESCALE / 1000);
    last = dts;
    const keyframe = i % interval === 0;
    const inGroup = i % interval;
    // Decode order I P B P B: a P is displayed one frame after its decode time plus the delay, a B one frame before.
    const shift = reorder === 0 || keyframe ? 0 : inGroup % 2 === 1 ? 1 : -1;
    const pts = dts + stamp((reorder + shift) / framesPerSecond);
    const bytes = (shape.bytes ?? 3000) * (keyframe ? 4 : 1);
    units.push({ kind: 'video', dts, pts, keyframe, payload: payload('v', dts, bytes, 0) });
  }
  return units;
}

export interface AudioShape {
  readonly track?: AudioTrack;
  readonly from?: number;
  readonly seconds: number;
}

export function audioUnits(shape: AudioShape): Unit[] {
  const track = shape.track ?? AAC_TRACK;
  const frame = track.samplesPerFrame ?? 960;
  const from = shape.from ?? 1;
  const count = Math.floor((shape.seconds * track.sampleRate) / frame);
  return Array.from({ length: count }, (_, i) => {
    const dts = stamp(from + (i * frame) / track.sampleRate);
    // The first byte is Opus's TOC byte: CELT of 20 ms, one frame a packet.
    return { kind: 'audio', dts, pts: dts, keyframe: true, payload: payload('a', dts, 120 + (i % 40), 0xfc) };
  });
}

/** Units in the order in which an encoder sends them, with audio `audioLate` seconds late. */
export function interleave(video: readonly Unit[], audio: readonly Unit[], audioLate = 0): Unit[] {
  const key = (unit: Unit) => unit.dts + (unit.kind === 'audio' ? audioLate * TIMESCALE : 0);
  return [...video, ...audio].sort((a, b) => key(a) - key(b));
}

export const BOTH: Tracks = { video: VIDEO_TRACK, audio: AAC_TRACK };
