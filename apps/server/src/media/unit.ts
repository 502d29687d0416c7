/** The frame type of the media core: ingests produce it, the packager and every other reader consume it. */

/** Ticks per second of every timestamp: 1 ms is 90 ticks, an RTP video tick is 1. */
export const TIMESCALE = 90_000;

/** The memory that a unit takes beside its payload, which limits in bytes include. */
export const UNIT_OVERHEAD_BYTES = 256;

export type TrackKind = 'video' | 'audio';

export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9';
export type AudioCodec = 'aac' | 'opus';

export interface VideoTrack {
  readonly kind: 'video';
  readonly codec: VideoCodec;
  /** The codec string for MSE and playlists (RFC 6381): `avc1.64001f`. */
  readonly codecString: string;
  /** The displayed width in pixels, with cropping applied. */
  readonly width: number;
  readonly height: number;
  /** The frame rate that the parameter sets claim, or null without a claim; timestamps may disagree. */
  readonly frameRate: number | null;
  /** The body of the sample entry's avcC, hvcC, av1C or vpcC box. */
  readonly configuration: Uint8Array;
}

export interface AudioTrack {
  readonly kind: 'audio';
  readonly codec: AudioCodec;
  /** The codec string (RFC 6381): `mp4a.40.2`, `opus`. */
  readonly codecString: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples in one frame at `sampleRate`: 1024 for AAC-LC; null if frames differ (Opus). */
  readonly samplesPerFrame: number | null;
  /** AudioSpecificConfig for AAC, the body of dOps for Opus. */
  readonly configuration: Uint8Array;
}

export type Track = VideoTrack | AudioTrack;

/** The tracks of a publication; at least one is not null. */
export interface Tracks {
  readonly video: VideoTrack | null;
  readonly audio: AudioTrack | null;
}

/** One coded frame. Its payload is a view whose bytes never change. */
export interface Unit {
  readonly kind: TrackKind;
  /** Decode time in ticks; strictly rising within a track between two discontinuities. */
  readonly dts: number;
  /** Presentation time in ticks; differs from `dts` if there are B-frames. */
  readonly pts: number;
  /** Whether decoding can begin with this frame. Always true for audio. */
  readonly keyframe: boolean;
  /** The bytes of an MP4 sample: length-prefixed NAL units, OBUs, or the bare frame. */
  readonly payload: Uint8Array;
}
