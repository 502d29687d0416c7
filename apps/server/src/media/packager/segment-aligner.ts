import { AudioClock } from '../clocks/audio-clock.ts';
import type { WallClock } from '../clocks/wall-clock.ts';
import type { LiveRendition } from '../presentation/live-rendition.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';
import { KEYFRAME_SLACK } from './gop-probe.ts';
import type { Sample } from './segmenter.ts';

export interface SegmentAlignerOptions {
  readonly segmentMinSeconds: number;
  readonly targetDurationSeconds: number;
  readonly wall: WallClock;
}

/** One kind's units may come this much later than the other's before their time is given up. */
const LAG = 3.5 * TIMESCALE;
/** A segment may be this much longer than TARGETDURATION, which it rounds down to (RFC 8216bis section 4.4.3.1). */
const OVERRUN = 0.3 * TIMESCALE;

/** A frame of sound, and when it is heard on the presentation's clock. */
interface QueuedAudio {
  readonly sample: Sample;
  readonly time: number;
}

/** Where a segment begins that the audio has yet to begin. */
interface Boundary {
  readonly msn: number;
  readonly time: number;
  /** The first of a stretch: what comes before it belongs to no segment. */
  readonly begins: boolean;
  readonly discontinuity: boolean;
}

/**
 * Keeps both renditions to one row of segments, so that a media sequence number means the same
 * time in each. The video decides where a segment begins, at keyframes, and the audio waits until
 * it knows; where no video comes, the audio decides and the video has gaps.
 *
 * Times are when frames are shown, in ticks. Video is cut on decode time, and `#delay` is by how
 * much its keyframes are shown later, constant from one break to the next.
 */
export class SegmentAligner {
  readonly #minimum: number;
  readonly #target: number;
  readonly #wall: WallClock;
  #video: LiveRendition | null = null;
  #audio: LiveRendition | null = null;
  #tracks: Tracks = { video: null, audio: null };
  #audioClock: AudioClock | null = null;
  #msn = -1;
  #breaks = 0;
  /** Whether a segment has begun since the last break. */
  #running = false;
  #segmentStart = 0;
  #openFollowsBreak = false;
  #delay = 0;
  #awaitsKeyframe = true;
  #cutsNext = false;
  #videoEdge = Number.NEGATIVE_INFINITY;
  #frame = 0;
  #lastDts = Number.NEGATIVE_INFINITY;
  #queue: QueuedAudio[] = [];
  #boundaries: Boundary[] = [];
  /** Frames of audio dropped because their stamps ran back. */
  surplusAudio = 0;

  constructor(options: SegmentAlignerOptions) {
    this.#minimum = options.segmentMinSeconds * TIMESCALE;
    this.#target = options.targetDurationSeconds * TIMESCALE;
    this.#wall = options.wall;
  }

  /** DISCONTINUITY-SEQUENCE of a rendition that joins now. */
  get discontinuitySequence(): number {
    return this.#running && this.#openFollowsBreak ? this.#breaks - 1 : this.#breaks;
  }

  get #videoReached(): number {
    return this.#video === null ? 0 : this.#video.reached + this.#delay;
  }

  /** Video joins where a stretch begins; audio in the open segment, with a gap before its first frame. */
  add(rendition: LiveRendition): void {
    if (rendition.name === 'video') {
      this.#video = rendition;
      return;
    }
    this.#audio = rendition;
    if (!this.#running) return;
    const discontinuity = this.#openFollowsBreak;
    this.#boundaries = [{ msn: this.#msn, time: this.#segmentStart, begins: true, discontinuity }];
  }

  /** After a break. */
  useTracks(tracks: Tracks): void {
    this.#tracks = tracks;
    this.#audioClock = tracks.audio === null ? null : new AudioClock(tracks.audio, this.#audioClock);
  }

  /** The next frame of video begins a segment, whatever frame it is. */
  cutNext(): void {
    this.#cutsNext = true;
  }

  takeVideo(unit: Unit): void {
    const video = this.#video;
    if (video === null || (this.#awaitsKeyframe && !unit.keyframe)) return;
    const dts = Math.max(0, Math.round(unit.dts), this.#lastDts + 1);
    const offset = Math.round(unit.pts) - dts;
    if (!this.#running) {
      this.#delay = offset;
      this.#begin(dts + offset);
    } else {
      this.#cutVideo(dts, unit.keyframe);
    }
    // After a pause the step says nothing of how long frames last.
    const longest = video.partTargetSeconds * TIMESCALE;
    if (Number.isFinite(this.#lastDts)) this.#frame = Math.min(dts - this.#lastDts, longest);
    this.#lastDts = dts;
    this.#videoEdge = dts + this.#delay;
    const taken = video.push({
      dts,
      duration: this.#frame || TIMESCALE / 30,
      compositionOffset: offset,
      keyframe: unit.keyframe,
      payload: unit.payload,
    });
    // What was shown as a gap stays one, and what refers to a lost frame cannot be decoded.
    this.#awaitsKeyframe = !taken;
    this.#releaseAudio(false);
    this.#giveUpAudio();
  }

  takeAudio(unit: Unit): void {
    const clock = this.#audioClock;
    if (clock === null || this.#audio === null) return;
    const timed = clock.place(unit);
    if (timed === null) {
      this.surplusAudio += 1;
      return;
    }
    const sample = { ...timed, compositionOffset: 0, keyframe: true, payload: unit.payload };
    this.#queue.push({ sample, time: (timed.dts * TIMESCALE) / clock.timescale });
    this.#releaseAudio(false);
  }

  /**
   * Ends the open segment of both renditions where their media ends. What follows is another
   * stretch, marked with a discontinuity.
   */
  break(): void {
    this.#releaseAudio(true);
    for (const boundary of this.#boundaries.splice(0)) this.#crossAudio(boundary, null);
    const open = [this.#video, this.#audio].filter((rendition) => rendition?.isOpen === true);
    const filled = open.filter((rendition) => rendition?.hasContent === true);
    const end = Math.max(...filled.map((rendition) => this.#shown(rendition, rendition?.expectedEnd ?? 0)));
    for (const rendition of open) {
      if (filled.length === 0) rendition?.abandonEmpty();
      else if (rendition?.hasContent) rendition.closeSegment(rendition.expectedEnd);
      else rendition?.closeSegment(rendition === this.#video ? end - this.#delay : end);
    }
    if (open.length > 0 && filled.length === 0) {
      this.#msn -= 1;
    }
    if (this.#running) this.#wall.end(Math.max(this.#videoReached, this.#audio?.reached ?? 0));
    this.#running = false;
    this.#awaitsKeyframe = true;
    this.#videoEdge = Number.NEGATIVE_INFINITY;
    this.#lastDts = Number.NEGATIVE_INFINITY;
    this.#queue = [];
  }

  #shown(rendition: LiveRendition | null, time: number): number {
    return rendition === this.#video ? time + this.#delay : time;
  }

  get #hasVideo(): boolean {
    return this.#video !== null && this.#tracks.video !== null;
  }

  /** Begins a stretch. */
  #begin(time: number): void {
    const discontinuity = this.#msn >= 0;
    if (discontinuity) this.#breaks += 1;
    this.#running = true;
    this.#wall.begin(time);
    this.#next(time, true, discontinuity);
  }

  /** A segment begins at `time`; the video's goes on at `nextFrame` where that is known. */
  #next(time: number, begins: boolean, discontinuity: boolean, nextFrame?: number): void {
    this.#msn += 1;
    this.#segmentStart = time;
    this.#openFollowsBreak = discontinuity;
    const video = this.#video;
    if (video !== null) {
      if (!begins) video.closeSegment(time - this.#delay, nextFrame);
      const start = begins ? time - this.#delay : video.reached;
      const programTimeMs = this.#wall.at(start + this.#delay);
      video.openSegment({ msn: this.#msn, time: start, discontinuity, programTimeMs });
    }
    if (this.#audio !== null) this.#boundaries.push({ msn: this.#msn, time, begins, discontinuity });
  }

  /** Whether a frame of video begins a segment, and with it those that fit into a pause before it. */
  #cutVideo(dts: number, keyframe: boolean): void {
    const time = dts + this.#delay;
    const paused = this.#fillSegments(time, dts);
    const length = time - this.#segmentStart;
    const atKeyframe = keyframe && (paused || length >= this.#minimum - KEYFRAME_SLACK);
    const mustCut = length + this.#frame > this.#target + OVERRUN;
    if (length > 0 && (atKeyframe || mustCut || this.#cutsNext)) this.#next(time, false, false, dts);
    this.#cutsNext = false;
  }

  /** Ends segments until one is open that can reach to `time`; true where that took any. */
  #fillSegments(time: number, nextFrame?: number): boolean {
    const before = this.#msn;
    while (time - this.#segmentStart > this.#target + OVERRUN) {
      // Not before the end of a frame that is there already.
      const end = Math.max(this.#segmentStart + this.#target, this.#videoEdge + this.#frame);
      this.#next(Math.min(end, time), false, false, nextFrame);
    }
    return this.#msn > before;
  }

  /** Packages the audio that the video has caught up with, or all of it. */
  #releaseAudio(all: boolean): void {
    const audio = this.#audio;
    const newest = this.#queue.at(-1)?.time ?? 0;
    let released = 0;
    for (const { sample, time } of this.#queue) {
      const isLate = time > this.#videoEdge;
      if (this.#hasVideo && isLate && !all && newest - time < LAG) break;
      released += 1;
      this.#leadByAudio(time, isLate, all);
      for (
        let next = this.#boundaries[0];
        next !== undefined && time >= next.time;
        next = this.#boundaries[0]
      ) {
        this.#boundaries.shift();
        this.#crossAudio(next, sample);
      }
      // What is heard before the first picture of a stretch is part of nothing.
      if (audio?.isOpen === true) audio.push(sample);
    }
    if (released > 0) this.#queue.splice(0, released);
  }

  /** Where there is no video to decide, or none came in time, sound makes the segments. */
  #leadByAudio(time: number, isLate: boolean, all: boolean): void {
    if (!this.#running) {
      if (!all || !this.#hasVideo) this.#begin(time);
      return;
    }
    if (this.#hasVideo && !isLate) return;
    this.#fillSegments(time);
    const enough = this.#hasVideo ? this.#target : this.#minimum - 1;
    if (time - this.#segmentStart >= enough) this.#next(time, false, false);
  }

  /** Audio that stays away too long has gaps. */
  #giveUpAudio(): void {
    const patience = this.#tracks.audio === null ? 0 : LAG;
    for (let next = this.#boundaries[0]; next !== undefined; next = this.#boundaries[0]) {
      if (this.#videoEdge - next.time < patience) return;
      this.#boundaries.shift();
      this.#crossAudio(next, null);
    }
  }

  /** The audio's segment begins, at `first` where that is the frame to begin with. */
  #crossAudio(boundary: Boundary, first: Sample | null): void {
    const audio = this.#audio;
    if (audio === null) return;
    if (audio.isOpen) audio.closeSegment(boundary.time);
    const follows = !boundary.begins && audio.hasSegments;
    const begun = first === null || this.#audioClock === null ? null : this.#onClock(first.dts);
    // A stretch begins with its first frame, unless that comes so late that the time before is a gap.
    const isNear = begun !== null && begun - boundary.time < (audio.partTargetSeconds * TIMESCALE) / 2;
    const time = follows ? audio.reached : isNear ? begun : boundary.time;
    const { msn, discontinuity } = boundary;
    audio.openSegment({ msn, time, discontinuity, programTimeMs: this.#wall.at(time) });
  }

  #onClock(samples: number): number {
    return (samples * TIMESCALE) / (this.#audioClock?.timescale ?? TIMESCALE);
  }
}
