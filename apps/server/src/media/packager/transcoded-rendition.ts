import type { TranscoderOutput } from '../ports.ts';
import type { PublishedRendition } from '../presentation/published-rendition.ts';
import { TIMESCALE, type Unit, type VideoTrack } from '../unit.ts';
import { RenditionWriter } from './rendition-writer.ts';
import type { SegmentBoundary } from './segment-aligner.ts';

/**
 * The distance within which a keyframe begins the segment of a boundary, since encoders' timestamps are whole
 * milliseconds.
 */
const SLACK = 0.02 * TIMESCALE;

/**
 * The number of segments before the first one with media that the playlist lists as gaps, since players need finished
 * segments.
 */
const GAPS_AT_START = 3;

/**
 * Writes a rendition that is made of the source, some frames later. Its segments have the numbers and the boundaries of
 * the source's. Time without frames becomes a gap.
 */
export class TranscodedRendition implements TranscoderOutput<VideoTrack> {
  readonly published: PublishedRendition;
  readonly #writer: RenditionWriter;
  readonly #onChange: () => void;
  /**
   * Boundaries of the source that are not reached yet. Before the first frame, they include those that it may list as
   * gaps.
   */
  #boundaries: SegmentBoundary[] = [];
  /** The track of the next segment. */
  #nextTrack: VideoTrack | null = null;
  #hasBegun = false;
  #awaitsKeyframe = true;
  /** The end of the source's media, while it is interrupted. */
  #sourceEnd: number | null = null;
  #lastTime = Number.NEGATIVE_INFINITY;

  constructor(published: PublishedRendition, onChange: () => void) {
    this.published = published;
    this.#writer = new RenditionWriter(published);
    this.#onChange = onChange;
  }

  get writer(): Pick<RenditionWriter, 'bytesHeld' | 'minimumBytes' | 'shortParts' | 'lateFrames'> {
    return this.#writer;
  }

  /** Handles the start of a segment of the source. */
  onBoundary(boundary: SegmentBoundary): void {
    this.#sourceEnd = null;
    if (!this.#hasBegun && boundary.begins) this.#boundaries = [];
    this.#boundaries.push(boundary);
    // The rendition is a whole segment behind. The rest of the segment is given up, so that players see a gap and
    // choose another rendition.
    while (this.#hasBegun && this.#boundaries.length > 1) {
      const overdue = this.#boundaries.shift();
      if (overdue !== undefined) this.#open(overdue, null);
    }
    if (!this.#hasBegun) this.#boundaries = this.#boundaries.slice(-GAPS_AT_START - 1);
  }

  /**
   * Handles an interruption of the source.
   * @param lastMsn its last segment; a later one was given up
   * @param end the end of its media
   */
  onSourceBreak(lastMsn: number, end: number): void {
    this.#boundaries = this.#boundaries.filter(({ msn }) => msn <= lastMsn);
    this.#sourceEnd = end;
  }

  onTrack(track: VideoTrack): void {
    this.#nextTrack = track;
  }

  onUnit(unit: Unit): void {
    if (this.published.ended || (this.#awaitsKeyframe && !unit.keyframe)) return;
    const time = Math.max(0, Math.round(unit.pts));
    if (this.#hasBegun) this.#advance(time, unit.keyframe);
    else this.#begin(time);
    // Other parameter sets take effect with the next segment.
    const takes = this.#writer.isOpen && this.#nextTrack === null;
    if (takes) this.#push(time, unit);
    else this.#awaitsKeyframe = true;
    this.#onChange();
  }

  onBreak(): void {
    this.#awaitsKeyframe = true;
    this.#lastTime = Number.NEGATIVE_INFINITY;
    const [next] = this.#boundaries;
    const end = next?.begins ? next.previousEnd : next === undefined ? this.#sourceEnd : null;
    if (end === null || !this.#writer.isOpen) return;
    this.#writer.closeSegment(end);
    this.#onChange();
  }

  /** Ends the rendition. */
  end(): void {
    if (this.#writer.hasContent) this.#writer.closeSegment(this.#writer.expectedEnd);
    else if (this.#writer.isOpen) this.#writer.abandonEmpty();
    this.published.end();
  }

  /** Begins with the keyframe of a segment of the source, after gaps. */
  #begin(time: number): void {
    const at = this.#boundaries.findLastIndex((boundary) => Math.abs(time - boundary.time) <= SLACK);
    const before = this.#boundaries.slice(0, at + 1);
    const [first] = before;
    if (first === undefined) return;
    this.#boundaries = this.#boundaries.slice(at + 1);
    this.#hasBegun = true;
    this.published.beginAt(first.discontinuitySequence);
    for (const boundary of before) this.#open(boundary, time);
  }

  #advance(time: number, keyframe: boolean): void {
    for (;;) {
      const [next] = this.#boundaries;
      if (next === undefined || time < next.time - (keyframe ? SLACK : 0)) return;
      this.#boundaries.shift();
      this.#open(next, time);
    }
  }

  /**
   * Ends the open segment and begins the next one.
   * @param nextFrame null if none arrived in time
   */
  #open(boundary: SegmentBoundary, nextFrame: number | null): void {
    const writer = this.#writer;
    const { msn, begins, discontinuity, programTimeMs } = boundary;
    if (writer.isOpen && begins) writer.closeSegment(boundary.previousEnd ?? writer.expectedEnd);
    else if (writer.isOpen) writer.closeSegment(boundary.time, nextFrame ?? undefined);
    if (this.#nextTrack !== null) writer.useTrack(this.#nextTrack);
    this.#nextTrack = null;
    const time = begins || !this.published.hasSegments ? boundary.time : writer.reached;
    writer.openSegment({ msn, time, discontinuity, programTimeMs });
  }

  #push(time: number, unit: Unit): void {
    const longest = this.#writer.partTargetSeconds * TIMESCALE;
    const isFirst = !Number.isFinite(this.#lastTime);
    const duration = isFirst ? TIMESCALE / 30 : Math.min(time - this.#lastTime, longest);
    const { keyframe, payload } = unit;
    const taken = this.#writer.push({ dts: time, duration, compositionOffset: 0, keyframe, payload });
    // A frame that arrived after its time was given up is missing, and so are the frames that refer to it.
    this.#awaitsKeyframe = !taken;
    this.#lastTime = time;
  }
}
