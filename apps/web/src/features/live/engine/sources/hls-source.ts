import type Hls from 'hls.js';
import type { ErrorData, Level } from 'hls.js';
import { BitrateMeter } from '../bitrate.ts';
import type { Breakage, Quality, Source, SourceEvents } from './source.ts';

type HlsModule = typeof import('hls.js');

/** Codec errors, by their `details`; everything else of the kind is damage that may pass. */
const UNPLAYABLE = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
  'bufferIncompatibleCodecsError',
]);

/** A request came to nothing; not one that hls.js itself gave up. */
const REQUEST_FAILED = /Load(Error|TimeOut)$/;

/** Loads hls.js: the full build, since the light one knows no separate audio renditions. */
export function loadHls(): Promise<HlsModule> {
  return import('hls.js');
}

/** Whether hls.js can play here: there is a Media Source, managed or not. */
export function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}

/** Plays in `video` what an hls.js loads. It never starts playing by itself. */
export class HlsSource implements Source {
  readonly #hls: Hls;
  readonly #video: HTMLVideoElement;
  readonly #events: SourceEvents;
  readonly #bitrates = { main: new BitrateMeter(), audio: new BitrateMeter() };
  #advancedAt = performance.now();
  #broken = false;

  /** @param hls has its URL, and may have begun to load it */
  constructor({ Events }: HlsModule, hls: Hls, video: HTMLVideoElement, events: SourceEvents) {
    this.#events = events;
    this.#video = video;
    this.#hls = hls;
    // Later than any promise: whoever asked for this source has it by then.
    if (hls.levels.length > 0) setTimeout(() => events.onReady());
    this.#hls.on(Events.MANIFEST_PARSED, () => events.onReady());
    this.#hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
      if (details.advanced) this.#advancedAt = performance.now();
      events.onDelivered();
      if (!details.live) events.onClosed();
    });
    this.#hls.on(Events.FRAG_BUFFERED, (_, { frag, part, stats }) => {
      const { start, end } = part ?? frag;
      if (frag.type === 'main' || frag.type === 'audio')
        this.#bitrates[frag.type].add(start, end, stats.total);
      events.onDelivered();
      this.#beginWhereDataIs();
    });
    this.#hls.on(Events.ERROR, (_, error) => this.#onError(error));
    video.addEventListener('seeking', this.#beginWhereDataIs);
    this.#hls.attachMedia(video);
  }

  get latency(): number | null {
    return this.#details ? this.#hls.latency : null;
  }

  get declaredLatency(): number | null {
    return this.#hls.targetLatency;
  }

  get partTarget(): number {
    const details = this.#details;
    return details?.partTarget || details?.targetduration || 0;
  }

  get silence(): number {
    return (performance.now() - this.#advancedAt) / 1000;
  }

  get edge(): number | null {
    const details = this.#details;
    return details ? details.edge + details.age : null;
  }

  get qualities(): readonly Quality[] {
    return this.#hls.levels.map((level, index) => ({ index, label: qualityLabel(level) }));
  }

  get quality(): number {
    return this.#hls.autoLevelEnabled ? -1 : this.#hls.loadLevel;
  }

  get codecs(): string | null {
    const level = this.#hls.levels[Math.max(0, this.#hls.currentLevel)];
    return level ? [level.videoCodec, level.audioCodec].filter(Boolean).join(', ') : null;
  }

  get bitrateKbps(): number | null {
    const { main, audio } = this.#bitrates;
    return main.kbps === null ? null : main.kbps + (audio.kbps ?? 0);
  }

  get #details() {
    return this.#hls.latestLevelDetails;
  }

  chooseQuality(index: number): void {
    // The next fragment on, without emptying the buffer: the picture goes on while it changes.
    this.#hls.nextLevel = index;
  }

  setLoading(loading: boolean): void {
    if (loading) this.#hls.startLoad();
    else this.#hls.stopLoad();
  }

  destroy(): void {
    this.#broken = true;
    this.#video.removeEventListener('seeking', this.#beginWhereDataIs);
    this.#hls.destroy();
  }

  /** The first keyframe may come after the place that was aimed at; hls.js would look for it only once playing stalls. */
  readonly #beginWhereDataIs = (): void => {
    const { buffered, currentTime, readyState } = this.#video;
    if (readyState >= HTMLMediaElement.HAVE_CURRENT_DATA || currentTime === 0 || buffered.length === 0)
      return;
    if (currentTime < buffered.start(0)) this.#video.currentTime = buffered.start(0) + 0.001;
  };

  #onError(error: ErrorData): void {
    if (this.#broken) return;
    const status = error.response?.code ?? 0;
    if (error.type === 'networkError' && (status === 404 || status === 410)) {
      this.#break('gone');
    } else if (error.fatal) {
      if (error.type === 'networkError') this.#break('unreachable');
      else this.#break(UNPLAYABLE.has(error.details) ? 'unplayable' : 'damaged');
    } else if (REQUEST_FAILED.test(error.details) && status !== 503) {
      // 503 is how a blocking reload ends when the publisher is silent: not a fault of the network.
      this.#events.onTrouble();
    }
  }

  #break(breakage: Breakage): void {
    this.#broken = true;
    this.#hls.stopLoad();
    this.#events.onBroken(breakage);
  }
}

function qualityLabel({ height, frameRate, videoCodec }: Level): string {
  if (!height) return videoCodec ? 'Source' : 'Audio only';
  return frameRate > 31 ? `${height}p${Math.round(frameRate)}` : `${height}p`;
}
