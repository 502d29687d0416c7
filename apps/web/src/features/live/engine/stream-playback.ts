import { LivePlayer } from './live/player.ts';
import { Store } from './media/store.ts';
import {
  createElements,
  createPlayerView,
  type PlayerElements,
  showPlayerIn,
  type ViewOptions,
} from './player-view.ts';
import { preparedPlayer } from './prepared-player.ts';
import { RecordingPlayer, type RecordingStart } from './recording/recording-player.ts';
import { createRecordingView } from './recording/recording-view.ts';

/** What to play: a stream at its live edge, or its recording. */
export type Target =
  | { readonly kind: 'live'; readonly url: string }
  | { readonly kind: 'recording'; readonly url: string; readonly start: RecordingStart };

export type StreamPlayer = LivePlayer | RecordingPlayer;

/**
 * Plays a stream live or from its recording, in the same elements. When it changes between the two, the last frame
 * stays until the first one of the other.
 */
export class StreamPlayback {
  readonly store = new Store<{
    readonly player: StreamPlayer | null;
    readonly video: HTMLVideoElement | null;
  }>({ player: null, video: null });
  readonly #options: ViewOptions;
  readonly #box: Element;
  #elements: PlayerElements | null = null;
  readonly #createLive: typeof createPlayerView;
  readonly #createRecording: typeof createRecordingView;
  #liveUrl: string | null = null;
  /** The recording that plays, or played last. */
  #recording: { readonly url: string; readonly start: RecordingStart } | null = null;

  /** @param box an empty element of the page, which gets the player's elements */
  constructor(
    box: Element,
    options: ViewOptions,
    createLive = createPlayerView,
    createRecording = createRecordingView,
  ) {
    this.#box = box;
    this.#options = options;
    this.#createLive = createLive;
    this.#createRecording = createRecording;
  }

  show(target: Target | null): void {
    const { player } = this.store.get();
    if (target === null) {
      if (player instanceof LivePlayer) player.load(null);
    } else if (target.kind === 'live') {
      this.#liveUrl = target.url;
      if (player instanceof LivePlayer) player.load(target.url);
      else this.#playLive(target.url);
    } else if (player instanceof RecordingPlayer && this.#recording !== null) {
      this.#changeRecording(player, this.#recording, target);
    } else {
      this.#playRecording(target.url, target.start);
    }
  }

  /** Shows nothing any more. A player that plays is kept for what shows the same URL next. */
  leave(): void {
    const { player } = this.store.get();
    this.store.set({ player: null });
    if (!(player !== null && this.#keep(player))) player?.destroy();
  }

  /** @returns whether the player was kept */
  #keep(player: StreamPlayer): boolean {
    const { kind } = player.store.get().state;
    // A page of another site decides itself how playback starts.
    if (this.#elements === null || this.#options.autoplay !== undefined) return false;
    if (kind !== 'playing' && kind !== 'stalled') return false;
    const { muted } = this.#options;
    if (player instanceof RecordingPlayer) {
      if (this.#recording === null) return false;
      const startSeconds = player.store.get().position;
      preparedPlayer.keep(this.#recording.url, { ...this.#elements, player, startSeconds }, muted);
    } else {
      if (this.#liveUrl === null) return false;
      preparedPlayer.keep(this.#liveUrl, { ...this.#elements, player }, muted);
    }
    return true;
  }

  /** Seeks only where another start was chosen: the page may show the same recording again, or at another URL. */
  #changeRecording(
    player: RecordingPlayer,
    shown: { url: string; start: RecordingStart },
    { url, start }: typeof shown,
  ) {
    const isSeek = start !== shown.start;
    if (url !== shown.url) {
      this.#playRecording(url, isSeek ? start : { seconds: player.store.get().position });
    } else if (isSeek) {
      player.seek(start.seconds);
    }
    this.#recording = { url, start };
  }

  #playLive(url: string): void {
    const { player } = this.store.get();
    const options = this.#optionsAfter(player);
    player?.destroy();
    const view =
      (this.#elements === null ? preparedPlayer.take(url, options) : null) ??
      this.#createLive(options, this.#shownElements());
    this.#elements ??= view;
    showPlayerIn(this.#box, view);
    this.store.set({ player: view.player, video: view.video });
    view.player.load(url);
  }

  #playRecording(url: string, start: RecordingStart): void {
    const { player } = this.store.get();
    const playing = player?.store.get().state.kind !== 'paused';
    const options = this.#optionsAfter(player);
    player?.destroy();
    const prepared = this.#elements === null ? preparedPlayer.takeRecording(url, options) : null;
    const view = prepared ?? this.#createRecording({ ...options, playing }, this.#shownElements());
    this.#elements ??= view;
    this.#recording = { url, start };
    this.store.set({ player: view.player, video: view.video });
    if (prepared === null) {
      view.player.load(url, start);
      return;
    }
    showPlayerIn(this.#box, view);
    // Where viewers who are signed in stopped is known only now.
    // The browser keeps whole seconds, an account milliseconds.
    if (Math.abs(prepared.startSeconds - start.seconds) >= 1) view.player.seek(start.seconds);
  }

  /** A player that takes over from another one plays at once, and is muted for the same reason. */
  #optionsAfter(player: StreamPlayer | null): ViewOptions {
    if (player === null) return this.#options;
    return { muted: player.store.get().autoMuted, autoplay: true };
  }

  #shownElements(): PlayerElements {
    if (this.#elements === null) {
      this.#elements = createElements();
      this.#box.replaceChildren(this.#elements.video, this.#elements.heldFrame);
    }
    return this.#elements;
  }
}
