import type { MediaElement } from '../../src/features/live/engine/media/media-element.ts';

/** A video element without a decoder: it plays what a test puts into `ranges`, as time passes. */
export class FakeVideo extends EventTarget implements MediaElement {
  readonly HAVE_CURRENT_DATA = 2;
  isConnected = true;
  /** What the browser's autoplay policy allows. */
  autoplayPolicy: 'allowed' | 'muted only' | 'refused' = 'allowed';
  /** Buffered media, in seconds of media time. */
  ranges: [start: number, end: number][] = [];
  seekableRanges: [start: number, end: number][] = [];
  /** False simulates a decoder that stalls although it has data. */
  decoding = true;
  paused = true;
  ended = false;
  seeking = false;
  readyState = 0;
  playbackRate = 1;
  volume = 1;
  muted = false;
  duration = Number.POSITIVE_INFINITY;
  error: MediaError | null = null;
  src = '';
  /** How many times `load` was called. */
  loads = 0;
  /** Positions that were sought, in seconds of media time. */
  readonly seeks: number[] = [];
  readonly videoWidth = 1280;
  readonly videoHeight = 720;
  #time = 0;
  #advancing = false;

  /** The same object in the type that browser code wants. It has what the sources use. */
  get asElement(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement;
  }

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(time: number) {
    this.#time = time;
    this.seeking = true;
    this.seeks.push(time);
    this.emit('seeking');
  }

  get buffered(): TimeRanges {
    return timeRanges(this.ranges);
  }

  get seekable(): TimeRanges {
    return timeRanges(this.seekableRanges);
  }

  play(): Promise<void> {
    const refused =
      this.autoplayPolicy === 'refused' || (this.autoplayPolicy === 'muted only' && !this.muted);
    if (refused) return Promise.reject(new DOMException('play() needs a gesture', 'NotAllowedError'));
    this.paused = false;
    this.emit('play');
    return Promise.resolve();
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.emit('pause');
  }

  load(): void {
    this.loads += 1;
  }

  removeAttribute(): void {
    this.src = '';
  }

  getVideoPlaybackQuality(): VideoPlaybackQuality {
    return { creationTime: 0, droppedVideoFrames: 0, totalVideoFrames: 0, corruptedVideoFrames: 0 };
  }

  emit(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  /** Takes the element back to where it has no media, as a change of its source does. */
  reset(): void {
    this.ranges = [];
    this.readyState = 0;
    this.seeking = false;
    this.#time = 0;
  }

  /** Plays for `ms` as far as the buffer goes, and reports `waiting` where it ends. */
  elapse(ms: number): void {
    const range = this.ranges.find(([start, end]) => start <= this.#time && this.#time < end);
    // A seek completes once there is a frame to show.
    if (range && this.decoding) this.seeking = false;
    if (this.paused || !range || !this.decoding) {
      if (this.#advancing && !this.paused) this.emit('waiting');
      this.#advancing = false;
      return;
    }
    this.#advancing = true;
    this.#time = Math.min(range[1], this.#time + (ms / 1000) * this.playbackRate);
  }
}

function timeRanges(ranges: [number, number][]): TimeRanges {
  const at = (index: number) => {
    const range = ranges[index];
    if (!range) throw new RangeError(`There is no range ${index} of ${ranges.length}`);
    return range;
  };
  return { length: ranges.length, start: (index) => at(index)[0], end: (index) => at(index)[1] };
}
