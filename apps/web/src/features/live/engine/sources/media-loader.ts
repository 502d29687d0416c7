/**
 * Loads segments and parts for hls.js.
 *
 * After a discontinuity, hls.js takes the decode time of the first frame for the time at which it is shown. In video with
 * B-frames, that is later by the time that reordering takes, which would be a gap at each cut and interruption. Latency
 * stays: hls.js moves its time line to the presentation times of what it has loaded.
 */
import type {
  FragmentLoaderConstructor,
  FragmentLoaderContext,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from 'hls.js';
import type { EarlyParts } from '../quality/early-parts.ts';
import type { EarlyRequest } from '../quality/early-request.ts';
import type { TransferMonitor } from '../quality/transfer-monitor.ts';
import { alignDecodeTimes } from './decode-times.ts';
import type { PartSupplier } from './part-supply.ts';

interface MediaLoaderOptions {
  /** Learns of all downloads. */
  readonly transfers?: TransferMonitor;
  /** Requests parts before hls.js does. */
  readonly early?: EarlyParts;
  /** Has parts and segments from elsewhere. */
  readonly supply?: { readonly supplier: PartSupplier | null };
}

/** The loader of one player: what a rendition has between two discontinuities has the same delay. */
export function mediaLoader({
  transfers,
  early,
  supply,
}: MediaLoaderOptions = {}): FragmentLoaderConstructor {
  const delays = new Map<string, number>();
  return class MediaLoader implements Loader<FragmentLoaderContext> {
    readonly #loader: Loader<LoaderContext>;
    context: FragmentLoaderContext | null = null;
    /** Ends the wait for media from elsewhere. */
    #cancelSupply: (() => void) | null = null;
    #onAbort: (() => void) | null = null;
    readonly #config: HlsConfig;
    #earlyRequest: EarlyRequest | null = null;
    #stopWatching: () => void = () => {};

    constructor(config: HlsConfig) {
      this.#config = config;
      this.#loader = new config.loader(config);
    }

    get stats(): LoaderStats {
      return this.#loader.stats;
    }

    load(
      context: FragmentLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<FragmentLoaderContext>,
    ): void {
      this.context = context;
      const { onSuccess, onError, onTimeout, onAbort } = callbacks;
      const { type, sn, cc, level } = context.frag;
      const run = `${level}:${cc}`;
      const { duration, end: endSeconds } = context.part ?? context.frag;
      const media = { isMain: type === 'main', durationSeconds: duration, endSeconds };
      const align = (data: unknown) => {
        if (type !== 'main' || sn === 'initSegment' || !(data instanceof ArrayBuffer)) return;
        const delay = alignDecodeTimes(data, delays.get(run));
        if (delay !== undefined) delays.set(run, delay);
      };
      const end = (stats: LoaderStats, isComplete: boolean) => {
        this.#stopWatching();
        transfers?.end(stats, performance.now(), isComplete);
        // hls.js holds the figures of this loader, and those of an early request are of another one.
        return Object.assign(this.stats, stats);
      };
      const received: LoaderCallbacks<LoaderContext> = {
        onSuccess(response, stats, _, details) {
          const own = end(stats, true);
          supply?.supplier?.loaded(stats.loaded);
          align(response.data);
          onSuccess(response, own, context, details);
        },
        onError(error, _, details, stats) {
          onError(error, context, details, end(stats, false));
        },
        onTimeout(stats, _, details) {
          onTimeout(end(stats, false), context, details);
        },
        onAbort(stats, _, details) {
          onAbort?.(end(stats, false), context, details);
        },
      };
      const loadFromUrl = () => {
        const request = type === 'main' ? early?.take(context.url) : null;
        const { part } = context;
        // Other viewers may have the next part.
        if (early && part !== null && type === 'main' && !supply?.supplier) {
          const download = { part, context, config: this.#config, load: config };
          this.#stopWatching = early.watch(request?.loader.stats ?? this.stats, download);
        }
        if (request) {
          this.#earlyRequest = request;
          request.deliverTo(received);
          return;
        }
        if (sn !== 'initSegment') transfers?.begin(this.stats, media);
        this.#loader.load(context, config, received);
      };
      if (!supply?.supplier) {
        loadFromUrl();
        return;
      }
      const start = performance.now();
      this.#onAbort = () => onAbort?.(this.stats, context, null);
      this.#cancelSupply = supply.supplier.request(context.part ?? context.frag, (data) => {
        this.#cancelSupply = null;
        if (data === null) return loadFromUrl();
        const now = performance.now();
        const { stats } = this;
        stats.loading = { start, first: now, end: now };
        stats.loaded = data.byteLength;
        stats.total = data.byteLength;
        // The time since the request tells when peers had the part, and nothing about the network.
        const progress = {
          loading: { start: now, first: 0, end: now },
          loaded: stats.loaded,
          total: stats.total,
        };
        if (sn !== 'initSegment') {
          transfers?.begin(progress, media);
          transfers?.end(progress, now, true);
        }
        align(data);
        onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
      });
    }

    abort(): void {
      if (this.#cancelSupply === null) {
        (this.#earlyRequest?.loader ?? this.#loader).abort();
        return;
      }
      this.#endSupply();
      this.stats.aborted = true;
      this.#onAbort?.();
    }

    destroy(): void {
      this.#endSupply();
      this.#stopWatching();
      this.#earlyRequest?.cancel();
      transfers?.end(this.stats, performance.now(), false);
      this.#loader.destroy();
      this.context = null;
    }

    #endSupply(): void {
      this.#cancelSupply?.();
      this.#cancelSupply = null;
    }

    getCacheAge(): number | null {
      return this.#loader.getCacheAge?.() ?? null;
    }

    getResponseHeader(name: string): string | null {
      return this.#loader.getResponseHeader?.(name) ?? null;
    }
  };
}
