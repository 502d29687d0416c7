/**
 * The playlists of one rendition, one after another: by blocking reloads of the instance, and from peers while it does not
 * answer. The instance is tried again meanwhile, less and less often.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { SwarmSession } from '@tributary/swarm/session/swarm-session';
import { backoffMs } from './backoff.ts';
import { GoneError, load } from './instance-client.ts';
import type { PlaylistEdge } from './mirrored-playlist.ts';

/** Peers are asked as well once the instance has not answered a blocking reload for this time. */
const QUIET_MS = 800;

export interface PlaylistSourceSetup {
  /** The address of the media playlist. */
  readonly url: string;
  readonly rendition: number;
  readonly session: () => SwarmSession | null;
  readonly signal: AbortSignal;
}

export class PlaylistSource {
  readonly #setup: PlaylistSourceSetup;
  #failures = 0;
  #hasAnswered = true;
  /** The attempts to reach the instance again. */
  #asking: Promise<null> | null = null;

  constructor(setup: PlaylistSourceSetup) {
    this.#setup = setup;
  }

  /** Whether the instance has answered the last request. */
  get isOriginAway(): boolean {
    return !this.#hasAnswered;
  }

  /**
   * Gets the playlist behind this edge, which the caller verifies.
   * @throws GoneError where the instance has it no longer
   */
  async next(edge: PlaylistEdge | null): Promise<string> {
    for (;;) {
      const over = new AbortController();
      const signal = AbortSignal.any([over.signal, this.#setup.signal]);
      try {
        const instance = this.#hasAnswered ? this.#load(this.#urlBehind(edge), signal) : this.#untilBack();
        const text = await Promise.race([instance, this.#fromPeers(signal)]);
        if (text !== null) return text;
      } finally {
        over.abort();
      }
    }
  }

  /** @returns null where the instance does not answer */
  async #load(url: string, signal: AbortSignal): Promise<string | null> {
    try {
      const text = await (await load(url, signal)).text();
      this.#hasAnswered = true;
      this.#failures = 0;
      this.#setup.session()?.playlists.originAnswered();
      return text;
    } catch (error) {
      if (signal.aborted || error instanceof GoneError) throw error;
      this.#hasAnswered = false;
      this.#failures += 1;
      return null;
    }
  }

  /** Asks the instance again and again, while playlists come from peers. Resolves with null once it answers. */
  #untilBack(): Promise<null> {
    const { url, signal } = this.#setup;
    const ask = async (): Promise<null> => {
      try {
        do await delay(backoffMs(this.#failures), undefined, { signal });
        while ((await this.#load(url, signal)) === null);
        return null;
      } finally {
        this.#asking = null;
      }
    };
    this.#asking ??= ask();
    return this.#asking;
  }

  async #fromPeers(signal: AbortSignal): Promise<string> {
    if (this.#hasAnswered) await delay(QUIET_MS, undefined, { signal });
    for (;;) {
      const text = await this.#askPeers(signal);
      if (text !== null) return text;
      // There is no session yet.
      await delay(QUIET_MS, undefined, { signal });
    }
  }

  #askPeers(signal: AbortSignal): Promise<string | null> {
    const session = this.#setup.session();
    if (session === null) return Promise.resolve(null);
    const { rendition } = this.#setup;
    return new Promise((resolve, reject) => {
      const end = session.playlists.want({ rendition, isWhole: true }, ({ text }) => {
        this.#hasAnswered = false;
        resolve(text);
      });
      signal.addEventListener('abort', () => {
        end();
        reject(signal.reason);
      });
    });
  }

  #urlBehind(edge: PlaylistEdge | null): string {
    const { url } = this.#setup;
    if (edge === null) return url;
    return `${url}?_HLS_msn=${edge.msn}&_HLS_part=${edge.part + 1}`;
  }
}
