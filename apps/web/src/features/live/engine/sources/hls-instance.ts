/** How hls.js is loaded and configured. */
import type Hls from 'hls.js';
import type { HlsConfig, RetryConfig } from 'hls.js';
import type { EarlyParts } from '../quality/early-parts.ts';
import type { TransferMonitor } from '../quality/transfer-monitor.ts';
import { addressLoader } from './address-loader.ts';
import { mediaLoader } from './media-loader.ts';
import type { PartSupply } from './part-supply.ts';
import { streamControllers } from './stream-controllers.ts';

export type HlsModule = typeof import('hls.js');

export interface HlsSettings {
  /** A small, muted preview: whole segments and a short buffer. */
  readonly preview: boolean;
  /** Learns of all downloads. */
  readonly transfers?: TransferMonitor;
  /** Requests parts before hls.js does. */
  readonly early?: EarlyParts;
  /** Has parts from elsewhere than their URLs. */
  readonly supply?: Pick<PartSupply, 'supplier'>;
}

/** Whether hls.js can play here: there is a Media Source, managed or not. */
export function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}

/** Loads the full build of hls.js, since the light one does not support separate audio renditions. */
export function loadHls(): Promise<HlsModule> {
  return import('hls.js');
}

/** An hls.js without a URL that plays by `settings`, and by `config` where that differs. */
export function createHls(module: HlsModule, settings: HlsSettings, config?: Partial<HlsConfig>): Hls {
  const { default: HlsClass } = module;
  return new HlsClass({
    ...hlsConfig(settings),
    loader: addressLoader(HlsClass.DefaultConfig.loader),
    fLoader: mediaLoader(settings),
    ...streamControllers(module),
    ...config,
  });
}

/** Retries what may pass: no connection, a timeout, a server error. Never a 4xx. */
function retry(maxNumRetry: number, retryDelayMs = 400): RetryConfig {
  return {
    maxNumRetry,
    retryDelayMs,
    maxRetryDelayMs: 2_000,
    shouldRetry: (_config, count, isTimeout, response) => {
      const status = response?.code ?? 0;
      return count < maxNumRetry && (isTimeout || status === 0 || status >= 500);
    },
  };
}

/** A few quick retries bridge a hiccup; after those, SourceController takes over. */
const quickRetries = { timeoutRetry: retry(2), errorRetry: retry(3) };

function hlsConfig({ preview }: HlsSettings): Partial<HlsConfig> {
  return {
    lowLatencyMode: !preview,
    startFragPrefetch: true,
    // LatencyPolicy controls the distance from live; these two would interfere with it.
    maxLiveSyncPlaybackRate: 1,
    liveSyncOnStallIncrease: 0,
    liveDurationInfinity: true,
    maxBufferLength: preview ? 6 : 12,
    maxMaxBufferLength: preview ? 6 : 30,
    backBufferLength: preview ? 2 : 30,
    // After an encoder reconnects, the two tracks may begin a few frames apart.
    maxBufferHole: 0.3,
    detectStallWithCurrentTimeMs: 800,
    highBufferWatchdogPeriod: 1,
    capLevelToPlayerSize: true,
    abrEwmaDefaultEstimate: 4_000_000,
    testBandwidth: false,
    enableWorker: false,
    enableInterstitialPlayback: false,
    enableID3MetadataCues: false,
    enableDateRangeMetadataCues: false,
    enableEmsgMetadataCues: false,
    // ClosedCaptions decodes them.
    enableCEA708Captions: false,
    manifestLoadPolicy: {
      default: { maxTimeToFirstByteMs: 8_000, maxLoadTimeMs: 10_000, ...quickRetries },
    },
    // A server may hold a blocking reload for three target durations before it refuses (RFC 8216bis, 6.2.5.2).
    playlistLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: 35_000,
        maxLoadTimeMs: 40_000,
        errorRetry: retry(3),
        // hls.js waits no longer than three parts or most of a segment in low latency mode. So a tunnel of ten seconds is
        // a few of these, and the first playlist after it should not wait for a delay.
        timeoutRetry: retry(6, 0),
      },
    },
    fragLoadPolicy: {
      default: { maxTimeToFirstByteMs: 8_000, maxLoadTimeMs: 30_000, ...quickRetries },
    },
  };
}

/**
 * Leaves only the first variant of the multivariant playlist, before any is loaded: a preview is too short for the server
 * to begin another rendition for it.
 */
export function keepFirstLevel({ Events }: HlsModule, hls: Hls): void {
  hls.once(Events.MANIFEST_PARSED, () => {
    const { firstLevel, levels } = hls;
    // The last first, so that the indexes of the others stay valid.
    for (let i = levels.length - 1; i >= 0; i -= 1) if (i !== firstLevel) hls.removeLevel(i);
  });
}
