import type Hls from 'hls.js';
import type { ErrorData, Level } from 'hls.js';
import { t } from '@/lib/messages/t.ts';
import { ClosedCaptions } from '../captions/closed/closed-captions.ts';
import type { Clock } from '../media/environment.ts';
import { BitrateMeter } from '../media/playback-statistics.ts';
import type { QualityController } from '../quality/quality-controller.ts';
import { chooseQualityFor } from '../quality/quality-preference.ts';
import type { HlsModule } from './hls-instance.ts';
import type { PartSupply } from './part-supply.ts';
import {
  AUDIO_ONLY,
  AUTO,
  type Quality,
  type QualityChange,
  type Source,
  type SourceError,
  type SourceEvents,
} from './source.ts';

/** The `details` of errors that mean a codec is not supported. Other media errors may be damage that passes. */
const CODEC_ERRORS = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
  'bufferIncompatibleCodecsError',
]);

/** Matches the `details` of failed requests, not of those that hls.js itself aborted. */
const REQUEST_FAILED = /Load(Error|TimeOut)$/;

export interface HlsSourceOptions {
  /** Chooses the rendition of a live stream; hls.js does that of a recording. */
  readonly quality?: QualityController;
  /** Parts of a live stream may come from elsewhere. */
  readonly supply?: PartSupply;
  /** The sound alone is played, of a stream with these qualities. */
  readonly soundOf?: readonly Quality[];
}

/** Plays a stream with hls.js. Does not start playback. */
export class HlsSource implements Source {
  readonly #hls: Hls;
  readonly #video: HTMLVideoElement;
  readonly #events: SourceEvents;
  readonly #clock: Clock;
  readonly #captions: ClosedCaptions;
  readonly #bitrates = { main: new BitrateMeter(), audio: new BitrateMeter() };
  readonly #options: HlsSourceOptions;
  #grewAt: number;
  #finished = false;

  /** @param hls has its URL */
  constructor(
    { Events }: HlsModule,
    hls: Hls,
    video: HTMLVideoElement,
    events: SourceEvents,
    clock: Clock,
    options: HlsSourceOptions = {},
  ) {
    this.#options = options;
    this.#events = events;
    this.#video = video;
    this.#hls = hls;
    this.#clock = clock;
    this.#captions = new ClosedCaptions(video);
    this.#grewAt = clock.now();
    hls.on(Events.MANIFEST_PARSED, () => events.onReady());
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
      if (details.advanced) this.#grewAt = clock.now();
      events.onData();
      if (!details.live) events.onClosed();
    });
    hls.on(Events.FRAG_BUFFERED, (_, { frag, part, stats }) => {
      const { start, end } = part ?? frag;
      if (frag.type === 'main' || frag.type === 'audio')
        this.#bitrates[frag.type].add(start, end, stats.total);
      events.onData();
      this.#skipLeadingGap();
    });
    hls.on(Events.FRAG_PARSING_USERDATA, (_, { frag, samples }) => this.#captions.add(frag, samples));
    hls.on(Events.ERROR, (_, error) => this.#onError(error));
    video.addEventListener('seeking', this.#skipLeadingGap);
    hls.attachMedia(video);
  }

  get partSupply(): PartSupply | null {
    return this.#options.supply ?? null;
  }

  get latency(): number | null {
    // Not hls.latency, which is that of the old position until a seek has completed.
    return this.edge === null ? null : Math.max(0, this.edge - this.#video.currentTime);
  }

  get declaredLatency(): number | null {
    return this.#hls.targetLatency;
  }

  get partTarget(): number {
    const details = this.#details;
    return details?.partTarget || details?.targetduration || 0;
  }

  get wantedBuffer(): number {
    return this.#options.quality?.wantedBuffer ?? 0;
  }

  get silence(): number {
    return (this.#clock.now() - this.#grewAt) / 1000;
  }

  get edge(): number | null {
    const details = this.#details;
    return details ? details.edge + details.age : null;
  }

  get dateMs(): number | null {
    return this.#hls.playingDate?.getTime() ?? null;
  }

  get qualities(): readonly Quality[] {
    const { levels, firstLevel } = this.#hls;
    const { quality, soundOf } = this.#options;
    if (soundOf) return soundOf;
    const all = levels.map((level, index) => ({
      index,
      label: qualityLabel(level),
      height: level.height,
      isSource: index === firstLevel,
      isAvailable: quality?.isAvailable(index) ?? true,
    }));
    const hasSound = quality !== undefined && this.#hls.audioTracks.some(({ url }) => url);
    return hasSound && levels.some(({ height }) => height > 0) ? [...all, SOUND] : all;
  }

  get quality(): number {
    const { quality, soundOf } = this.#options;
    if (soundOf) return AUDIO_ONLY;
    if (quality) return quality.chosen ?? AUTO;
    return this.#hls.autoLevelEnabled ? AUTO : this.#hls.loadLevel;
  }

  get playingQuality(): string | null {
    if (this.#options.soundOf) return SOUND.label;
    return this.#labelOf(this.#hls.currentLevel);
  }

  get bandwidthKbps(): number | null {
    const { quality } = this.#options;
    const bps = quality ? quality.estimateBps : this.#hls.bandwidthEstimate;
    return bps === null || !Number.isFinite(bps) ? null : bps / 1000;
  }

  get lastChange(): QualityChange | null {
    const change = this.#options.quality?.lastSwitch ?? null;
    if (change === null) return null;
    const [from, to] = [this.#labelOf(change.from), this.#labelOf(change.to)];
    return from === null || to === null ? null : { from, to, reason: change.reason };
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
    const height = this.qualities.find((quality) => quality.index === index)?.height;
    const choice = height ? ({ kind: 'height', height } as const) : ({ kind: 'auto' } as const);
    chooseQualityFor(choice);
    const { quality } = this.#options;
    if (quality) quality.choose(choice);
    // From the next fragment on, without emptying the buffer: playback continues while it changes.
    else this.#hls.nextLevel = index;
  }

  setMaxHeight(maxHeight: number | null): void {
    const { quality } = this.#options;
    const { levels } = this.#hls;
    const index = levels.findLastIndex(({ height }) => maxHeight === null || height <= maxHeight);
    if (quality) quality.setMaxHeight(maxHeight);
    else this.#hls.autoLevelCapping = maxHeight === null ? -1 : Math.max(0, index);
  }

  setLoading(loading: boolean): void {
    const { url, levels } = this.#hls;
    if (!loading) this.#hls.stopLoad();
    // stopLoad also aborts the request for the multivariant playlist, which startLoad does not repeat.
    else if (levels.length === 0 && url !== null) this.#hls.loadSource(url);
    else this.#hls.startLoad();
  }

  destroy(): void {
    this.#finished = true;
    this.#options.quality?.destroy();
    this.#video.removeEventListener('seeking', this.#skipLeadingGap);
    this.#hls.destroy();
    this.#captions.destroy();
  }

  #labelOf(index: number): string | null {
    const level = this.#hls.levels[index];
    return level ? qualityLabel(level) : null;
  }

  /**
   * The first keyframe may lie after the position sought; hls.js would only look for it once playback stalls.
   * Further back than a segment, the viewer has rewound, and media is still to come.
   */
  readonly #skipLeadingGap = (): void => {
    const { buffered, currentTime, readyState, HAVE_CURRENT_DATA } = this.#video;
    if (readyState >= HAVE_CURRENT_DATA || currentTime === 0 || buffered.length === 0) return;
    const gap = buffered.start(0) - currentTime;
    if (gap > 0 && gap <= (this.#details?.targetduration ?? 0)) this.#video.currentTime += gap + 0.001;
  };

  #onError(error: ErrorData): void {
    if (this.#finished || this.#options.quality?.onError(error)) return;
    const status = error.response?.code ?? 0;
    if (error.type === 'networkError' && (status === 404 || status === 410)) {
      this.#giveUp('gone');
    } else if (error.fatal) {
      if (error.type === 'networkError') this.#giveUp('unreachable');
      else this.#giveUp(CODEC_ERRORS.has(error.details) ? 'unsupported_codec' : 'decode_error');
    } else if (REQUEST_FAILED.test(error.details) && status !== 503) {
      // 503 is how a blocking reload ends while the publisher is silent: the network is fine.
      this.#events.onRequestFailed();
    }
  }

  #giveUp(error: SourceError): void {
    this.#finished = true;
    this.#hls.stopLoad();
    this.#events.onError(error);
  }
}

export const SOUND: Quality = {
  index: AUDIO_ONLY,
  label: t('live.quality.sound'),
  height: 0,
  isSource: false,
  isAvailable: true,
};

export function qualityLabel({
  height,
  frameRate,
  videoCodec,
}: Pick<Level, 'height' | 'frameRate' | 'videoCodec'>): string {
  if (!height) return videoCodec ? t('live.quality.source') : t('live.quality.sound');
  return frameRate > 31 ? `${height}p${Math.round(frameRate)}` : `${height}p`;
}
