/** The encoders for each codec, and the conversion of their packets to MP4 samples. */
import {
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  type FFEncoderCodec,
} from 'node-av/constants';
import { type CodecContext, Rational } from 'node-av/lib';
import { lengthPrefixed, nalsOf } from '../codecs/annex-b.ts';
import { readAv1Frame } from '../codecs/av1.ts';
import { writeHvcC } from '../codecs/hevc.ts';
import { readX264Header } from '../codecs/x264-header.ts';
import type { VideoCodec } from '../unit.ts';
import type { EdgeJob } from './edge-messages.ts';

export interface EdgeCodec {
  readonly encoder: FFEncoderCodec;
  /** Sets further properties of the encoder. */
  readonly configure?: (context: CodecContext, job: EdgeJob) => void;
  readonly options: (job: EdgeJob) => Readonly<Record<string, string | number>>;
  /**
   * The body of avcC, hvcC or av1C.
   * @param header the header of the encoder
   * @param keyframe its first packet
   * @returns null if the original's is used: the contents of vpcC are the same for all frames like these
   */
  readonly configurationOf: (header: Buffer, keyframe: Buffer) => Uint8Array | null;
  readonly sampleOf: (packet: Buffer) => Uint8Array;
}

/** Names of `profile_idc` for x264. */
const H264_PROFILES: Readonly<Record<number, string>> = { 66: 'baseline', 77: 'main', 100: 'high' };

/** NAL unit types of VPS, SPS and PPS. */
const HEVC_PARAMETER_SETS: ReadonlySet<number> = new Set([32, 33, 34]);

const NO_SEQUENCE = { track: null, sequenceHeader: null };

export const EDGE_CODECS: Readonly<Record<VideoCodec, EdgeCodec>> = {
  h264: {
    encoder: FF_ENCODER_LIBX264,
    configure(context, { configuration: [, , , level = 0] }) {
      context.level = level;
    },
    options: ({ configuration: [, profile = 0] }) => ({
      preset: 'veryfast',
      crf: 18,
      profile: H264_PROFILES[profile] ?? 'high',
    }),
    configurationOf: (header) => readX264Header(header).configuration,
    sampleOf: lengthPrefixed,
  },
  hevc: {
    encoder: FF_ENCODER_LIBX265,
    options: () => ({ preset: 'ultrafast', crf: 18 }),
    configurationOf(header) {
      const sets = Map.groupBy(nalsOf(header), ([first = 0]) => (first >> 1) & 63);
      for (const type of sets.keys()) if (!HEVC_PARAMETER_SETS.has(type)) sets.delete(type);
      return writeHvcC(sets, 4);
    },
    sampleOf: lengthPrefixed,
  },
  av1: {
    encoder: FF_ENCODER_LIBSVTAV1,
    configure(context, { frames, timescale }) {
      // Without this, the encoder takes the clock's rate for the frame rate, and refuses more than 240.
      const times = frames.map(({ pts }) => pts);
      const seconds = (Math.max(...times) - Math.min(...times)) / timescale;
      const rate = seconds > 0 ? (frames.length - 1) / seconds : 30;
      context.framerate = new Rational(Math.round(1000 * Math.min(Math.max(rate, 1), 240)), 1000);
    },
    // The encoder looks at no further frames, which would take more memory than the process has for large frames.
    options: () => ({ preset: 10, crf: 24, 'svtav1-params': 'pred-struct=1:lookahead=0:lp=1' }),
    configurationOf: (_, keyframe) =>
      readAv1Frame(keyframe, NO_SEQUENCE, true).config.track?.configuration ?? null,
    // The temporal delimiter is removed.
    sampleOf: (packet) => readAv1Frame(packet, NO_SEQUENCE, false).payload,
  },
  vp9: {
    encoder: FF_ENCODER_LIBVPX_VP9,
    configure(context) {
      context.bitRate = 0n;
    },
    // The encoder makes no frames that are not shown.
    options: () => ({ deadline: 'good', 'cpu-used': 5, crf: 24, 'lag-in-frames': 0, 'auto-alt-ref': 0 }),
    configurationOf: () => null,
    sampleOf: (packet) => packet,
  },
};
