import { HAVE_CURRENT_DATA } from '../media/media-element.ts';
import {
  INITIAL_MEDIA_SNAPSHOT,
  MediaPlayer,
  type MediaPlayerOptions,
  type MediaSnapshot,
  unlessEqual,
} from '../media/media-player.ts';
import type { PlayerEvent } from '../media/player-state.ts';
import type { OpenRecording, RecordingSource } from '../sources/recording-source.ts';
import type { SourceEvents } from '../sources/source.ts';

const STALL_AFTER_MS = 500;
/** A start that the playlist's dates put at least this far from the estimate is corrected. */
const START_TOLERANCE_SECONDS = 2;
const FRAME_SECONDS = 1 / 30;

export const MIN_RATE = 0.25;
export const MAX_RATE = 2;

/** What the interface shows of a player of a recording. */
export interface RecordingSnapshot extends MediaSnapshot {
  /** Seconds from the beginning, to a tenth. */
  readonly position: number;
  /** Seconds of media that there are so far; 0 while unknown. */
  readonly duration: number;
  /** The end in seconds of what is buffered from the playhead on. */
  readonly bufferedTo: number;
  /** The stream still runs. */
  readonly isGrowing: boolean;
  readonly rate: number;
}

/** Where playback begins. */
export interface RecordingStart {
  readonly seconds: number;
  /** The same as a wall time of the server, which is exact also where the stream was interrupted. */
  readonly dateMs?: number;
}

export interface RecordingPlayerOptions extends MediaPlayerOptions {
  readonly openRecording: OpenRecording;
  /** False: shows the frame at the start, and waits. */
  readonly playing?: boolean;
}

const INITIAL_SNAPSHOT: RecordingSnapshot = {
  ...INITIAL_MEDIA_SNAPSHOT,
  position: 0,
  duration: 0,
  bufferedTo: 0,
  isGrowing: false,
  rate: 1,
};

/** Plays a recording in a media element, and recovers from whatever stops it. */
export class RecordingPlayer extends MediaPlayer<RecordingSource, RecordingSnapshot> {
  readonly #openRecording: OpenRecording;
  #url: string | null = null;
  /** Where the next source begins. */
  #start: RecordingStart = { seconds: 0 };
  /** The source has media, so that the element's position counts. */
  #isPlaced = false;
  #lastTime = 0;
  #advancedAt = 0;

  constructor(options: RecordingPlayerOptions) {
    super(options, INITIAL_SNAPSHOT, options.playing ?? true);
    this.#openRecording = options.openRecording;
    this.on('ended', () => this.#publish());
    this.on('seeked', () => this.#publish());
    this.on('ratechange', () => this.#isPlaced && this.store.set({ rate: this.video.playbackRate }));
  }

  /** Plays `url` from `start` on. */
  load(url: string, start: RecordingStart = { seconds: 0 }): void {
    this.#url = url;
    this.#open(start);
  }

  /** The wall time at which the present frame was live; null while unknown. */
  get dateMs(): number | null {
    return this.#isPlaced ? (this.sources.source?.dateMs ?? null) : null;
  }

  /** The wall time at which a position was live, in seconds; null while unknown. */
  dateMsAt(seconds: number): number | null {
    return this.sources.source?.dateMsAt(seconds) ?? null;
  }

  /** Starts again where playback failed, at the viewer's request. */
  retry(): void {
    this.#open({ seconds: this.store.get().position });
  }

  play(): void {
    this.dispatch({ type: 'play' });
    if (this.facts.ended) this.seek(0);
    if (!this.awaitingGesture) return void this.playElement();
    this.awaitingGesture = false;
    if (this.#url !== null) this.sources.open(this.#url);
  }

  /** Plays in an element that the page shows in another place now. A browser pauses one that has left the page. */
  resume(): void {
    this.play();
  }

  toggle(): void {
    const { playRequested, blocked, ended } = this.facts;
    if (playRequested && !blocked && !ended) this.pause();
    else this.play();
  }

  /** @param position in seconds; anything beyond the recording is clamped */
  seek(position: number): void {
    const { duration } = this.store.get();
    const seconds = Math.min(Math.max(0, position), duration || position);
    // A new source begins there; what has ended may go on.
    if (this.facts.ended) this.dispatch({ type: 'load' });
    this.store.set({ position: toTenths(seconds) });
    if (!this.#isPlaced) this.#start = { seconds };
    else {
      this.video.currentTime = seconds;
      this.#lastTime = seconds;
      if (this.facts.playRequested) void this.playElement();
    }
  }

  /** @param seconds forward, or back where negative */
  seekBy(seconds: number): void {
    this.seek(this.store.get().position + seconds);
  }

  /** Shows the frame after or before the present one, while paused. */
  step(frames: number): void {
    if (!this.facts.playRequested) this.seek(this.video.currentTime + frames * FRAME_SECONDS);
  }

  setRate(rate: number): void {
    this.video.playbackRate = Math.min(MAX_RATE, Math.max(MIN_RATE, rate));
    this.store.set({ rate: this.video.playbackRate });
  }

  #open(start: RecordingStart): void {
    this.#start = start;
    this.#isPlaced = false;
    this.dispatch({ type: 'load' });
    this.store.set({ position: toTenths(start.seconds) });
    if (this.awaitingGesture) this.dispatch({ type: 'blocked' });
    else if (this.#url !== null) this.sources.open(this.#url);
  }

  protected openSource(url: string, events: SourceEvents): Promise<RecordingSource> {
    return this.#openRecording(url, events, this.#start.seconds);
  }

  protected override onSourceEvent(event: PlayerEvent): void {
    // A closed playlist is the usual one here, not an end.
    if (event.type !== 'closed') super.onSourceEvent(event);
  }

  protected override onReady(): void {
    // A new source resets the element's rate.
    this.setRate(this.store.get().rate);
    super.onReady();
  }

  protected onOpened(): void {
    this.#advancedAt = this.clock.now();
  }

  protected override onClosing(): void {
    // A source that replaces this one continues where it was.
    if (this.#isPlaced) this.#start = { seconds: this.video.currentTime };
    super.onClosing();
    this.#isPlaced = false;
  }

  protected tick(): void {
    const { source } = this.sources;
    if (!source) return;
    if (!this.#isPlaced) this.#place(source);
    this.#observePlayhead();
    this.#publish();
  }

  /** Puts the playhead where it begins, once the playlist is known. */
  #place(source: RecordingSource): void {
    if (this.video.readyState === 0 || source.lengthSeconds === null) return;
    this.#isPlaced = true;
    const { seconds, dateMs } = this.#start;
    const exact = (dateMs === undefined ? null : source.positionAt(dateMs)) ?? seconds;
    const isNear = Math.abs(this.video.currentTime - exact) < START_TOLERANCE_SECONDS;
    if (!isNear) this.video.currentTime = Math.min(exact, source.lengthSeconds);
  }

  #observePlayhead(): void {
    const { currentTime, paused, seeking, readyState } = this.video;
    const hasAdvanced = currentTime > this.#lastTime && !seeking;
    this.#lastTime = currentTime;
    if (paused) {
      // A paused player shows the frame at its start, too.
      if (this.#isPlaced && !seeking && readyState >= HAVE_CURRENT_DATA) this.store.set({ frameHeld: false });
      this.#advancedAt = this.clock.now();
    } else if (hasAdvanced) {
      this.#advancedAt = this.clock.now();
      this.sources.onPlaying();
      this.dispatch({ type: 'advancing' });
      this.store.set({ frameHeld: false });
    } else if (this.facts.advancing && this.clock.now() - this.#advancedAt > STALL_AFTER_MS) {
      this.dispatch({ type: 'stalled' });
    }
  }

  #publish(): void {
    const { source } = this.sources;
    if (!source || !this.#isPlaced) return;
    const { currentTime, buffered, ended } = this.video;
    const length = source.lengthSeconds ?? 0;
    const duration = Number.isFinite(this.video.duration) ? this.video.duration : length;
    let bufferedTo = currentTime;
    for (let i = 0; i < buffered.length; i++) {
      if (buffered.start(i) <= currentTime + 0.1) bufferedTo = Math.max(bufferedTo, buffered.end(i));
    }
    this.store.set({
      position: ended ? duration : toTenths(currentTime),
      duration,
      bufferedTo: toTenths(bufferedTo),
      isGrowing: source.isGrowing,
      quality: source.quality,
      playingQuality: source.playingQuality,
      qualities: unlessEqual(this.store.get().qualities, source.qualities),
    });
  }
}

const toTenths = (seconds: number): number => Math.round(seconds * 10) / 10;
