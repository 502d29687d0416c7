/** The frame type of the media core: ingests produce it, the packager and every other reader consume it. */

/** Ticks per second of every timestamp: 1 ms is 90 ticks, an RTP video tick is 1. */
export const TIMESCALE = 90_000;

/** What a unit in memory costs beside its payload; limits in bytes count it too. */
export const UNIT_OVERHEAD_BYTES = 256;

export type TrackKind = 'video' | 'audio';

export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9';
export type AudioCodec = 'aac' | 'opus';

export interface VideoTrack {
  readonly kind: 'video';
  readonly codec: VideoCodec;
  /** RFC 6381, as MSE and playlists expect it: `avc1.64001f`. */
  readonly codecString: string;
  /** In pixels as displayed, with cropping applied. */
  readonly width: number;
  readonly height: number;
  /** As the parameter sets claim, or null where they do not say; timestamps may disagree. */
  readonly frameRate: number | null;
  /** The body of the sample entry's avcC, hvcC, av1C or vpcC box. */
  readonly configuration: Uint8Array;
}

export interface AudioTrack {
  readonly kind: 'audio';
  readonly codec: AudioCodec;
  /** RFC 6381: `mp4a.40.2`, `opus`. */
  readonly codecString: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples in one frame at `sampleRate`: 1024 for AAC-LC; null where frames differ (Opus). */
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
  /** Presentation time in ticks; differs from `dts` where there are B-frames. */
  readonly pts: number;
  /** Decoding can begin with this frame. Always true for audio. */
  readonly keyframe: boolean;
  /** As an MP4 sample holds it: length-prefixed NAL units, OBUs, or the bare frame. */
  readonly payload: Uint8Array;
}
