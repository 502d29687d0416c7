/**
 * The body of a video tag: FLV (version 10.1 annex E.4.3) and Enhanced RTMP v1 and v2 ("Enhanced
 * Video"). Payloads are views of the tag.
 */
import { ByteReader } from '../../codecs/byte-reader.ts';
import { invalid, unsupported } from '../../codecs/format-error.ts';
import type { VideoCodec } from '../../unit.ts';
import { readModifiers } from './modifiers.ts';

export type VideoTag =
  | { readonly type: 'configuration'; readonly codec: VideoCodec; readonly payload: Uint8Array }
  | {
      readonly type: 'frame';
      readonly codec: VideoCodec;
      readonly keyframe: boolean;
      /** Presentation time minus decode time, in milliseconds; negative is allowed. */
      readonly compositionMs: number;
      /** The offset that is added to the presentation time (ModEx, TimestampOffsetNano). */
      readonly offsetNanos: number;
      readonly payload: Uint8Array;
    }
  /** The tag has no media: the end of a sequence, metadata, or a seek hint. */
  | { readonly type: 'none' };

const NONE: VideoTag = { type: 'none' };

const FRAME_KEY = 1;
const FRAME_GENERATED_KEY = 4;
const FRAME_COMMAND = 5;

const LEGACY_AVC = 7;
/** This codec id is not in Adobe's specification. Many hardware encoders and phones send HEVC this way. */
const LEGACY_HEVC = 12;
const LEGACY_NAMES: Readonly<Record<number, string>> = {
  2: 'Sorenson H.263',
  3: 'Screen video',
  4: 'VP6',
  5: 'VP6 with alpha',
  6: 'Screen video 2',
};

const PACKET_SEQUENCE_START = 0;
const PACKET_CODED_FRAMES = 1;
const PACKET_CODED_FRAMES_X = 3;
const PACKET_METADATA = 4;
const PACKET_TRANSPORT_STREAM_START = 5;
const PACKET_MULTITRACK = 6;
const PACKET_MODEX = 7;

const FOURCC_AVC = 0x61766331;
const FOURCC_HEVC = 0x68766331;
const CODEC_OF_FOURCC: ReadonlyMap<number, VideoCodec> = new Map([
  [FOURCC_AVC, 'h264'],
  [FOURCC_HEVC, 'hevc'],
  [0x61763031, 'av1'],
  [0x76703039, 'vp9'],
]);

/** Reads a video tag's body. @throws MediaFormatError */
export function readVideoTag(body: Uint8Array): VideoTag {
  const first = body[0];
  if (first === undefined) return NONE;
  return (first & 0x80) === 0 ? readLegacy(body, first) : readEnhanced(body, first);
}

function readLegacy(body: Uint8Array, first: number): VideoTag {
  const frameType = first >> 4;
  if (frameType === FRAME_COMMAND) return NONE;
  const codecId = first & 15;
  if (codecId !== LEGACY_AVC && codecId !== LEGACY_HEVC) {
    throw unsupportedCodec(LEGACY_NAMES[codecId] ?? `FLV codec ${codecId}`);
  }
  const codec = codecId === LEGACY_AVC ? 'h264' : 'hevc';
  // Some encoders end with a tag of one or two bytes.
  if (body.length < 5) return NONE;
  const packetType = body[1];
  if (packetType === 0) return { type: 'configuration', codec, payload: body.subarray(5) };
  if (packetType !== 1) return NONE;
  return frame(codec, frameType, signed24(body, 2), 0, body.subarray(5));
}

function readEnhanced(body: Uint8Array, first: number): VideoTag {
  const frameType = (first >> 4) & 7;
  let packetType = first & 15;
  let start = 1;
  let offsetNanos = 0;
  if (packetType === PACKET_MODEX) {
    ({ packetType, start, offsetNanos } = readModifiers(body, start, PACKET_MODEX));
  }
  if (packetType === PACKET_METADATA) return NONE;
  // A command has no FourCC.
  if (frameType === FRAME_COMMAND) return NONE;
  if (packetType === PACKET_MULTITRACK) {
    throw unsupported(
      { code: 'multiple_tracks', kind: 'video' },
      'Multitrack video is not supported; turn multitrack video off.',
    );
  }
  const fourCc = new ByteReader(body.subarray(start), 'An Enhanced RTMP video tag').uint(4);
  const codec = CODEC_OF_FOURCC.get(fourCc);
  if (codec === undefined) throw unsupportedCodec(fourCcName(fourCc));
  const payload = body.subarray(start + 4);
  switch (packetType) {
    case PACKET_SEQUENCE_START:
      return { type: 'configuration', codec, payload };
    case PACKET_CODED_FRAMES: {
      // Only codecs with NAL units carry a composition time.
      if (codec !== 'h264' && codec !== 'hevc') return frame(codec, frameType, 0, offsetNanos, payload);
      if (payload.length < 3) return NONE;
      return frame(codec, frameType, signed24(payload, 0), offsetNanos, payload.subarray(3));
    }
    case PACKET_CODED_FRAMES_X:
      return frame(codec, frameType, 0, offsetNanos, payload);
    case PACKET_TRANSPORT_STREAM_START:
      throw unsupported(
        { code: 'unsupported_configuration', codec: 'AV1' },
        'An MPEG-2 TS descriptor of AV1 is not supported; send an av1C configuration.',
      );
    default:
      return NONE;
  }
}

function frame(
  codec: VideoCodec,
  frameType: number,
  compositionMs: number,
  offsetNanos: number,
  payload: Uint8Array,
): VideoTag {
  if (payload.length === 0) return NONE;
  if (frameType === 0 || frameType > FRAME_GENERATED_KEY) {
    throw invalid(`A video tag has frame type ${frameType}; types 1 to 5 exist.`);
  }
  const keyframe = frameType === FRAME_KEY || frameType === FRAME_GENERATED_KEY;
  return { type: 'frame', codec, keyframe, compositionMs, offsetNanos, payload };
}

function unsupportedCodec(codec: string): Error {
  return unsupported(
    { code: 'unsupported_video_codec', codec },
    `${codec} video is not supported; send H.264, HEVC, AV1 or VP9.`,
  );
}

/** SI24 at `at`, which must be within the bytes. */
function signed24(bytes: Uint8Array, at: number): number {
  return (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8)) >> 8;
}

/** A FourCC as text; characters that are not printable become question marks. */
export function fourCcName(fourCc: number): string {
  let name = '';
  for (let shift = 24; shift >= 0; shift -= 8) {
    const code = (fourCc >>> shift) & 255;
    name += code >= 32 && code < 127 ? String.fromCharCode(code) : '?';
  }
  return name;
}
