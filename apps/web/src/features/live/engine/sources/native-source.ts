import type { Source, SourceEvents } from './source.ts';

/** Plays `url` by the browser itself: Safari on iPhones too old for a managed Media Source. */
export class NativeSource implements Source {
  readonly declaredLatency = null;
  readonly partTarget = 0;
  readonly qualities = [];
  readonly quality = -1;
  readonly codecs = null;
  readonly bitrateKbps = null;
  readonly #video: HTMLVideoElement;
  readonly #listening = new AbortController();
  #end = 0;
  #grownAt = performance.now();

  constructor(video: HTMLVideoElement, url: string, events: SourceEvents) {
    this.#video = video;
    const { signal } = this.#listening;
    video.addEventListener('loadedmetadata', () => events.onReady(), { signal });
    video.addEventListener('progress', () => this.#onProgress(events), { signal });
    video.addEventListener('durationchange', () => this.#onDuration(events), { signal });
    video.addEventListener('error', () => events.onBroken(breakageOf(video.error)), { signal });
    video.src = url;
    video.load();
  }

  get latency(): number | null {
    const edge = this.edge;
    return edge === null ? null : Math.max(0, edge - this.#video.currentTime);
  }

  get silence(): number {
    return (performance.now() - this.#grownAt) / 1000;
  }

  get edge(): number | null {
    const { seekable } = this.#video;
    return seekable.length > 0 ? seekable.end(seekable.length - 1) : null;
  }

  chooseQuality(): void {}

  setLoading(): void {}

  destroy(): void {
    this.#listening.abort();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  #onProgress(events: SourceEvents): void {
    const end = this.edge ?? 0;
    if (end > this.#end) this.#grownAt = performance.now();
    this.#end = end;
    events.onDelivered();
  }

  #onDuration(events: SourceEvents): void {
    // A live stream is endless until its playlist is closed.
    if (Number.isFinite(this.#video.duration)) events.onClosed();
  }
}

function breakageOf(error: MediaError | null) {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return 'damaged';
  return 'unreachable';
}
