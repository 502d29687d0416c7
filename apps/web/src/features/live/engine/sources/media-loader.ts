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
import type { TransferMonitor } from '../quality/transfer-monitor.ts';
import { alignDecodeTimes } from './decode-times.ts';

/**
 * The loader of one player: what a rendition has between two discontinuities has the same delay.
 * @param transfers learns of all downloads
 */
export function mediaLoader(transfers?: TransferMonitor): FragmentLoaderConstructor {
  const delays = new Map<string, number>();
  return class MediaLoader implements Loader<FragmentLoaderContext> {
    readonly #loader: Loader<LoaderContext>;
    context: FragmentLoaderContext | null = null;

    constructor(config: HlsConfig) {
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
      if (sn !== 'initSegment') {
        const { duration, end } = context.part ?? context.frag;
        transfers?.begin(this.stats, { isMain: type === 'main', durationSeconds: duration, endSeconds: end });
      }
      const end = (stats: LoaderStats, isComplete: boolean) =>
        transfers?.end(stats, performance.now(), isComplete);
      this.#loader.load(context, config, {
        onSuccess(response, stats, _, details) {
          end(stats, true);
          if (type === 'main' && sn !== 'initSegment' && response.data instanceof ArrayBuffer) {
            const delay = alignDecodeTimes(response.data, delays.get(run));
            if (delay !== undefined) delays.set(run, delay);
          }
          onSuccess(response, stats, context, details);
        },
        onError(error, _, details, stats) {
          end(stats, false);
          onError(error, context, details, stats);
        },
        onTimeout(stats, _, details) {
          end(stats, false);
          onTimeout(stats, context, details);
        },
        onAbort(stats, _, details) {
          end(stats, false);
          onAbort?.(stats, context, details);
        },
      });
    }

    abort(): void {
      this.#loader.abort();
    }

    destroy(): void {
      transfers?.end(this.stats, performance.now(), false);
      this.#loader.destroy();
      this.context = null;
    }

    getCacheAge(): number | null {
      return this.#loader.getCacheAge?.() ?? null;
    }

    getResponseHeader(name: string): string | null {
      return this.#loader.getResponseHeader?.(name) ?? null;
    }
  };
}
