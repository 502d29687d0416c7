import { readAudioSpecificConfig } from '../../codecs/aac.ts';
import { type Av1Config, readAv1C, readAv1Frame } from '../../codecs/av1.ts';
import { type H264Config, readAvcC, readH264Frame } from '../../codecs/h264.ts';
import { type HevcConfig, readHevcFrame, readHvcC } from '../../codecs/hevc.ts';
import { sameBytes } from '../../codecs/nal.ts';
import { DEFAULT_OPUS_HEAD, readOpusHead } from '../../codecs/opus.ts';
import { readVpcC, type Vp9Config, vp9Track } from '../../codecs/vp9.ts';
import {
  type AudioCodec,
  type AudioTrack,
  TIMESCALE,
  type Track,
  type Unit,
  type VideoTrack,
} from '../../unit.ts';
import { readAudioTag } from './audio-tag.ts';
import { readVideoTag } from './video-tag.ts';

const TICKS_PER_MS = TIMESCALE / 1000;
const TICKS_PER_NANOSECOND = TIMESCALE / 1e9;

export interface FlvOutput {
  /** Called before the first unit of its kind, and again when the track changes. */
  track(track: Track): void;
  unit(unit: Unit): void;
}

type VideoConfig =
  | { readonly codec: 'h264'; readonly config: H264Config }
  | { readonly codec: 'hevc'; readonly config: HevcConfig }
  | { readonly codec: 'av1'; readonly config: Av1Config }
  | { readonly codec: 'vp9'; readonly config: Vp9Config };

/**
 * Converts the bodies of FLV tags to tracks and units. Frames that cannot be decoded (before their
 * configuration, or before the first keyframe after one) are skipped. Methods throw
 * `MediaFormatError`, after which the demuxer must not be used.
 */
export class FlvDemuxer {
  readonly #output: FlvOutput;
  #video: VideoConfig | null = null;
  #videoConfiguration: Uint8Array | null = null;
  #videoTrack: VideoTrack | null = null;
  #awaitsKeyframe = true;
  #audioConfiguration: Uint8Array | null = null;
  #audioTrack: AudioTrack | null = null;

  constructor(output: FlvOutput) {
    this.#output = output;
  }

  /** Reads a video tag's body. `timestampMs` is unwrapped. */
  video(body: Uint8Array, timestampMs: number): void {
    const tag = readVideoTag(body);
    if (tag.type === 'none') return;
    if (tag.type === 'configuration') {
      // Many encoders repeat the configuration before every keyframe.
      if (this.#video?.codec === tag.codec && isSame(this.#videoConfiguration, tag.payload)) return;
      this.#videoConfiguration = tag.payload;
      this.#video = readVideoConfig(tag.codec, tag.payload);
      this.#awaitsKeyframe = true;
      // AV1 and VP9 wait for the first keyframe, because only keyframes have VP9's frame size, and SVT-AV1 sends a
      // configuration that its first keyframe changes.
      if (this.#video.codec === 'h264' || this.#video.codec === 'hevc')
        this.#publish(this.#video.config.track);
      return;
    }
    if (this.#video === null || this.#video.codec !== tag.codec) return;
    if (this.#awaitsKeyframe && !tag.keyframe) return;
    const payload = this.#readFrame(this.#video, tag.payload, tag.keyframe);
    if (payload.length === 0 || this.#videoTrack === null) return;
    this.#awaitsKeyframe = false;
    const dts = timestampMs * TICKS_PER_MS;
    const pts = dts + tag.compositionMs * TICKS_PER_MS + Math.round(tag.offsetNanos * TICKS_PER_NANOSECOND);
    this.#output.unit({ kind: 'video', dts, pts, keyframe: tag.keyframe, payload });
  }

  /** Reads an audio tag's body, like `video`. */
  audio(body: Uint8Array, timestampMs: number): void {
    const tag = readAudioTag(body);
    if (tag.type === 'none') return;
    if (tag.type === 'configuration') {
      this.#configureAudio(tag.codec, tag.payload);
      return;
    }
    if (this.#audioTrack === null && tag.codec === 'opus') this.#configureAudio('opus', DEFAULT_OPUS_HEAD);
    if (this.#audioTrack?.codec !== tag.codec) return;
    // Audio has no reordering, so decode time and presentation time are the same.
    const dts = timestampMs * TICKS_PER_MS + Math.round(tag.offsetNanos * TICKS_PER_NANOSECOND);
    this.#output.unit({ kind: 'audio', dts, pts: dts, keyframe: true, payload: tag.payload });
  }

  #configureAudio(codec: AudioCodec, payload: Uint8Array): void {
    if (this.#audioTrack?.codec === codec && isSame(this.#audioConfiguration, payload)) return;
    this.#audioConfiguration = payload;
    this.#audioTrack = codec === 'aac' ? readAudioSpecificConfig(payload) : readOpusHead(payload);
    this.#output.track(this.#audioTrack);
  }

  /** Converts the frame to an MP4 sample. Reports the track if this keyframe begins or changes it. */
  #readFrame(video: VideoConfig, frame: Uint8Array, keyframe: boolean): Uint8Array {
    switch (video.codec) {
      case 'h264': {
        const { payload, config } = readH264Frame(frame, video.config, keyframe);
        if (config !== video.config) this.#video = { codec: 'h264', config };
        this.#publish(config.track);
        return payload;
      }
      case 'hevc': {
        const { payload, config } = readHevcFrame(frame, video.config, keyframe);
        if (config !== video.config) this.#video = { codec: 'hevc', config };
        this.#publish(config.track);
        return payload;
      }
      case 'av1': {
        const { payload, config } = readAv1Frame(frame, video.config, keyframe);
        if (config !== video.config) this.#video = { codec: 'av1', config };
        this.#publish(config.track);
        return payload;
      }
      case 'vp9': {
        const track = this.#videoTrack;
        if (!keyframe && track !== null) return frame;
        const now = vp9Track(video.config, frame);
        const same =
          track?.configuration === now.configuration &&
          track.width === now.width &&
          track.height === now.height;
        if (!same) this.#publish(now);
        return frame;
      }
    }
  }

  #publish(track: VideoTrack | null): void {
    if (track === null || track === this.#videoTrack) return;
    this.#videoTrack = track;
    this.#output.track(track);
  }
}

function isSame(known: Uint8Array | null, payload: Uint8Array): boolean {
  return known !== null && sameBytes(known, payload);
}

function readVideoConfig(codec: VideoConfig['codec'], payload: Uint8Array): VideoConfig {
  switch (codec) {
    case 'h264':
      return { codec, config: readAvcC(payload) };
    case 'hevc':
      return { codec, config: readHvcC(payload) };
    case 'av1':
      return { codec, config: readAv1C(payload) };
    case 'vp9':
      return { codec, config: readVpcC(payload) };
  }
}
