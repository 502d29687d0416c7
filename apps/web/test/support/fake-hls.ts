import { EventEmitter } from 'node:events';
import type Hls from 'hls.js';
import { type BufferInfo, type ErrorData, Events, type HlsConfig, type Level } from 'hls.js';
import type { HlsModule } from '../../src/features/live/engine/sources/hls-instance.ts';

type FakeLevel = Partial<
  Pick<Level, 'height' | 'bitrate' | 'averageBitrate' | 'frameRate' | 'videoCodec' | 'audioCodec' | 'uri'>
>;

/** What a test says about a playlist that was loaded. Times are in seconds. */
interface FakeDetails {
  edge: number;
  age: number;
  partTarget: number;
  targetduration: number;
  live: boolean;
  advanced: boolean;
}

/** An hls.js that loads nothing: a test decides what arrives and what fails. */
export class FakeHls extends EventEmitter {
  static readonly created: FakeHls[] = [];
  static get DefaultConfig() {
    return { streamController: FakeStreamController };
  }

  readonly config: Partial<HlsConfig>;
  levels: FakeLevel[] = [];
  firstLevel = 0;
  audioTracks: { url: string }[] = [];
  bandwidthEstimate = Number.NaN;
  autoLevelCapping = -1;
  targetLatency: number | null = null;
  latestLevelDetails: FakeDetails | null = null;
  autoLevelEnabled = true;
  currentLevel = -1;
  loadLevel = -1;
  nextLevel = -1;
  media: HTMLVideoElement | null = null;
  url: string | null = null;
  loading = false;
  destroyed = false;

  constructor(config: Partial<HlsConfig> = {}) {
    super();
    this.config = config;
    FakeHls.created.push(this);
  }

  /** The same object in the type that the sources want. It has what they use. */
  get asHls(): Hls {
    return this as unknown as Hls;
  }

  loadSource(url: string): void {
    this.url = url;
    this.loading = true;
  }

  attachMedia(media: HTMLVideoElement): void {
    this.media = media;
  }

  /** As in hls.js, this does not repeat an aborted request for the multivariant playlist. */
  startLoad(): void {
    this.loading = this.levels.length > 0;
  }

  stopLoad(): void {
    this.loading = false;
  }

  removeLevel(index: number): void {
    this.levels.splice(index, 1);
  }

  destroy(): void {
    this.destroyed = true;
    this.removeAllListeners();
  }

  /** The multivariant playlist arrived. */
  parseManifest(levels: FakeLevel[]): void {
    this.levels = levels;
    this.emit(Events.MANIFEST_PARSED);
  }

  /** A media playlist arrived. */
  updateLevel(details: Partial<FakeDetails>): void {
    const complete = { edge: 0, age: 0, partTarget: 0, targetduration: 2, live: true, advanced: true };
    this.latestLevelDetails = { ...complete, ...details };
    this.emit(Events.LEVEL_UPDATED, Events.LEVEL_UPDATED, { details: this.latestLevelDetails });
  }

  /** Media of one track was received and buffered. */
  buffer(type: 'main' | 'audio', start: number, end: number, bytes: number): void {
    const data = { frag: { type, start, end }, part: null, stats: { total: bytes } };
    this.emit(Events.FRAG_BUFFERED, Events.FRAG_BUFFERED, data);
  }

  fail(error: Pick<ErrorData, 'fatal'> & { type: string; details: string; status?: number }): void {
    const { status, ...data } = error;
    const response = status === undefined ? undefined : { code: status };
    this.emit(Events.ERROR, Events.ERROR, { ...data, response });
  }
}

/** Whether a track has ended, as hls.js decides it: not while there is a hole in what it has buffered. */
export class FakeStreamController {
  _streamEnded({ buffered, nextStart }: Pick<BufferInfo, 'buffered' | 'nextStart'>): boolean {
    return (buffered ?? []).length <= 1 && nextStart === undefined;
  }
}

/** hls.js's controller of audio, as far as the player changes it: it counts its ticks. */
export class FakeAudioStreamController extends FakeStreamController {
  ticks = 0;
  onInitPtsFound(): void {}
  tick(): void {
    this.ticks += 1;
  }
}

/** The module as the sources import it. */
export const fakeHlsModule = {
  default: FakeHls,
  AudioStreamController: FakeAudioStreamController,
  Events,
} as unknown as HlsModule;
