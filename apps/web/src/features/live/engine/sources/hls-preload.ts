import type Hls from 'hls.js';
import { type Cancel, type Clock, systemClock } from '../environment.ts';
import { createHls, type HlsSettings, hasMediaSource, loadHls } from './hls-instance.ts';

/** A page that has not used its preload by then shows something else. */
const UNUSED_LIMIT_MS = 10_000;

interface Preload {
  readonly url: string;
  readonly hls: Hls;
  readonly cancelTimer: Cancel;
}

/**
 * Loads a stream's playlists while its page is still being rendered: hls.js accepts a URL before it
 * has an element. Holds one stream at a time, for the player that opens the same URL.
 */
export class HlsPreloader {
  readonly #clock: Clock;
  readonly #load: typeof loadHls;
  #preload: Preload | null = null;

  constructor(clock: Clock, load = loadHls) {
    this.#clock = clock;
    this.#load = load;
  }

  /** Starts loading `url`. Failures are dropped here: the player loads the stream again and reports them. */
  async start(url: string, settings: HlsSettings): Promise<void> {
    if (!hasMediaSource() || this.#preload?.url === url) return;
    const module = await this.#load();
    this.#drop();
    const hls = createHls(module, settings);
    const cancelTimer = this.#clock.after(UNUSED_LIMIT_MS, () => this.#drop());
    const preload = { url, hls, cancelTimer };
    this.#preload = preload;
    hls.once(module.Events.ERROR, () => {
      if (this.#preload === preload) this.#drop();
    });
    hls.loadSource(url);
  }

  /** Hands over what was preloaded for `url`, or null. */
  take(url: string): Hls | null {
    if (this.#preload?.url !== url) return null;
    const { hls, cancelTimer } = this.#preload;
    cancelTimer();
    this.#preload = null;
    return hls;
  }

  #drop(): void {
    this.#preload?.cancelTimer();
    this.#preload?.hls.destroy();
    this.#preload = null;
  }
}

export const hlsPreloader = new HlsPreloader(systemClock);
