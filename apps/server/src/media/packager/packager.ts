import { randomBytes } from 'node:crypto';
import { audioSamples } from '../clocks/audio-clock.ts';
import { WallClock } from '../clocks/wall-clock.ts';
import { mediaTimescale } from '../containers/mp4/init-section.ts';
import { LivePresentation } from '../presentation/live-presentation.ts';
import { LiveRendition } from '../presentation/live-rendition.ts';
import type { Presentation } from '../presentation/presentation.ts';
import type { StreamReader } from '../reader.ts';
import type { MediaSettings } from '../settings.ts';
import { TIMESCALE, type Track, type Tracks, type Unit, type VideoTrack } from '../unit.ts';
import { GopProbe, type StreamParameters } from './gop-probe.ts';
import { choosePartTarget, claimedFrames, exactFrames, type FrameTiming } from './part-target.ts';
import { SegmentAligner } from './segment-aligner.ts';

export interface PackagerOptions {
  readonly streamId: string;
  readonly settings: MediaSettings;
  /** Part of every media URL; random where it is not given. */
  readonly epoch?: string;
  /** The first playlist can be fetched. Called once, and never for a stream that ends before. */
  readonly onPlayable: () => void;
  /** Milliseconds since 1970; the system's clock where it is not given. */
  readonly now?: () => number;
}

export interface PackagerStatistics {
  /** Media bytes that the presentation holds. */
  readonly bytesHeld: number;
  /** Parts below 85 % of PART-TARGET with no excuse: the frame rate dropped. */
  readonly shortParts: number;
  /** Frames that came after their time had been given up. */
  readonly lateFrames: number;
  /** Frames of audio dropped because their stamps ran back. */
  readonly surplusAudio: number;
}

/** The sink that packages one stream. */
export interface Packager extends StreamReader {
  /** What viewers fetch; undefined until the first playlist may be shown. */
  readonly presentation: Presentation | undefined;
  readonly statistics: PackagerStatistics;
}

/** Packages one stream: give it to the session as a sink, and its `presentation` to delivery. */
export function createPackager(options: PackagerOptions): Packager {
  return new LivePackager(options);
}

/** What exists once targets are settled. */
interface Live {
  readonly targetDurationSeconds: number;
  readonly frames: FrameTiming | null;
  readonly aligner: SegmentAligner;
}

class LivePackager implements Packager {
  readonly #options: PackagerOptions;
  readonly #presentation: LivePresentation;
  readonly #wall: WallClock;
  #tracks: Tracks = { video: null, audio: null };
  #probe: GopProbe;
  #live: Live | null = null;
  #shown = false;
  #ended = false;

  constructor(options: PackagerOptions) {
    this.#options = options;
    const epoch = options.epoch ?? randomBytes(6).toString('base64url');
    this.#presentation = new LivePresentation(options.streamId, epoch);
    this.#wall = new WallClock(options.now ?? Date.now);
    this.#probe = new GopProbe(options.settings);
  }

  get presentation(): Presentation | undefined {
    return this.#shown ? this.#presentation : undefined;
  }

  get statistics(): PackagerStatistics {
    const { renditions } = this.#presentation;
    const sum = (of: (rendition: LiveRendition) => number) => renditions.reduce((n, r) => n + of(r), 0);
    return {
      bytesHeld: sum((r) => r.bytesHeld),
      shortParts: sum((r) => r.shortParts),
      lateFrames: sum((r) => r.lateFrames),
      surplusAudio: this.#live?.aligner.surplusAudio ?? 0,
    };
  }

  onTracks(tracks: Tracks): void {
    this.#live?.aligner.break();
    this.#tracks = tracks;
    this.#live?.aligner.useTracks(tracks);
    for (const rendition of this.#presentation.renditions) {
      const track = tracks[rendition.name];
      if (track !== null) rendition.useTrack(track);
    }
    this.#offer();
    this.#announce();
  }

  onUnit(unit: Unit): void {
    if (this.#ended || this.#tracks[unit.kind] === null) return;
    this.#wall.arrival(unit.pts);
    if (this.#live !== null) {
      this.#take(this.#live, unit);
    } else {
      this.#probe.add(unit);
      const parameters = this.#probe.parameters(this.#tracks);
      if (parameters !== null) this.#settle(parameters, this.#probe.units);
    }
    this.#announce();
  }

  onDiscontinuity(): void {
    // Before anything is shown there is nothing to go on with: measuring begins anew.
    if (this.#live === null) this.#probe = new GopProbe(this.#options.settings);
    this.#live?.aligner.break();
    this.#wall.release();
    this.#announce();
  }

  onEnd(): void {
    if (this.#ended) return;
    this.#ended = true;
    try {
      this.#live?.aligner.break();
    } finally {
      // Whatever became of the last segment, players are told that nothing follows.
      for (const rendition of this.#presentation.renditions) rendition.end();
      this.#announce();
    }
  }

  /** All that never changes again is known: packages what was held back. */
  #settle(parameters: StreamParameters, units: readonly Unit[]): void {
    const { segmentMinSeconds } = this.#options.settings;
    const { targetDurationSeconds, frames } = parameters;
    const wall = this.#wall;
    const aligner = new SegmentAligner({ segmentMinSeconds, targetDurationSeconds, wall });
    const live: Live = { targetDurationSeconds, frames, aligner };
    this.#live = live;
    aligner.useTracks(this.#tracks);
    // Both renditions are there before the first segment begins, so that both begin with it.
    for (const kind of ['video', 'audio'] as const) {
      const first = units.find((unit) => unit.kind === kind);
      if (first !== undefined) this.#join(live, first);
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
      // A picture that joins sound decides from here on where segments begin: a new stretch.
      if (unit.kind === 'video') aligner.break();
      this.#join(live, unit);
    }
    if (unit.kind === 'video') aligner.takeVideo(unit);
    else aligner.takeAudio(unit);
  }

  /** A kind's first unit has come: makes its rendition. */
  #join(live: Live, first: Unit): void {
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
    const rendition = new LiveRendition({
      name: track.kind,
      track,
      partTargetSeconds: Math.min(target, live.targetDurationSeconds),
      targetDurationSeconds: live.targetDurationSeconds,
      windowSeconds: settings.liveWindowSeconds,
      discontinuitySequence: live.aligner.discontinuitySequence,
      reports: () => this.#presentation.reports(track.kind),
    });
    live.aligner.add(rendition);
    this.#presentation.add(rendition);
    this.#offer();
  }

  #offer(): void {
    const offered = this.#presentation.renditions.filter(
      (rendition) => this.#tracks[rendition.name] !== null,
    );
    const { video } = this.#tracks;
    this.#presentation.offer(offered, video === null ? null : frameRate(video, this.#live?.frames ?? null));
  }

  #announce(): void {
    this.#presentation.announce();
    if (this.#shown || this.#ended || !this.#presentation.isPlayable) return;
    this.#shown = true;
    this.#options.onPlayable();
  }
}

function videoTiming(track: Track, observed: FrameTiming | null): FrameTiming | null {
  if (observed !== null) return observed;
  const claimed = track.kind === 'video' ? track.frameRate : null;
  return claimed === null || claimed < 1 ? null : claimedFrames(claimed);
}

/** The claim where the clock bears it out: timestamps in milliseconds make 29.97 of 29.98. */
function frameRate(track: VideoTrack, observed: FrameTiming | null): number | null {
  if (observed === null || !observed.regular) return track.frameRate;
  const seen = TIMESCALE / observed.frame;
  const { frameRate: claimed } = track;
  return claimed !== null && Math.abs(claimed - seen) < seen * 0.02 ? claimed : seen;
}
