/** Settings of the media core; all come from the configuration. */
export interface MediaSettings {
  /** The desired PART-TARGET, in seconds. The declared one is the largest number of whole frames up to it. */
  readonly partTargetSeconds: number;
  /** A segment ends at the first keyframe after this many seconds. */
  readonly segmentMinSeconds: number;
  /** The least duration that playlists list, in seconds; at least 60. */
  readonly liveWindowSeconds: number;
  /** The grace period in which an encoder may reconnect and continue its stream, in seconds. */
  readonly graceSeconds: number;
  /** A publisher that sends nothing for this many seconds may be taken over by another connection with its key. */
  readonly deadAfterSeconds: number;
  /** The most live streams at once, those that wait for their encoder to return included. */
  readonly maxStreams: number;
  /** The most that a publisher may send, in kilobits a second. */
  readonly maxBitrateKbps: number;
  /** The most media bytes that all live streams together hold in memory. */
  readonly memoryBytes: number;
}

/** Playback over WebRTC. */
export interface WebRtcSettings {
  /** The UDP port of all viewers. */
  readonly port: number;
  /** The address to listen on; null for all addresses of the machine. */
  readonly bindAddress: string | null;
  /** The addresses at which viewers reach the port; if empty, those of the machine. */
  readonly addresses: readonly string[];
  /** The URLs of STUN and TURN servers that players get. */
  readonly iceServers: readonly string[];
  /** The secret shared with the TURN servers, which verify the passwords that are made with it. */
  readonly turnSecret: string | null;
  /** The most viewers of this process. */
  readonly maxViewers: number;
}

export const DEFAULT_MEDIA_SETTINGS: MediaSettings = {
  partTargetSeconds: 1 / 3,
  segmentMinSeconds: 2,
  liveWindowSeconds: 60,
  graceSeconds: 30,
  deadAfterSeconds: 3,
  maxStreams: 100,
  maxBitrateKbps: 20_000,
  memoryBytes: 1024 ** 3,
};
