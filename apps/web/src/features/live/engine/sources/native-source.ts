import type { Clock } from '../media/environment.ts';
import { AUTO, type Source, type SourceEvents } from './source.ts';

/** Plays a stream with the browser's own HLS: Safari on iPhones too old for a managed Media Source. */
export class NativeSource implements Source {
  readonly declaredLatency = null;
  readonly partTarget = 0;
  readonly dateMs = null;
  readonly qualities = [];
  readonly quality = AUTO;
  readonly playingQuality = null;
  readonly bandwidthKbps = null;
  readonly lastChange = null;
  readonly codecs = null;
  readonly bitrateKbps = null;
  readonly #video: HTMLVideoElement;
  readonly #clock: Clock;
  readonly #listening = new AbortController();
  #end = 0;
  #grewAt: number;

  constructor(video: HTMLVideoElement, url: string, events: SourceEvents, clock: Clock) {
    this.#video = video;
    this.#clock = clock;
    this.#grewAt = clock.now();
    const on = (type: string, listener: () => void) =>
      video.addEventListener(type, listener, { signal: this.#listening.signal });
    on('loadedmetadata', () => events.onReady());
    on('progress', () => {
      this.#noteGrowth();
      events.onData();
    });
    on('durationchange', () => {
      // A live stream has an infinite duration until its playlist is closed.
      if (Number.isFinite(video.duration)) events.onClosed();
    });
    on('error', () => {
      const { error } = video;
      events.onError(error && error.code === error.MEDIA_ERR_DECODE ? 'decode_error' : 'unreachable');
    });
    video.src = url;
    video.load();
  }

  get latency(): number | null {
    const edge = this.edge;
    return edge === null ? null : Math.max(0, edge - this.#video.currentTime);
  }

  get silence(): number {
    return (this.#clock.now() - this.#grewAt) / 1000;
  }

  get edge(): number | null {
    const { seekable } = this.#video;
    return seekable.length > 0 ? seekable.end(seekable.length - 1) : null;
  }

  /** The browser chooses. */
  chooseQuality(): void {}

  setMaxHeight(): void {}

  /** The browser loads what it plays. */
  setLoading(): void {}

  destroy(): void {
    this.#listening.abort();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  #noteGrowth(): void {
    const end = this.edge ?? 0;
    if (end > this.#end) this.#grewAt = this.#clock.now();
    this.#end = end;
  }
}
