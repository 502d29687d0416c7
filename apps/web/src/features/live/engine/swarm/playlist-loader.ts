/**
 * Loads playlists for hls.js: from the instance, and while it does not answer from peers, and from mirrors by HTTP where
 * peers have none. Those of peers and mirrors are signed by the instance and verified before hls.js gets them.
 */
import { renditionNumber } from '@tributary/swarm/manifest/playlist-manifest';
import type { VerifiedPlaylist } from '@tributary/swarm/playlists/playlist-verifier';
import type { SessionPlaylists } from '@tributary/swarm/session/session-playlists';
import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderStats,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js';
import type { Cancel, Clock } from '../media/environment.ts';
import type { HttpMirrors } from './http-mirrors.ts';

/** Peers are asked as well once the instance has not answered for this time: parts come three times a second. */
const QUIET_MS = 800;
/** Peers have this time for an answer before mirrors are asked, unless a mirror has served before. */
const PEERS_FIRST_MS = 400;
/** Mirrors are asked once a request to the instance has had no answer for this time. Silent encoders rarely take so long. */
const SILENT_MS = 4_000;
/** A failed request is told to hls.js if no peer has answered for this time. */
const PATIENCE_MS = 5_000;
/** The instance is asked again after this time, which doubles with each failure. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;

/** Whether the instance answers, for all renditions of a stream. */
class OriginState {
  readonly #clock: Clock;
  #failures = 0;
  #retryAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isAway(): boolean {
    return this.#failures > 0;
  }

  get mayTry(): boolean {
    return this.#clock.now() >= this.#retryAtMs;
  }

  answered(): void {
    this.#failures = 0;
    this.#retryAtMs = 0;
  }

  failed(): void {
    this.#retryAtMs =
      this.#clock.now() + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
  }
}

/** The number of the rendition whose media playlist this is; null for other playlists. */
function renditionOf(url: string): number | null {
  const [, name] = /\/live\/[^/]+\/[^/]+\/([\w-]+)\.m3u8/.exec(url) ?? [];
  return name === undefined ? null : renditionNumber(name);
}

export function playlistLoader(
  playlists: SessionPlaylists,
  mirrors: Pick<HttpMirrors, 'isServing' | 'playlist' | 'returned'>,
  clock: Clock,
): PlaylistLoaderConstructor {
  const origin = new OriginState(clock);
  return class PlaylistLoader implements Loader<PlaylistLoaderContext> {
    readonly #loader: Loader<PlaylistLoaderContext>;
    context: PlaylistLoaderContext | null = null;
    #cancels: Cancel[] = [];

    constructor(config: HlsConfig) {
      // hls.js gives its own loader the contexts of playlists as well.
      this.#loader = new config.loader(config) as unknown as Loader<PlaylistLoaderContext>;
    }

    get stats(): LoaderStats {
      return this.#loader.stats;
    }

    load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      this.context = context;
      const rendition = renditionOf(context.url);
      if (rendition === null) return void this.#loader.load(context, config, callbacks);
      const start = clock.now();
      let isOver = false;
      /** Tells hls.js of the failure, unless a peer answers before. */
      let fail: (() => void) | null = null;
      const finish = (call: () => void): void => {
        if (isOver) return;
        isOver = true;
        this.#end();
        call();
      };
      const give = ({ text }: VerifiedPlaylist): void =>
        finish(() => {
          if (!origin.isAway) origin.failed();
          // A mirror takes the place of the instance for parts, too.
          if (mirrors.isServing) playlists.originAnswered();
          this.#loader.abort();
          const { stats } = this;
          const now = clock.now();
          stats.aborted = false;
          stats.loading = { start, first: now, end: now };
          stats.loaded = text.length;
          stats.total = text.length;
          callbacks.onSuccess({ url: context.url, data: text, code: 200 }, stats, context, null);
        });
      let hasAskedPeers = false;
      let hasAskedMirrors = false;
      const askMirrors = (): void => {
        if (hasAskedMirrors) return;
        hasAskedMirrors = true;
        const verify = (text: string) => playlists.verify(rendition, text);
        this.#cancels.push(mirrors.playlist(context.url, verify, give));
      };
      const askPeers = (mirrorsAfterMs = mirrors.isServing ? 0 : PEERS_FIRST_MS): void => {
        this.#cancels.push(clock.after(mirrorsAfterMs, askMirrors));
        if (hasAskedPeers) return;
        hasAskedPeers = true;
        const isWhole = !context.url.includes('_HLS_skip=');
        this.#cancels.push(playlists.want({ rendition, isWhole }, give));
      };
      const failed = (tell: () => void): void => {
        origin.failed();
        if (isOver) return;
        fail = tell;
        askPeers();
        this.#cancels.push(clock.after(PATIENCE_MS, () => finish(() => fail?.())));
      };
      const askInstance = (): void =>
        this.#loader.load(context, config, {
          onSuccess: (response, stats, _, details) => {
            finish(() => {
              origin.answered();
              mirrors.returned();
              playlists.originAnswered();
              callbacks.onSuccess(response, stats, context, details);
            });
          },
          onError: (error, _, details, stats) => {
            const tell = () => callbacks.onError(error, context, details, stats);
            // An answer below 500 is one of the instance, and 503 ends a blocking reload of a silent stream.
            if ((error.code > 0 && error.code < 500) || error.code === 503) finish(tell);
            else failed(tell);
          },
          onTimeout: (stats, _, details) => failed(() => callbacks.onTimeout(stats, context, details)),
          onAbort: (stats, _, details) => {
            if (!isOver) callbacks.onAbort?.(stats, context, details);
          },
        });
      if (origin.mayTry) {
        askInstance();
        if (origin.isAway) askPeers();
        else this.#cancels.push(clock.after(QUIET_MS, () => askPeers(SILENT_MS - QUIET_MS)));
      } else {
        askPeers();
        this.#cancels.push(clock.after(PATIENCE_MS, askInstance));
      }
    }

    abort(): void {
      this.#end();
      this.#loader.abort();
    }

    destroy(): void {
      this.#end();
      this.#loader.destroy();
      this.context = null;
    }

    getCacheAge(): number | null {
      return this.#loader.getCacheAge?.() ?? null;
    }

    getResponseHeader(name: string): string | null {
      return this.#loader.getResponseHeader?.(name) ?? null;
    }

    #end(): void {
      for (const cancel of this.#cancels) cancel();
      this.#cancels = [];
    }
  };
}
