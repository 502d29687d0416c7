import { AudioClock } from '../clocks/audio-clock.ts';
import type { WallClock } from '../clocks/wall-clock.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';
import { KEYFRAME_SLACK } from './gop-probe.ts';
import type { RenditionWriter } from './rendition-writer.ts';
import type { Sample } from './segmenter.ts';

export interface SegmentAlignerOptions {
  readonly segmentMinSeconds: number;
  readonly targetDurationSeconds: number;
  readonly wall: WallClock;
  readonly follower: SegmentFollower;
}

/** One track may lag behind the other by this much before its time is given up. */
const MAX_LAG = 3.5 * TIMESCALE;
/** A segment may exceed TARGETDURATION by this much, since its duration is rounded (RFC 8216bis section 4.4.3.1). */
const MAX_OVERRUN = 0.3 * TIMESCALE;

/** The start of a segment of the source, for the renditions that are made of it. */
export interface SegmentBoundary {
  readonly msn: number;
  /** The start on the presentation's clock. */
  readonly time: number;
  /** Whether it is the first segment after a break. */
  readonly begins: boolean;
  /** The end of the media before the break; null in the first segment. */
  readonly previousEnd: number | null;
  readonly discontinuity: boolean;
  /** The DISCONTINUITY-SEQUENCE of a playlist that starts with this segment. */
  readonly discontinuitySequence: number;
  readonly programTimeMs: number;
}

/** Follows the segments of the source. */
export interface SegmentFollower {
  onBoundary(boundary: SegmentBoundary): void;
  /**
   * @param lastMsn the last segment; a later one was given up
   * @param end the end of the media
   */
  onSourceBreak(lastMsn: number, end: number): void;
}

/** An audio frame and its time on the presentation's clock. */
interface QueuedAudio {
  readonly sample: Sample;
  readonly time: number;
}

/** The start of a segment that the audio has not reached yet. */
interface Boundary {
  readonly msn: number;
  readonly time: number;
  /** Whether it is the first segment after a break. Audio before it belongs to no segment. */
  readonly begins: boolean;
  readonly discontinuity: boolean;
}

/**
 * Aligns the segments of both renditions, so that a media sequence number means the same time in each. The video
 * decides where a segment begins, at keyframes, and audio is held until then. Without video, the audio decides and the
 * video has gaps.
 *
 * Times are presentation times in ticks. Video is cut on decode time; `#delay` is the constant difference between the
 * two for keyframes, from one break to the next.
 */
export class SegmentAligner {
  readonly #minimum: number;
  readonly #target: number;
  readonly #wall: WallClock;
  readonly #follower: SegmentFollower;
  #video: RenditionWriter | null = null;
  #audio: RenditionWriter | null = null;
  #tracks: Tracks = { video: null, audio: null };
  #audioClock: AudioClock | null = null;
  #msn = -1;
  #breaks = 0;
  /** The end of the media before the last break. */
  #lastEnd: number | null = null;
  /** Whether a segment began since the last break. */
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
  /** The number of audio frames dropped because their timestamps ran back. */
  surplusAudio = 0;

  constructor(options: SegmentAlignerOptions) {
    this.#minimum = options.segmentMinSeconds * TIMESCALE;
    this.#target = options.targetDurationSeconds * TIMESCALE;
    this.#wall = options.wall;
    this.#follower = options.follower;
  }

  /** The DISCONTINUITY-SEQUENCE of a rendition that is added now. */
  get discontinuitySequence(): number {
    return this.#running && this.#openFollowsBreak ? this.#breaks - 1 : this.#breaks;
  }

  get #videoReached(): number {
    return this.#video === null ? 0 : this.#video.reached + this.#delay;
  }

  /** Adds a rendition: video at a break, while audio joins the open segment, with a gap before its first frame. */
  add(writer: RenditionWriter): void {
    if (writer.published.name === 'video') {
      this.#video = writer;
      return;
    }
    this.#audio = writer;
    if (!this.#running) return;
    const discontinuity = this.#openFollowsBreak;
    this.#boundaries = [{ msn: this.#msn, time: this.#segmentStart, begins: true, discontinuity }];
  }

  /** Uses other tracks. Called after a break. */
  useTracks(tracks: Tracks): void {
    this.#tracks = tracks;
    this.#audioClock = tracks.audio === null ? null : new AudioClock(tracks.audio, this.#audioClock);
  }

  /** Begins a segment at the next video frame, whether or not it is a keyframe. */
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
    // The interval after a pause is not the duration of a frame.
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
    // After a dropped frame the following ones cannot be decoded until a keyframe.
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

  /** Ends the open segment of both renditions at the end of their media. A discontinuity follows. */
  break(): void {
    this.#releaseAudio(true);
    for (const boundary of this.#boundaries.splice(0)) this.#crossAudio(boundary, null);
    const open = [this.#video, this.#audio].filter((writer) => writer?.isOpen === true);
    const filled = open.filter((writer) => writer?.hasContent === true);
    const end = Math.max(...filled.map((writer) => this.#shown(writer, writer?.expectedEnd ?? 0)));
    for (const writer of open) {
      if (filled.length === 0) writer?.abandonEmpty();
      else if (writer?.hasContent) writer.closeSegment(writer.expectedEnd);
      else writer?.closeSegment(writer === this.#video ? end - this.#delay : end);
    }
    if (open.length > 0 && filled.length === 0) {
      this.#msn -= 1;
    }
    if (this.#running) {
      this.#lastEnd = Math.max(this.#videoReached, this.#audio?.reached ?? 0);
      this.#wall.end(this.#lastEnd);
      this.#follower.onSourceBreak(this.#msn, this.#hasVideo ? this.#videoReached : this.#lastEnd);
    }
    this.#running = false;
    this.#awaitsKeyframe = true;
    this.#videoEdge = Number.NEGATIVE_INFINITY;
    this.#lastDts = Number.NEGATIVE_INFINITY;
    this.#queue = [];
  }

  #shown(writer: RenditionWriter | null, time: number): number {
    return writer === this.#video ? time + this.#delay : time;
  }

  get #hasVideo(): boolean {
    return this.#video !== null && this.#tracks.video !== null;
  }

  /** Begins the first segment after a break. */
  #begin(time: number): void {
    const discontinuity = this.#msn >= 0;
    if (discontinuity) this.#breaks += 1;
    this.#running = true;
    this.#wall.begin(time);
    this.#next(time, true, discontinuity);
  }

  /** Begins a segment at `time`; its video begins at `nextFrame` if that is known. */
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
    this.#follower.onBoundary({
      msn: this.#msn,
      time,
      begins,
      discontinuity,
      previousEnd: this.#lastEnd,
      discontinuitySequence: this.#breaks - Number(discontinuity),
      programTimeMs: this.#wall.at(time),
    });
  }

  /** Begins a segment at this video frame if one is due, after filling a pause before it. */
  #cutVideo(dts: number, keyframe: boolean): void {
    const time = dts + this.#delay;
    const paused = this.#fillSegments(time, dts);
    const length = time - this.#segmentStart;
    const atKeyframe = keyframe && (paused || length >= this.#minimum - KEYFRAME_SLACK);
    const mustCut = length + this.#frame > this.#target + MAX_OVERRUN;
    if (length > 0 && (atKeyframe || mustCut || this.#cutsNext)) this.#next(time, false, false, dts);
    this.#cutsNext = false;
  }

  /** Ends segments until the open one can reach `time`. Returns whether it ended any. */
  #fillSegments(time: number, nextFrame?: number): boolean {
    const before = this.#msn;
    while (time - this.#segmentStart > this.#target + MAX_OVERRUN) {
      // The segment does not end before the end of a placed frame.
      const end = Math.max(this.#segmentStart + this.#target, this.#videoEdge + this.#frame);
      this.#next(Math.min(end, time), false, false, nextFrame);
    }
    return this.#msn > before;
  }

  /** Packages the audio that the video has reached, or all of it. */
  #releaseAudio(all: boolean): void {
    const audio = this.#audio;
    const newest = this.#queue.at(-1)?.time ?? 0;
    let released = 0;
    for (const { sample, time } of this.#queue) {
      const isLate = time > this.#videoEdge;
      if (this.#hasVideo && isLate && !all && newest - time < MAX_LAG) break;
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
      // Audio before the first segment after a break is dropped.
      if (audio?.isOpen === true) audio.push(sample);
    }
    if (released > 0) this.#queue.splice(0, released);
  }

  /** Begins segments at audio frames if there is no video, or none arrived in time. */
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

  /** Fills audio that is overdue with gaps. */
  #giveUpAudio(): void {
    const maxLag = this.#tracks.audio === null ? 0 : MAX_LAG;
    for (let next = this.#boundaries[0]; next !== undefined; next = this.#boundaries[0]) {
      if (this.#videoEdge - next.time < maxLag) return;
      this.#boundaries.shift();
      this.#crossAudio(next, null);
    }
  }

  /** Begins the audio's segment at a boundary, with the frame `first` if there is one. */
  #crossAudio(boundary: Boundary, first: Sample | null): void {
    const audio = this.#audio;
    if (audio === null) return;
    if (audio.isOpen) audio.closeSegment(boundary.time);
    const follows = !boundary.begins && audio.published.hasSegments;
    const begun = first === null || this.#audioClock === null ? null : this.#onClock(first.dts);
    // After a break, audio begins with its first frame, unless the time before it is long enough for a gap.
    const isNear = begun !== null && begun - boundary.time < (audio.partTargetSeconds * TIMESCALE) / 2;
    const time = follows ? audio.reached : isNear ? begun : boundary.time;
    const { msn, discontinuity } = boundary;
    audio.openSegment({ msn, time, discontinuity, programTimeMs: this.#wall.at(time) });
  }

  #onClock(samples: number): number {
    return (samples * TIMESCALE) / (this.#audioClock?.timescale ?? TIMESCALE);
  }
}
