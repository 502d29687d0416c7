import {
  chooseQualityFor,
  DATA_SAVER_HEIGHT,
  dataSaver,
  setDataSaver,
} from '../quality/quality-preference.ts';
import { AUDIO_ONLY, AUTO, type Quality, type Source, type SourceEvents } from '../sources/source.ts';
import type { Clock, Environment } from './environment.ts';
import type { MediaElement } from './media-element.ts';
import { collectStatistics, FrameRateMeter, type PlaybackStatistics } from './playback-statistics.ts';
import { type Facts, NO_FACTS, type PlayerEvent, type PlayerState, reduce, stateOf } from './player-state.ts';
import { isPlayRefused, Sound, type SoundState } from './sound.ts';
import { SourceController } from './source-controller.ts';
import { Store } from './store.ts';

/** How often a player looks at the playhead. */
export const TICK_MS = 250;

/** What the interface shows of every player. */
export interface MediaSnapshot extends SoundState {
  readonly state: PlayerState;
  /** The server refuses what is gated: this browser's access must be renewed. */
  readonly forbidden: boolean;
  /** The last frame covers the element while its source is replaced. */
  readonly frameHeld: boolean;
  readonly qualities: readonly Quality[];
  /** Index of the chosen quality, AUTO or AUDIO_ONLY. */
  readonly quality: number;
  /** What is on the screen, as `1080p60`; null while unknown. */
  readonly playingQuality: string | null;
  /** Automatic quality saves data. */
  readonly dataSaver: boolean;
}

export const INITIAL_MEDIA_SNAPSHOT: MediaSnapshot = {
  state: { kind: 'idle' },
  muted: false,
  volume: 1,
  autoMuted: false,
  forbidden: false,
  frameHeld: false,
  qualities: [],
  quality: AUTO,
  playingQuality: null,
  dataSaver: false,
};

export interface MediaPlayerOptions {
  readonly video: MediaElement;
  readonly environment: Environment;
  /** Always muted, saves no preferences, and does not correct its distance from live. */
  readonly preview?: boolean;
  /** Starts muted, whatever the viewer's preference. */
  readonly muted?: boolean;
  /** False: loads nothing before `play`. */
  readonly autoplay?: boolean;
  /** The elements show the last frame of another player until this one plays. */
  readonly frameHeld?: boolean;
  /** Keeps the current frame on screen while the source is replaced. */
  readonly holdFrame?: () => void;
}

/** Plays sources in one media element: what players of streams and of recordings have in common. */
export abstract class MediaPlayer<S extends Source, T extends MediaSnapshot> {
  readonly store: Store<T>;
  protected readonly video: MediaElement;
  protected readonly clock: Clock;
  protected readonly sources: SourceController<S>;
  protected facts: Facts;
  /** Nothing is loaded before the viewer plays for the first time. */
  protected awaitingGesture: boolean;
  readonly #shared: Store<MediaSnapshot>;
  readonly #sound: Sound;
  readonly #holdFrame: (() => void) | undefined;
  readonly #frameRate = new FrameRateMeter();
  readonly #listening = new AbortController();
  readonly #stopTicking: () => void;

  protected constructor(options: MediaPlayerOptions, initial: T, playRequested: boolean) {
    const { video, environment, preview = false, muted = false, autoplay, frameHeld = false } = options;
    this.video = video;
    this.clock = environment.clock;
    this.facts = { ...NO_FACTS, playRequested };
    this.awaitingGesture = autoplay === false;
    this.#holdFrame = options.holdFrame;
    this.sources = new SourceController<S>((url, events) => this.openSource(url, events), environment, {
      onEvent: (event) => this.onSourceEvent(event),
      onReady: () => this.onReady(),
      onFirstFrame: () => this.#onFirstFrame(),
      onOpened: () => this.onOpened(),
      onClosing: () => this.onClosing(),
    });
    this.#sound = new Sound(video, { preview, muted }, (state) => this.#shared.set(state));
    this.store = new Store<T>({ ...initial, ...this.#sound.state, frameHeld, dataSaver: dataSaver() });
    this.#shared = this.store;
    this.#listen();
    this.#stopTicking = this.clock.every(TICK_MS, () => this.tick());
  }

  abstract play(): void;

  pause(): void {
    this.video.pause();
    this.onPause();
  }

  setMuted(muted: boolean): void {
    this.#sound.setMuted(muted);
  }

  /** @param volume from 0 to 1; anything beyond is clamped */
  setVolume(volume: number): void {
    this.#sound.setVolume(volume);
  }

  /** @param index of one of the snapshot's qualities, or AUTO */
  chooseQuality(index: number): void {
    const wasSound = this.#shared.get().quality === AUDIO_ONLY;
    if (index === AUDIO_ONLY) chooseQualityFor({ kind: 'audio' });
    else this.sources.source?.chooseQuality(index);
    this.#shared.set({ quality: index });
    // The element plays the sound alone from another source.
    if (wasSound !== (index === AUDIO_ONLY)) void this.sources.reopen();
  }

  /** Remembered in this browser. */
  setDataSaver(isOn: boolean): void {
    setDataSaver(isOn);
    this.sources.source?.setMaxHeight(isOn ? DATA_SAVER_HEIGHT : null);
    this.#shared.set({ dataSaver: isOn });
  }

  statistics(): PlaybackStatistics {
    return collectStatistics(this.video, this.sources.source, this.#frameRate, this.clock.now());
  }

  destroy(): void {
    this.#stopTicking();
    this.#listening.abort();
    this.sources.destroy();
  }

  protected abstract openSource(url: string, events: SourceEvents): Promise<S>;
  protected abstract tick(): void;
  protected abstract onOpened(): void;

  protected onSourceEvent(event: PlayerEvent): void {
    this.dispatch(event);
  }

  protected onReady(): void {
    void this.playElement();
  }

  protected onClosing(): void {
    if (!this.facts.started) return;
    this.#holdFrame?.();
    this.#shared.set({ frameHeld: true });
  }

  protected onPause(): void {
    this.dispatch({ type: 'pause' });
  }

  /** Listens to the element until the player is destroyed. */
  protected on(type: string, listener: () => void): void {
    this.video.addEventListener(type, listener, { signal: this.#listening.signal });
  }

  protected async playElement(): Promise<void> {
    if (!this.facts.playRequested || !this.sources.source) return;
    // A player that is prepared before its page is shown loads the stream, but makes no sound.
    if (!this.video.isConnected) return;
    if (await isPlayRefused(this.video, this.#sound)) this.dispatch({ type: 'blocked' });
  }

  protected dispatch(event: PlayerEvent): void {
    this.facts = reduce(this.facts, event);
    const state = stateOf(this.facts);
    if (JSON.stringify(state) !== JSON.stringify(this.#shared.get().state)) this.#shared.set({ state });
    this.#shared.set({ forbidden: this.facts.networkError === 'forbidden' });
  }

  #onFirstFrame(): void {
    if (!this.video.paused) this.dispatch({ type: 'advancing' });
    this.#shared.set({ frameHeld: false });
  }

  #listen(): void {
    this.on('pause', () => {
      // An element that loses its source pauses too, which is not the viewer's doing, and so do one at its end and one that
      // has left the page. WebKit also reports the pause of a play() that it refused only after the next, muted one has begun.
      const { paused, ended, readyState, isConnected } = this.video;
      if (this.sources.source && paused && !ended && readyState > 0 && isConnected) this.onPause();
    });
    this.on('play', () => {
      if (!this.facts.playRequested) this.play();
    });
    this.on('ended', () => this.dispatch({ type: 'ended' }));
    this.on('volumechange', () => this.#shared.set(this.#sound.state));
  }
}

/** Returns the old list where nothing changed, so that its subscribers are not notified. */
export function unlessEqual(old: readonly Quality[], fresh: readonly Quality[]): readonly Quality[] {
  const isEqual =
    old.length === fresh.length &&
    old.every(
      ({ label, isAvailable }, i) => label === fresh[i]?.label && isAvailable === fresh[i]?.isAvailable,
    );
  return isEqual ? old : fresh;
}
