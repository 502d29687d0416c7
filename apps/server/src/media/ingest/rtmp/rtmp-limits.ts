/** The limits of the server and of one connection. Exceeding one closes the connection with a counted reason. */
export interface RtmpLimits {
  readonly maxConnections: number;
  /** Connections of one network. */
  readonly maxPerNetwork: number;
  /** Connections of one network that do not publish, so that they leave room for its publishers. */
  readonly maxIdlePerNetwork: number;
  /** Connections and publish requests of one network in a minute. */
  readonly maxAttemptsPerMinute: number;
  /** The time from the connection to the end of the handshake. */
  readonly handshakeTimeoutMs: number;
  /** The time from the handshake to an accepted publish, and again after an unpublish. */
  readonly publishTimeoutMs: number;
  /** The time between two media messages of a publisher. */
  readonly idleTimeoutMs: number;
  /** The time for the peer to close its side after the server closed its own. */
  readonly lingerMs: number;
  readonly maxChunkStreams: number;
  /** The size of a video message. Applies to publishers; before a publish, every message is limited to a command. */
  readonly maxMediaBytes: number;
  /**
   * The size of an audio message: AAC takes at most 6144 bits a channel (ISO/IEC 14496-3 section 4.5.3.3), Opus 61 kB.
   */
  readonly maxAudioBytes: number;
  readonly maxCommandBytes: number;
  readonly maxPartialBytes: number;
  /** The sent bytes that the peer has not read. */
  readonly maxUnsentBytes: number;
}

/** The subject of limits: a network, or several together that have a multiple of the limits of one. */
export interface RtmpNetwork {
  readonly name: string;
  readonly times: number;
}

/** The limits of a network that may have this many connections. */
export function limitsPerNetwork(connections: number) {
  return {
    maxPerNetwork: connections,
    maxIdlePerNetwork: Math.ceil(connections / 2),
    // The limit allows two reconnections of all its encoders, which connect and then publish.
    maxAttemptsPerMinute: connections * 4,
  };
}

export const DEFAULT_RTMP_LIMITS: RtmpLimits = {
  maxConnections: 1000,
  ...limitsPerNetwork(100),
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
