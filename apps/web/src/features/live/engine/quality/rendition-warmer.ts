/**
 * Requests the playlist of a rendition before hls.js does. The server makes a rendition when a viewer requests it, which
 * takes a while, and hls.js loads nothing while it waits for a playlist.
 */
import type { Cancel, Clock } from '../media/environment.ts';
import { fetchMedia } from '../media/media-address.ts';

export interface PlaylistAnswer {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

/** Never rejects. */
export type RequestPlaylist = (url: string, signal: AbortSignal) => Promise<PlaylistAnswer>;

/** The server keeps a rendition for a minute after its last viewer. */
const WARM_MS = 45_000;
/** One that is kept ready is requested again after this time. */
const RENEW_MS = 20_000;
/** A rendition that the server refused is not requested for at least so long. */
const REFUSED_SECONDS = 20;
const NO_ANSWER_SECONDS = 2;

interface State {
  warmUntil: number;
  renewAt: number;
  refusedUntil: number;
  request: AbortController | null;
}

export class RenditionWarmer {
  readonly #clock: Clock;
  readonly #request: RequestPlaylist;
  readonly #states = new Map<string, State>();

  constructor(clock: Clock, request: RequestPlaylist) {
    this.#clock = clock;
    this.#request = request;
  }

  /** The server makes the rendition. */
  isWarm(url: string): boolean {
    return this.#clock.now() < this.#stateOf(url).warmUntil;
  }

  /** The server does not make it now. */
  isRefused(url: string): boolean {
    return this.#clock.now() < this.#stateOf(url).refusedUntil;
  }

  /** Has these renditions made, and no longer waits for others. */
  keep(urls: readonly string[]): void {
    for (const [url, state] of this.#states) {
      if (urls.includes(url)) continue;
      state.request?.abort();
      state.request = null;
    }
    const now = this.#clock.now();
    for (const url of urls) {
      const state = this.#stateOf(url);
      if (state.request === null && now >= state.refusedUntil && now >= state.renewAt)
        void this.#warm(url, state);
    }
  }

  /** hls.js plays it, so that it need not be requested. */
  noteWarm(url: string): void {
    const now = this.#clock.now();
    Object.assign(this.#stateOf(url), { warmUntil: now + WARM_MS, renewAt: now + RENEW_MS });
  }

  /** It is not used for a while. */
  refuse(url: string, seconds = REFUSED_SECONDS): void {
    const refusedUntil = this.#clock.now() + seconds * 1000;
    Object.assign(this.#stateOf(url), { refusedUntil, warmUntil: 0, renewAt: 0 });
  }

  close(): void {
    this.keep([]);
  }

  async #warm(url: string, state: State): Promise<void> {
    const request = new AbortController();
    state.request = request;
    const { status, retryAfterSeconds } = await this.#request(url, request.signal);
    if (state.request !== request) return;
    state.request = null;
    if (status === 200) this.noteWarm(url);
    // The network failed, which says nothing about the rendition.
    else if (status === 0) state.renewAt = this.#clock.now() + NO_ANSWER_SECONDS * 1000;
    else this.refuse(url, Math.max(REFUSED_SECONDS, retryAfterSeconds ?? 0));
  }

  #stateOf(url: string): State {
    let state = this.#states.get(url);
    if (state === undefined) {
      state = { warmUntil: 0, renewAt: 0, refusedUntil: 0, request: null };
      this.#states.set(url, state);
    }
    return state;
  }
}

/** A server holds the request until the rendition has media. */
const LIMIT_MS = 15_000;

/** Requests with `fetch`, which sends the same cookies as hls.js. */
export function requestWithFetch(clock: Clock): RequestPlaylist {
  return async (url, signal) => {
    const limit = new AbortController();
    const cancel: Cancel = clock.after(LIMIT_MS, () => limit.abort());
    try {
      const response = await fetchMedia(url, {
        cache: 'no-store',
        signal: AbortSignal.any([signal, limit.signal]),
      });
      // The body is read, so that the connection can be used again.
      await response.arrayBuffer();
      const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
      return { status: response.status, retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null };
    } catch {
      return { status: 0, retryAfterSeconds: null };
    } finally {
      cancel();
    }
  };
}
