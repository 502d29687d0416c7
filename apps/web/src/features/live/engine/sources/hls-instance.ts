import type { HlsConfig, RetryConfig } from 'hls.js';

/** Failed, but worth asking again: no connection, a timeout, a server that is busy. Never a 4xx. */
function retry(maxNumRetry: number): RetryConfig {
  return {
    maxNumRetry,
    retryDelayMs: 400,
    maxRetryDelayMs: 2_000,
    shouldRetry: (_config, count, isTimeout, response) => {
      const status = response?.code ?? 0;
      return count < maxNumRetry && (isTimeout || status === 0 || status >= 500);
    },
  };
}

/** A few quick retries over a hiccup; anything longer is the player's own recovery (player.ts). */
const quickRetries = { timeoutRetry: retry(2), errorRetry: retry(3) };

export interface HlsSettings {
  /** A picture for the corner of an eye: whole segments, the smallest encoding, little ahead. */
  readonly preview: boolean;
  /** The tallest picture to load, in lines; null: the best that fits. */
  readonly maxHeight: number | null;
  /** Nothing but the smallest encoding. */
  readonly lowData: boolean;
}

export function hlsConfig({ preview }: Pick<HlsSettings, 'preview'>): Partial<HlsConfig> {
  return {
    lowLatencyMode: !preview,
    startFragPrefetch: true,
    // The distance from live is LatencyPolicy's; these would work against it.
    maxLiveSyncPlaybackRate: 1,
    liveSyncOnStallIncrease: 0,
    liveDurationInfinity: true,
    maxBufferLength: preview ? 6 : 12,
    maxMaxBufferLength: preview ? 6 : 30,
    backBufferLength: preview ? 2 : 30,
    // After a reconnect the two tracks may begin a few frames apart.
    maxBufferHole: 0.3,
    detectStallWithCurrentTimeMs: 800,
    highBufferWatchdogPeriod: 1,
    capLevelToPlayerSize: true,
    abrEwmaDefaultEstimate: 4_000_000,
    testBandwidth: false,
    ...(preview && { startLevel: 0 }),
    enableWorker: false,
    enableInterstitialPlayback: false,
    enableID3MetadataCues: false,
    enableDateRangeMetadataCues: false,
    enableEmsgMetadataCues: false,
    manifestLoadPolicy: {
      default: { maxTimeToFirstByteMs: 8_000, maxLoadTimeMs: 10_000, ...quickRetries },
    },
    // A blocking reload may be held for three target durations (RFC 8216bis, 6.2.5.2) before it is refused.
    playlistLoadPolicy: {
      default: { maxTimeToFirstByteMs: 35_000, maxLoadTimeMs: 40_000, ...quickRetries },
    },
    fragLoadPolicy: {
      default: { maxTimeToFirstByteMs: 8_000, maxLoadTimeMs: 30_000, ...quickRetries },
    },
  };
}
