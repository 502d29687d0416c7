/** Loads for hls.js from where media is (`media-address.ts`), while hls.js knows the address at the instance. */
import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from 'hls.js';
import { mediaAddress, turnsToInstance } from '../media/media-address.ts';

/** @param Base the loader that requests */
export function addressLoader(Base: HlsConfig['loader']): HlsConfig['loader'] {
  return class AddressLoader implements Loader<LoaderContext> {
    // A property, as in the loaders of hls.js: `beginningFirst` sets it for what it answers itself.
    context: LoaderContext | null = null;
    readonly #config: HlsConfig;
    #loader: Loader<LoaderContext>;

    constructor(config: HlsConfig) {
      // The context keeps its address, so only the request gets another.
      const xhrSetup = (xhr: XMLHttpRequest, url: string) => xhr.open('GET', mediaAddress(url), true);
      this.#config = { ...config, xhrSetup };
      this.#loader = new Base(this.#config);
    }

    get stats(): LoaderStats {
      return this.#loader.stats;
    }

    load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      this.context = context;
      this.#loader.load(context, config, {
        ...callbacks,
        onSuccess: (response, stats, given, details) => {
          // hls.js resolves what a playlist names against this address.
          callbacks.onSuccess({ ...response, url: context.url }, stats, given, details);
        },
        onError: (error, given, details, stats) => {
          if (!turnsToInstance(context.url, error.code)) {
            callbacks.onError(error, given, details, stats);
            return;
          }
          // A loader loads once.
          this.#loader.destroy();
          this.#loader = new Base(this.#config);
          this.load(context, config, callbacks);
        },
      });
    }

    abort(): void {
      this.#loader.abort();
    }

    destroy(): void {
      this.#loader.destroy();
    }

    getCacheAge(): number | null {
      return this.#loader.getCacheAge?.() ?? null;
    }

    getResponseHeader(name: string): string | null {
      return this.#loader.getResponseHeader?.(name) ?? null;
    }
  };
}
