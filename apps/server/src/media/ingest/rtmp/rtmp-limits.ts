/** What one connection and the server may use; every one of them closes a connection with a counted reason. */
export interface RtmpLimits {
  readonly maxConnections: number;
  /** Of one address, not publishing: whoever only knocks cannot take every place. */
  readonly maxIdlePerAddress: number;
  /** From the first byte to the end of the handshake. */
  readonly handshakeTimeoutMs: number;
  /** From the handshake to an accepted publish, and again after an unpublish. */
  readonly publishTimeoutMs: number;
  /** Between two media messages of a publisher. */
  readonly idleTimeoutMs: number;
  /** For the peer to close its side after we closed ours. */
  readonly lingerMs: number;
  readonly maxChunkStreams: number;
  /** Video, once a publish was accepted; before, nothing is longer than a command. */
  readonly maxMediaBytes: number;
  /** A frame of sound: AAC's takes 6144 bits a channel at most (ISO/IEC 14496-3 section 4.5.3.3), Opus's 61 kB. */
  readonly maxAudioBytes: number;
  readonly maxCommandBytes: number;
  readonly maxPartialBytes: number;
  /** Sent and not yet taken by the peer. */
  readonly maxUnsentBytes: number;
}

export const DEFAULT_RTMP_LIMITS: RtmpLimits = {
  maxConnections: 1000,
  maxIdlePerAddress: 100,
  handshakeTimeoutMs: 10_000,
  publishTimeoutMs: 15_000,
  idleTimeoutMs: 20_000,
  lingerMs: 1000,
  maxChunkStreams: 32,
  maxMediaBytes: 16 * 1024 * 1024 - 1,
  maxAudioBytes: 64 * 1024,
  maxCommandBytes: 64 * 1024,
  maxPartialBytes: 20 * 1024 * 1024,
  maxUnsentBytes: 256 * 1024,
};
