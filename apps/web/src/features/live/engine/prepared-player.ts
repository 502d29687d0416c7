import { type Cancel, type Clock, systemClock } from './environment.ts';
import { createPlayerView, type PlayerView, type ViewOptions } from './player-view.ts';

/** A page that has not shown its player by then shows something else. */
const UNUSED_LIMIT_MS = 10_000;

interface Prepared {
  readonly url: string;
  readonly muted: boolean;
  readonly view: PlayerView;
  cancelTimer: Cancel;
}

/**
 * Starts the player of a stream before its page is rendered. Holds one player, for the page that shows the
 * same URL and does not decide about autoplay itself.
 */
export class PreparedPlayer {
  readonly #clock: Clock;
  readonly #create: typeof createPlayerView;
  #prepared: Prepared | null = null;

  constructor(clock: Clock, create = createPlayerView) {
    this.#clock = clock;
    this.#create = create;
  }

  /** Starts loading `url`, which plays once the page shows the player. */
  prepare(url: string, muted = false): PlayerView {
    if (this.#prepared?.url === url && this.#prepared.muted === muted) return this.#prepared.view;
    this.#drop();
    const view = this.#create({ muted });
    this.#prepared = { url, muted, view, cancelTimer: this.#dropLater() };
    view.player.load(url);
    return view;
  }

  /** Hands over the player that was prepared for `url` and `options`, or null. */
  take(url: string | null, { preview, muted = false, autoplay }: ViewOptions = {}): PlayerView | null {
    const prepared = this.#prepared;
    if (prepared === null || prepared.url !== url || prepared.muted !== muted) return null;
    if (preview || autoplay !== undefined) return null;
    prepared.cancelTimer();
    this.#prepared = null;
    return prepared.view;
  }

  #dropLater(): Cancel {
    return this.#clock.after(UNUSED_LIMIT_MS, () => {
      if (!this.#prepared) return;
      // On a slow connection, a stream may play for a while before the app has loaded.
      if (this.#prepared.view.video.isConnected) this.#prepared.cancelTimer = this.#dropLater();
      else this.#drop();
    });
  }

  #drop(): void {
    this.#prepared?.cancelTimer();
    this.#prepared?.view.player.destroy();
    this.#prepared = null;
  }
}

export const preparedPlayer = new PreparedPlayer(systemClock);
