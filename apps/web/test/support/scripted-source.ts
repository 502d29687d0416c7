import type { Clock } from '../../src/features/live/engine/media/environment.ts';
import type { Quality, Source, SourceEvents } from '../../src/features/live/engine/sources/source.ts';
import type { FakeVideo } from './fake-video.ts';

/** A live stream on a server: it grows while it is published, and reaches viewers while it is delivered. */
export class ScriptedStream {
  published = true;
  delivered = true;
  /** Media time of its end, in seconds. */
  edge = 100;

  elapse(ms: number): void {
    if (this.published) this.edge += ms / 1000;
  }
}

/** A source that buffers a scripted stream as time passes, and reports what a test tells it to. */
export class ScriptedSource implements Source {
  declaredLatency = 1;
  readonly partTarget = 1 / 3;
  readonly codecs = 'avc1.640028, mp4a.40.2';
  readonly bitrateKbps = 4_000;
  /** How long before its start the playlist begins. */
  rewindSeconds = 3;
  qualities: readonly Quality[] = [
    { index: 0, label: '480p', height: 480, isSource: false, isAvailable: true },
    { index: 1, label: '1080p', height: 1080, isSource: true, isAvailable: true },
  ];
  quality = -1;
  playingQuality: string | null = '1080p';
  readonly bandwidthKbps = 9_000;
  readonly lastChange = null;
  maxHeight: number | null = null;
  /** Wall time of what is shown, in milliseconds since 1970. */
  dateMs: number | null = null;
  loading = true;
  destroyed = false;
  /** Media of this source begins with a gap: nothing can be played at the position first aimed at. */
  startsAtGap = false;
  readonly url: string;
  readonly events: SourceEvents;
  readonly #stream: ScriptedStream;
  readonly #video: FakeVideo;
  readonly #clock: Clock;
  #ready = false;
  #knownEdge: number;
  #grewAt: number;

  constructor(url: string, events: SourceEvents, stream: ScriptedStream, video: FakeVideo, clock: Clock) {
    this.url = url;
    this.events = events;
    this.#stream = stream;
    this.#video = video;
    this.#clock = clock;
    this.#knownEdge = stream.edge;
    this.#grewAt = clock.now();
    video.reset();
  }

  get edge(): number {
    return this.#knownEdge + this.silence;
  }

  get latency(): number | null {
    return this.#ready ? this.edge - this.#video.currentTime : null;
  }

  get silence(): number {
    return (this.#clock.now() - this.#grewAt) / 1000;
  }

  chooseQuality(index: number): void {
    this.quality = index;
  }

  setMaxHeight(maxHeight: number | null): void {
    this.maxHeight = maxHeight;
  }

  setLoading(loading: boolean): void {
    this.loading = loading;
  }

  destroy(): void {
    this.destroyed = true;
  }

  elapse(): void {
    if (this.destroyed || !this.loading || !this.#stream.delivered) return;
    if (!this.#ready) this.#start();
    if (this.#stream.edge <= this.#knownEdge) return;
    this.#knownEdge = this.#stream.edge;
    this.#grewAt = this.#clock.now();
    const last = this.#video.ranges.at(-1);
    if (last) last[1] = this.#knownEdge;
    this.events.onData();
  }

  #start(): void {
    this.#ready = true;
    const start = this.#stream.edge - this.declaredLatency;
    const first = start - this.rewindSeconds;
    this.#video.ranges = [[this.startsAtGap ? start + 0.5 : first, this.#stream.edge]];
    this.#video.seekableRanges = [[first, this.#stream.edge]];
    this.#video.readyState = 4;
    this.#video.currentTime = start;
    this.events.onReady();
  }
}
