import {
  RecordingPlayer,
  type RecordingPlayerOptions,
  type RecordingSnapshot,
} from '../../src/features/live/engine/recording/recording-player.ts';
import type { RecordingSource } from '../../src/features/live/engine/sources/recording-source.ts';
import type { SourceEvents } from '../../src/features/live/engine/sources/source.ts';
import { FakeVideo } from './fake-video.ts';
import { ScriptedClock, ScriptedNetwork } from './scripted-environment.ts';

/** A recording whose media is there at once. */
export class ScriptedRecording implements RecordingSource {
  readonly dateMs = null;
  readonly latency = null;
  readonly declaredLatency = null;
  readonly partTarget = 0;
  readonly silence = 0;
  readonly edge = null;
  readonly codecs = null;
  readonly bitrateKbps = null;
  readonly playingQuality = '720p';
  readonly bandwidthKbps = null;
  readonly lastChange = null;
  qualities = [{ index: 0, label: '720p', height: 720, isSource: true, isAvailable: true }];
  quality = -1;
  maxHeight: number | null = null;
  lengthSeconds: number | null;
  isGrowing = false;
  destroyed = false;
  /** Positions by wall time. */
  positions: ReadonlyMap<number, number> = new Map();
  readonly startSeconds: number;
  readonly events: SourceEvents;

  constructor(events: SourceEvents, startSeconds: number, lengthSeconds: number) {
    this.events = events;
    this.startSeconds = startSeconds;
    this.lengthSeconds = lengthSeconds;
  }

  positionAt(dateMs: number): number | null {
    return this.positions.get(dateMs) ?? null;
  }

  dateMsAt(): null {
    return null;
  }

  chooseQuality(index: number): void {
    this.quality = index;
  }

  setMaxHeight(maxHeight: number | null): void {
    this.maxHeight = maxHeight;
  }

  setLoading(): void {}

  destroy(): void {
    this.destroyed = true;
  }
}

/** A player of a recording in a scripted browser. */
export class RecordingHarness {
  readonly clock = new ScriptedClock();
  readonly network = new ScriptedNetwork(this.clock);
  readonly video = new FakeVideo();
  readonly sources: ScriptedRecording[] = [];
  lengthSeconds = 100;
  onOpen: (source: ScriptedRecording) => void = () => {};
  framesHeld = 0;
  readonly player: RecordingPlayer;

  constructor(options: Partial<RecordingPlayerOptions> = {}) {
    this.clock.onElapse = (ms) => {
      this.video.elapse(ms);
      const { currentTime, ended } = this.video;
      if (currentTime < this.lengthSeconds || ended || this.source.isGrowing) return;
      this.video.ended = true;
      this.video.emit('ended');
    };
    this.player = new RecordingPlayer({
      video: this.video,
      environment: { clock: this.clock, network: this.network },
      openRecording: async (_url, events, startSeconds) => {
        const source = new ScriptedRecording(events, startSeconds, this.lengthSeconds);
        this.sources.push(source);
        this.onOpen(source);
        this.video.reset();
        this.video.ended = false;
        this.video.duration = source.isGrowing ? Number.POSITIVE_INFINITY : this.lengthSeconds;
        this.video.ranges = [[0, this.lengthSeconds]];
        this.video.readyState = 4;
        this.video.currentTime = startSeconds;
        events.onReady();
        return source;
      },
      holdFrame: () => {
        this.framesHeld += 1;
      },
      ...options,
    });
  }

  get snapshot(): RecordingSnapshot {
    return this.player.store.get();
  }

  /** The source opened last. */
  get source(): ScriptedRecording {
    const source = this.sources.at(-1);
    if (!source) throw new Error('The player has opened no source');
    return source;
  }

  seconds(seconds: number): Promise<void> {
    return this.clock.advance(seconds * 1000);
  }

  /** Loads a recording and plays it for two seconds. */
  async startPlaying(startSeconds = 0): Promise<void> {
    this.player.load('/recordings/a/index.m3u8', { seconds: startSeconds });
    await this.seconds(2);
  }
}
