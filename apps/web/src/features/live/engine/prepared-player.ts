import { type Cancel, type Clock, systemClock } from './media/environment.ts';
import { createPlayerView, type PlayerView, type ViewOptions } from './player-view.ts';
import { createRecordingView, type RecordingView } from './recording/recording-view.ts';

/** A page that has not shown its player by then shows something else. */
const UNUSED_LIMIT_MS = 10_000;
/** The mini player, or the page that is opened next, takes a kept player at once. */
const LEFT_LIMIT_MS = 1_000;

/** A recording that plays from a position on. */
export interface StartedRecording extends RecordingView {
  readonly startSeconds: number;
}

interface Prepared {
  readonly url: string;
  readonly muted: boolean;
  readonly view: PlayerView | StartedRecording;
  cancelTimer: Cancel;
}

/**
 * Starts the player of a stream or of a recording before its page is rendered, and keeps that of a page that is left. Holds
 * one player, for whatever shows the same URL and does not decide about autoplay itself.
 */
export class PreparedPlayer {
  readonly #clock: Clock;
  readonly #createLive: typeof createPlayerView;
  readonly #createRecording: typeof createRecordingView;
  #prepared: Prepared | null = null;

  constructor(clock: Clock, createLive = createPlayerView, createRecording = createRecordingView) {
    this.#clock = clock;
    this.#createLive = createLive;
    this.#createRecording = createRecording;
  }

  /** Starts loading the stream at `url`, which plays once the page shows the player. */
  prepare(url: string, muted = false): PlayerView {
    const known = this.#viewOf(url, muted);
    if (known !== null && !('startSeconds' in known)) return known;
    const view = this.#hold(url, muted, this.#createLive({ muted }));
    view.player.load(url);
    return view;
  }

  /** Plays the recording at `url`. Show it in the page at once. */
  prepareRecording(url: string, startSeconds: number, muted = false): RecordingView {
    const known = this.#viewOf(url, muted);
    if (known !== null && 'startSeconds' in known) return known;
    const view = this.#hold(url, muted, { ...this.#createRecording({ muted }), startSeconds });
    view.player.load(url, { seconds: startSeconds });
    return view;
  }

  /** Keeps the player of a page that is left, for the page or the mini player that shows the same next. */
  keep(url: string, view: PlayerView | StartedRecording, muted = false): void {
    this.#hold(url, muted, view, LEFT_LIMIT_MS);
  }

  /** Hands over the player that was prepared for the stream at `url` and `options`, or null. */
  take(url: string | null, options: ViewOptions = {}): PlayerView | null {
    const view = this.#take(url, options);
    return view === null || 'startSeconds' in view ? null : view;
  }

  /** Hands over the player that was prepared for the recording at `url` and `options`, or null. */
  takeRecording(url: string, options: ViewOptions = {}): StartedRecording | null {
    const view = this.#take(url, options);
    return view !== null && 'startSeconds' in view ? view : null;
  }

  #viewOf(url: string, muted: boolean): Prepared['view'] | null {
    return this.#prepared?.url === url && this.#prepared.muted === muted ? this.#prepared.view : null;
  }

  #hold<View extends Prepared['view']>(
    url: string,
    muted: boolean,
    view: View,
    limitMs = UNUSED_LIMIT_MS,
  ): View {
    this.#drop();
    this.#prepared = { url, muted, view, cancelTimer: this.#dropAfter(limitMs) };
    return view;
  }

  #take(url: string | null, { preview, muted = false, autoplay }: ViewOptions): Prepared['view'] | null {
    if (url === null || preview || autoplay !== undefined) return null;
    const view = this.#viewOf(url, muted);
    if (view === null) return null;
    this.#prepared?.cancelTimer();
    this.#prepared = null;
    return view;
  }

  #dropAfter(limitMs: number): Cancel {
    return this.#clock.after(limitMs, () => {
      if (!this.#prepared) return;
      // On a slow connection, a stream may play for a while before the app has loaded.
      if (this.#prepared.view.video.isConnected) this.#prepared.cancelTimer = this.#dropAfter(limitMs);
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
