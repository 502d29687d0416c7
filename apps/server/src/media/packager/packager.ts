import { randomBytes } from 'node:crypto';
import { audioSamples } from '../clocks/audio-clock.ts';
import { WallClock } from '../clocks/wall-clock.ts';
import { mediaTimescale } from '../containers/mp4/init-section.ts';
import type { LadderControl, LadderSource } from '../ports.ts';
import { LivePresentation } from '../presentation/live-presentation.ts';
import type { PackagedStream, PackagingStatistics } from '../presentation/presentation-registry.ts';
import { PublishedRendition } from '../presentation/published-rendition.ts';
import { StreamManifests, type StreamManifestsOptions } from '../presentation/rendition-manifests.ts';
import type { StreamReader } from '../reader.ts';
import type { MediaSettings } from '../settings.ts';
import { TIMESCALE, type Track, type TrackKind, type Tracks, type Unit, type VideoTrack } from '../unit.ts';
import { GopProbe, type StreamParameters } from './gop-probe.ts';
import { Ladder } from './ladder.ts';
import { choosePartTarget, claimedFrames, exactFrames, type FrameTiming } from './part-target.ts';
import { RenditionWriter } from './rendition-writer.ts';
import { SegmentAligner } from './segment-aligner.ts';

export interface PackagerOptions {
  readonly streamId: string;
  readonly settings: MediaSettings;
  /** Part of every media URL; random by default. */
  readonly epoch?: string;
  /** Called when the first playlist can be fetched: at most once, and not for a stream that ends before. */
  readonly onPlayable: () => void;
  /** Called after each unit, which may have added to the bytes held. */
  readonly onGrowth?: () => void;
  /** The wall clock in milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
  /** Null, the default: viewers never exchange the stream. */
  readonly manifests?: Pick<StreamManifestsOptions, 'sign' | 'isExchanged'> | null;
}

/** The reader that packages one live stream. Its presentation is undefined until the first playlist is available. */
export interface Packager extends StreamReader, PackagedStream {
  readonly presentation: LivePresentation | undefined;
  /** The renditions that are made of the stream. */
  readonly ladder: LadderControl;
}

export function createPackager(options: PackagerOptions): Packager {
  return new LivePackager(options);
}

type SourceWriter = RenditionWriter<TrackKind>;
type MeasuredWriter = Pick<RenditionWriter, 'bytesHeld' | 'minimumBytes' | 'shortParts' | 'lateFrames'>;

/** The parts that exist once the stream's parameters are known. */
interface Live {
  readonly targetDurationSeconds: number;
  readonly frames: FrameTiming | null;
  readonly aligner: SegmentAligner;
}

class LivePackager implements Packager {
  readonly #options: PackagerOptions;
  readonly #presentation: LivePresentation;
  readonly #ladder: Ladder;
  readonly #writers: SourceWriter[] = [];
  readonly #wall: WallClock;
  readonly #manifests: StreamManifests | null;
  #tracks: Tracks = { video: null, audio: null };
  #probe: GopProbe;
  #live: Live | null = null;
  #playable = false;
  #ended = false;

  constructor(options: PackagerOptions) {
    this.#options = options;
    const epoch = options.epoch ?? randomBytes(6).toString('base64url');
    const { streamId, manifests } = options;
    this.#manifests = manifests ? new StreamManifests({ ...manifests, streamId, epoch }) : null;
    this.#ladder = new Ladder({
      streamId: options.streamId,
      targetDurationSeconds: () => this.#live?.targetDurationSeconds ?? 1,
      partTargetSeconds: (divisor) => this.#videoPartTarget(divisor),
      source: () => this.#source,
      reports: (name) => this.#presentation.reports(name),
      manifests: this.#manifests,
      onChange: () => {
        this.#presentation.notify();
        this.#options.onGrowth?.();
      },
    });
    this.#presentation = new LivePresentation(options.streamId, epoch, this.#ladder);
    this.#wall = new WallClock(options.now ?? Date.now);
    this.#probe = new GopProbe(options.settings);
  }

  get presentation(): LivePresentation | undefined {
    return this.#playable ? this.#presentation : undefined;
  }

  get ladder(): LadderControl {
    return this.#ladder;
  }

  get bytesHeld(): number {
    return this.#sum((writer) => writer.bytesHeld) + this.#probe.bytes;
  }

  get minimumBytes(): number {
    return this.#sum((writer) => writer.minimumBytes) + this.#probe.bytes;
  }

  get statistics(): PackagingStatistics {
    return {
      bytesHeld: this.bytesHeld,
      shortParts: this.#sum((writer) => writer.shortParts),
      lateFrames: this.#sum((writer) => writer.lateFrames),
      surplusAudio: this.#live?.aligner.surplusAudio ?? 0,
    };
  }

  shrink(): boolean {
    const shrunk = [...this.#writers, ...this.#ladder.made].map(({ published }) => published.shrink());
    return shrunk.includes(true);
  }

  onTracks(tracks: Tracks): void {
    this.#live?.aligner.break();
    this.#tracks = tracks;
    this.#live?.aligner.useTracks(tracks);
    for (const writer of this.#writers) {
      const track = tracks[writer.published.name];
      if (track !== null) writer.useTrack(track);
    }
    this.#offer();
    this.#notify();
  }

  onUnit(unit: Unit): void {
    if (this.#ended || this.#tracks[unit.kind] === null) return;
    this.#wall.arrival(unit.pts);
    if (this.#live !== null) {
      this.#take(this.#live, unit);
    } else {
      this.#probe.add(unit);
      const parameters = this.#probe.parameters(this.#tracks);
      if (parameters !== null) this.#start(parameters, this.#probe.units);
    }
    this.#notify();
    this.#options.onGrowth?.();
  }

  onDiscontinuity(): void {
    // Before the first playlist there is no media to continue, so probing starts again.
    if (this.#live === null) this.#probe = new GopProbe(this.#options.settings);
    this.#live?.aligner.break();
    this.#wall.release();
    this.#notify();
  }

  onEnd(): void {
    if (this.#ended) return;
    this.#ended = true;
    try {
      this.#live?.aligner.break();
    } finally {
      // Players learn that the stream has ended even if the last segment could not be finished.
      for (const writer of this.#writers) writer.published.end();
      this.#ladder.end();
      this.#notify();
    }
  }

  /** Packages the units that were held back, now that the parameters are known. */
  #start(parameters: StreamParameters, units: readonly Unit[]): void {
    const { segmentMinSeconds } = this.#options.settings;
    const { targetDurationSeconds, frames } = parameters;
    const wall = this.#wall;
    const follower = this.#ladder;
    const aligner = new SegmentAligner({ segmentMinSeconds, targetDurationSeconds, wall, follower });
    const live: Live = { targetDurationSeconds, frames, aligner };
    this.#live = live;
    aligner.useTracks(this.#tracks);
    // Both renditions exist before the first segment, so that both begin with it.
    for (const kind of ['video', 'audio'] as const) {
      const first = units.find((unit) => unit.kind === kind);
      if (first !== undefined) this.#addRendition(live, first);
    }
    for (const [index, unit] of units.entries()) {
      if (parameters.cutFirst && index === units.length - 1) aligner.cutNext();
      this.#take(live, unit);
    }
    this.#probe = new GopProbe(this.#options.settings);
  }

  #take(live: Live, unit: Unit): void {
    const { aligner } = live;
    if (!this.#presentation.has(unit.kind)) {
      if (!unit.keyframe) return;
      // From here on the video decides where segments begin.
      if (unit.kind === 'video') aligner.break();
      this.#addRendition(live, unit);
    }
    if (unit.kind === 'video') aligner.takeVideo(unit);
    else aligner.takeAudio(unit);
  }

  /** @param first the first unit of its kind */
  #addRendition(live: Live, first: Unit): void {
    const track = this.#tracks[first.kind];
    if (track === null) return;
    const { settings } = this.#options;
    const target = choosePartTarget(
      settings.partTargetSeconds,
      track.kind === 'video'
        ? videoTiming(track, live.frames)
        : exactFrames(audioSamples(track, first.payload)),
      mediaTimescale(track),
    );
    const published = new PublishedRendition({
      name: track.kind,
      kind: track.kind,
      track,
      partTargetSeconds: Math.min(target, live.targetDurationSeconds),
      targetDurationSeconds: live.targetDurationSeconds,
      windowSeconds: settings.liveWindowSeconds,
      discontinuitySequence: live.aligner.discontinuitySequence,
      reports: () => this.#presentation.reports(track.kind),
      manifests: this.#manifests,
    });
    const writer = new RenditionWriter(published);
    this.#writers.push(writer);
    live.aligner.add(writer);
    this.#presentation.add(published);
    this.#offer();
  }

  get #source(): LadderSource {
    const { video } = this.#tracks;
    const bitsPerSecond = this.#presentation.source.find(({ kind }) => kind === 'video')?.averageBitrate ?? 0;
    return { frameRate: video && frameRate(video, this.#live?.frames ?? null), bitsPerSecond };
  }

  /** The PART-TARGET of a rendition whose frames last `divisor` times as long as the source's. */
  #videoPartTarget(divisor: number): number {
    const { video } = this.#tracks;
    const timing = video && videoTiming(video, this.#live?.frames ?? null);
    const divided = timing && { ...timing, frame: timing.frame * divisor };
    const target = choosePartTarget(this.#options.settings.partTargetSeconds, divided, TIMESCALE);
    return Math.min(target, this.#live?.targetDurationSeconds ?? target);
  }

  #sum(of: (writer: MeasuredWriter) => number): number {
    let sum = 0;
    for (const writer of this.#writers) sum += of(writer);
    for (const { writer } of this.#ladder.made) sum += of(writer);
    return sum;
  }

  #offer(): void {
    const offered = this.#presentation.source.filter(({ name }) => this.#tracks[name] !== null);
    const { video } = this.#tracks;
    this.#presentation.offer(offered, video === null ? null : frameRate(video, this.#live?.frames ?? null));
  }

  #notify(): void {
    this.#presentation.notify();
    if (this.#playable || this.#ended || !this.#presentation.isPlayable) return;
    this.#playable = true;
    this.#options.onPlayable();
  }
}

function videoTiming(track: Track, observed: FrameTiming | null): FrameTiming | null {
  if (observed !== null) return observed;
  const claimed = track.kind === 'video' ? track.frameRate : null;
  return claimed === null || claimed < 1 ? null : claimedFrames(claimed);
}

/** The claimed frame rate if the timestamps agree with it: in milliseconds, 29.97 fps looks like 29.98. */
function frameRate(track: VideoTrack, observed: FrameTiming | null): number | null {
  if (observed === null || !observed.regular) return track.frameRate;
  const seen = TIMESCALE / observed.frame;
  const { frameRate: claimed } = track;
  return claimed !== null && Math.abs(claimed - seen) < seen * 0.02 ? claimed : seen;
}
