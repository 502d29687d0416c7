import type { Clock, Environment } from './environment.ts';
import type { MediaElement } from './media-element.ts';
import { collectStatistics, FrameRateMeter, type PlaybackStatistics } from './playback-statistics.ts';
import { type Facts, NO_FACTS, type PlayerEvent, type PlayerState, reduce, stateOf } from './player-state.ts';
import { isPlayRefused, Sound, type SoundState } from './sound.ts';
import { SourceController } from './source-controller.ts';
import type { OpenRecording, RecordingSource } from './sources/recording-source.ts';
import type { Quality } from './sources/source.ts';
import { Store } from './store.ts';

/** How often the player looks at the playhead. */
const TICK_MS = 250;
const STALL_AFTER_MS = 500;
/** The element's state from which on it shows a frame. */
const HAVE_CURRENT_DATA = 2;
/** A start that the playlist's dates put at least this far from the estimate is corrected. */
const START_TOLERANCE_SECONDS = 2;
const FRAME_SECONDS = 1 / 30;

export const MIN_RATE = 0.25;
export const MAX_RATE = 2;

/** What the interface shows of a player of a recording. */
export interface RecordingSnapshot extends SoundState {
  readonly state: PlayerState;
  /** Seconds from the beginning, to a tenth. */
  readonly position: number;
  /** Seconds of media that there are so far; 0 while unknown. */
  readonly duration: number;
  /** The end in seconds of what is buffered from the playhead on. */
  readonly bufferedTo: number;
  /** The stream still runs. */
  readonly isGrowing: boolean;
  readonly rate: number;
  /** The server refuses the recording: this browser's access must be renewed. */
  readonly forbidden: boolean;
  readonly frameHeld: boolean;
  readonly qualities: readonly Quality[];
  readonly quality: number;
}

/** Where playback begins. */
export interface RecordingStart {
  readonly seconds: number;
  /** The same as a wall time of the server, which is exact also where the stream was interrupted. */
  readonly dateMs?: number;
}

export interface RecordingPlayerOptions {
  readonly video: MediaElement;
  readonly openRecording: OpenRecording;
  readonly environment: Environment;
  readonly muted?: boolean;
  /** False: loads nothing before `play`. */
  readonly autoplay?: boolean;
  /** False: shows the frame at the start, and waits. */
  readonly playing?: boolean;
  /** The elements show the last frame of another player until this one does. */
  readonly frameHeld?: boolean;
  readonly holdFrame?: () => void;
}

/** Plays a recording in a media element, and recovers from whatever stops it. */
export class RecordingPlayer {
  readonly store: Store<RecordingSnapshot>;
  readonly #options: RecordingPlayerOptions;
  readonly #video: MediaElement;
  readonly #clock: Clock;
  readonly #sources: SourceController<RecordingSource>;
  readonly #sound: Sound;
  readonly #frameRate = new FrameRateMeter();
  readonly #listening = new AbortController();
  readonly #stopTicking: () => void;
  #facts: Facts;
  #url: string | null = null;
  /** Where the next source begins. */
  #start: RecordingStart = { seconds: 0 };
  /** The source has media, so that the element's position counts. */
  #isPlaced = false;
  #awaitingGesture: boolean;
  #lastTime = 0;
  #advancedAt = 0;

  constructor(options: RecordingPlayerOptions) {
    this.#options = options;
    this.#video = options.video;
    this.#clock = options.environment.clock;
    this.#awaitingGesture = options.autoplay === false;
    this.#facts = { ...NO_FACTS, playRequested: options.playing ?? true };
    this.#sources = new SourceController<RecordingSource>(
      (url, events) => options.openRecording(url, events, this.#start.seconds),
      options.environment,
      {
        // A closed playlist is the usual one here, not an end.
        onEvent: (event) => event.type !== 'closed' && this.#dispatch(event),
        onReady: () => this.#onReady(),
        onOpened: () => {
          this.#advancedAt = this.#clock.now();
        },
        onClosing: () => this.#holdFrame(),
      },
    );
    this.#sound = new Sound(this.#video, { preview: false, muted: options.muted ?? false }, (state) =>
      this.store.set(state),
    );
    this.store = new Store<RecordingSnapshot>({
      ...this.#sound.state,
      state: { kind: 'idle' },
      position: 0,
      duration: 0,
      bufferedTo: 0,
      isGrowing: false,
      rate: 1,
      forbidden: false,
      frameHeld: options.frameHeld ?? false,
      qualities: [],
      quality: -1,
    });
    this.#listen();
    this.#stopTicking = this.#clock.every(TICK_MS, () => this.#tick());
  }

  /** Plays `url` from `start` on. */
  load(url: string, start: RecordingStart = { seconds: 0 }): void {
    this.#url = url;
    this.#open(start);
  }

  /** Starts again where playback failed, at the viewer's request. */
  /** The wall time at which the present frame was live; null while unknown. */
  get dateMs(): number | null {
    return this.#isPlaced ? (this.#sources.source?.dateMs ?? null) : null;
  }

  retry(): void {
    this.#open({ seconds: this.store.get().position });
  }

  play(): void {
    this.#dispatch({ type: 'play' });
    if (this.#facts.ended) this.seek(0);
    if (!this.#awaitingGesture) return void this.#playElement();
    this.#awaitingGesture = false;
    if (this.#url !== null) this.#sources.open(this.#url);
  }

  /** Continues in an element that the page shows in another place now. */
  resume(): void {
    void this.#playElement();
  }

  pause(): void {
    this.#video.pause();
    this.#dispatch({ type: 'pause' });
  }

  toggle(): void {
    const { playRequested, blocked, ended } = this.#facts;
    if (playRequested && !blocked && !ended) this.pause();
    else this.play();
  }

  /** @param position in seconds; anything beyond the recording is clamped */
  seek(position: number): void {
    const { duration } = this.store.get();
    const seconds = Math.min(Math.max(0, position), duration || position);
    // A new source begins there; what has ended may go on.
    if (this.#facts.ended) this.#dispatch({ type: 'load' });
    this.store.set({ position: toTenths(seconds) });
    if (!this.#isPlaced) this.#start = { seconds };
    else {
      this.#video.currentTime = seconds;
      this.#lastTime = seconds;
      if (this.#facts.playRequested) void this.#playElement();
    }
  }

  /** @param seconds forward, or back where negative */
  seekBy(seconds: number): void {
    this.seek(this.store.get().position + seconds);
  }

  /** Shows the frame after or before the present one, while paused. */
  step(frames: number): void {
    if (!this.#facts.playRequested) this.seek(this.#video.currentTime + frames * FRAME_SECONDS);
  }

  setRate(rate: number): void {
    this.#video.playbackRate = Math.min(MAX_RATE, Math.max(MIN_RATE, rate));
    this.store.set({ rate: this.#video.playbackRate });
  }

  setMuted(muted: boolean): void {
    this.#sound.setMuted(muted);
  }

  setVolume(volume: number): void {
    this.#sound.setVolume(volume);
  }

  /** @param index of one of the snapshot's qualities, or -1 for automatic */
  chooseQuality(index: number): void {
    this.#sources.source?.chooseQuality(index);
    this.store.set({ quality: index });
  }

  statistics(): PlaybackStatistics {
    return collectStatistics(this.#video, this.#sources.source, this.#frameRate, this.#clock.now());
  }

  destroy(): void {
    this.#stopTicking();
    this.#listening.abort();
    this.#sources.destroy();
  }

  #listen(): void {
    const on = (type: string, listener: () => void) =>
      this.#video.addEventListener(type, listener, { signal: this.#listening.signal });
    on('pause', () => {
      // An element that loses its source pauses too, and so does one at its end.
      const { paused, ended, readyState } = this.#video;
      if (this.#sources.source && paused && !ended && readyState > 0) this.#dispatch({ type: 'pause' });
    });
    on('play', () => !this.#facts.playRequested && this.play());
    on('ended', () => {
      this.#publish();
      this.#dispatch({ type: 'ended' });
    });
    on('seeked', () => this.#publish());
    on('volumechange', () => this.store.set(this.#sound.state));
    on('ratechange', () => this.#isPlaced && this.store.set({ rate: this.#video.playbackRate }));
  }

  #open(start: RecordingStart): void {
    this.#start = start;
    this.#isPlaced = false;
    this.#dispatch({ type: 'load' });
    this.store.set({ position: toTenths(start.seconds) });
    if (this.#awaitingGesture) this.#dispatch({ type: 'blocked' });
    else if (this.#url !== null) this.#sources.open(this.#url);
  }

  #onReady(): void {
    // A new source resets the element's rate.
    this.setRate(this.store.get().rate);
    void this.#playElement();
  }

  async #playElement(): Promise<void> {
    if (!this.#facts.playRequested || !this.#sources.source) return;
    if (await isPlayRefused(this.#video, this.#sound)) this.#dispatch({ type: 'blocked' });
  }

  #holdFrame(): void {
    // A source that replaces this one continues where it was.
    if (this.#isPlaced) this.#start = { seconds: this.#video.currentTime };
    if (this.#facts.started) {
      this.#options.holdFrame?.();
      this.store.set({ frameHeld: true });
    }
    this.#isPlaced = false;
  }

  #tick(): void {
    const { source } = this.#sources;
    if (!source) return;
    if (!this.#isPlaced) this.#place(source);
    this.#observePlayhead();
    this.#publish();
  }

  /** Puts the playhead where it begins, once the playlist is known. */
  #place(source: RecordingSource): void {
    if (this.#video.readyState === 0 || source.lengthSeconds === null) return;
    this.#isPlaced = true;
    const { seconds, dateMs } = this.#start;
    const exact = (dateMs === undefined ? null : source.positionAt(dateMs)) ?? seconds;
    const isNear = Math.abs(this.#video.currentTime - exact) < START_TOLERANCE_SECONDS;
    if (!isNear) this.#video.currentTime = Math.min(exact, source.lengthSeconds);
  }

  #observePlayhead(): void {
    const { currentTime, paused, seeking, readyState } = this.#video;
    const hasAdvanced = currentTime > this.#lastTime && !seeking;
    this.#lastTime = currentTime;
    if (paused) {
      // A paused player shows the frame at its start, too.
      if (this.#isPlaced && !seeking && readyState >= HAVE_CURRENT_DATA) this.store.set({ frameHeld: false });
      this.#advancedAt = this.#clock.now();
    } else if (hasAdvanced) {
      this.#advancedAt = this.#clock.now();
      this.#sources.onPlaying();
      this.#dispatch({ type: 'advancing' });
      this.store.set({ frameHeld: false });
    } else if (this.#facts.advancing && this.#clock.now() - this.#advancedAt > STALL_AFTER_MS) {
      this.#dispatch({ type: 'stalled' });
    }
  }

  #publish(): void {
    const { source } = this.#sources;
    if (!source || !this.#isPlaced) return;
    const { currentTime, buffered, ended } = this.#video;
    const length = source.lengthSeconds ?? 0;
    const duration = Number.isFinite(this.#video.duration) ? this.#video.duration : length;
    let bufferedTo = currentTime;
    for (let i = 0; i < buffered.length; i++) {
      if (buffered.start(i) <= currentTime + 0.1) bufferedTo = Math.max(bufferedTo, buffered.end(i));
    }
    const { qualities } = this.store.get();
    this.store.set({
      position: ended ? duration : toTenths(currentTime),
      duration,
      bufferedTo: toTenths(bufferedTo),
      isGrowing: source.isGrowing,
      quality: source.quality,
      ...(qualities.length !== source.qualities.length && { qualities: source.qualities }),
    });
  }

  #dispatch(event: PlayerEvent): void {
    this.#facts = reduce(this.#facts, event);
    const state = stateOf(this.#facts);
    if (JSON.stringify(state) !== JSON.stringify(this.store.get().state)) this.store.set({ state });
    this.store.set({ forbidden: this.#facts.networkError === 'forbidden' });
  }
}

const toTenths = (seconds: number): number => Math.round(seconds * 10) / 10;
