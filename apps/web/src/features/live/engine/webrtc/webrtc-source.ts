import type { Clock } from '../media/environment.ts';
import { chooseQualityFor } from '../quality/quality-preference.ts';
import type { Quality, Source, SourceEvents } from '../sources/source.ts';
import type { ConnectionFigures } from './connection-monitor.ts';
import type { ReceivedStream } from './received-stream.ts';
import { SilentCaptions } from './silent-captions.ts';

export interface WebRtcSourceOptions {
  readonly video: HTMLVideoElement;
  readonly stream: ReceivedStream;
  readonly clock: Clock;
  /** The qualities of the previous source, so that the viewer can choose one again. */
  readonly qualities: readonly Quality[];
  readonly quality: number;
  /** The labels of the captions of the source before it. */
  readonly captions: readonly string[];
  /** Wall time of live when the clock is at 0, in milliseconds since 1970; null while unknown. */
  readonly liveAtMs: number | null;
  /** The viewer chose a quality that only the renditions have. */
  readonly onQualityChosen: () => void;
  readonly onDestroyed: () => void;
}

/** Plays a WebRTC connection, which it closes at its end. */
export class WebRtcSource implements Source {
  readonly isLiveOnly = true;
  /** There is no distance to keep: a frame is shown as soon as it has arrived. */
  readonly declaredLatency = null;
  readonly partTarget = 0;
  readonly edge = null;
  readonly bandwidthKbps = null;
  readonly lastChange = null;
  readonly qualities: readonly Quality[];
  readonly quality: number;
  readonly #options: WebRtcSourceOptions;
  readonly #captions: SilentCaptions;
  #isDestroyed = false;

  constructor(options: WebRtcSourceOptions, events: Pick<SourceEvents, 'onReady' | 'onFirstFrame'>) {
    const { video, stream, captions } = options;
    this.#options = options;
    this.qualities = options.qualities;
    this.quality = options.quality;
    this.#captions = new SilentCaptions(video, captions);
    const { tracks } = stream;
    video.srcObject = new MediaStream(tracks.audio ? [tracks.video, tracks.audio] : [tracks.video]);
    video.requestVideoFrameCallback(() => {
      if (!this.#isDestroyed) events.onFirstFrame();
    });
    events.onReady();
  }

  get latency(): number | null {
    return this.connection?.delaySeconds ?? null;
  }

  get silence(): number {
    return this.#options.stream.stillMs / 1000;
  }

  get dateMs(): number | null {
    const { liveAtMs, clock } = this.#options;
    return liveAtMs === null ? null : liveAtMs + clock.now() - (this.latency ?? 0) * 1000;
  }

  get playingQuality(): string | null {
    const { videoHeight } = this.#options.video;
    return videoHeight === 0 ? null : `${videoHeight}p`;
  }

  get codecs(): string | null {
    return this.connection?.codecs ?? null;
  }

  get bitrateKbps(): number | null {
    return this.connection?.bitrateKbps ?? null;
  }

  get connection(): ConnectionFigures | null {
    return this.#options.stream.figures;
  }

  chooseQuality(index: number): void {
    const height = this.qualities.find((quality) => quality.index === index)?.height;
    chooseQualityFor(height ? { kind: 'height', height } : { kind: 'auto' });
    this.#options.onQualityChosen();
  }

  setMaxHeight(maxHeight: number | null): void {
    if (maxHeight !== null) this.#options.onQualityChosen();
  }

  /** The server sends for as long as the connection lasts, which a pause ends. */
  setLoading(): void {}

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#captions.remove();
    this.#options.stream.close();
    this.#options.video.srcObject = null;
    this.#options.onDestroyed();
  }
}
