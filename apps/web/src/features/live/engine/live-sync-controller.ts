/** Keeps one element near live: catches up, skips, and helps a picture along that does not begin or go on. */
import { LatencyPolicy } from './latency-policy.ts';
import { bufferedAhead } from './playback-statistics.ts';
import type { Source } from './sources/source.ts';

/** A new source that has data and does not begin within this, in seconds, began at a hole. */
const UNBEGUN_JUMP_AFTER = 2.5;
/** Out of data for this long although more was published, in seconds: go to live; if that does not help, start anew. */
const STUCK_JUMP_AFTER = 6;
const STUCK_RELOAD_AFTER = 14;
const SETTLE_MS = 3_000;
/** Nearer to its target than this, in seconds, a viewer counts as live. */
const LIVE_WITHIN = 1.5;

export class LiveKeeper {
  readonly #video: HTMLVideoElement;
  #policy = new LatencyPolicy();
  /** The viewer wants to be live, not at a moment of the past. */
  #following = true;
  #stuckSince: number | null = null;
  #jumpedWhileStuck = false;
  #lastTime = 0;
  /** No picture of this source has moved yet. */
  #fresh = true;
  /** Until then a skip towards live is part of beginning, and nobody minds it. */
  #settlesAt = 0;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  /** The source has not shown a moving picture yet. */
  get fresh(): boolean {
    return this.#fresh;
  }

  /** A stream begins, or the same one from its beginning. */
  restart(): void {
    this.#following = true;
    this.#policy = new LatencyPolicy();
  }

  /** A source takes the place of another, or there is one that may come. */
  opened(): void {
    this.#stuckSince = performance.now();
    this.#fresh = true;
  }

  /** The viewer wants to see what comes next, however far from live that is. */
  letGo(): void {
    this.#following = false;
  }

  jumpToLive(source: Source | null): void {
    this.#following = true;
    const edge = source?.edge ?? null;
    if (edge === null || !source) return;
    this.#video.currentTime = edge - (source.declaredLatency ?? 0);
  }

  /** Looks whether the picture has moved since the last look; null where it is not meant to. */
  observe(): 'moving' | 'still' | null {
    const { currentTime, paused, seeking } = this.#video;
    const advanced = currentTime > this.#lastTime && !seeking;
    this.#lastTime = currentTime;
    if (paused) return null;
    if (advanced) {
      this.#stuckSince = null;
      this.#jumpedWhileStuck = false;
      return 'moving';
    }
    this.#stuckSince ??= performance.now();
    return 'still';
  }

  /** Milliseconds for which the picture has stood still though it is meant to move. */
  get stillMs(): number {
    return this.#stuckSince === null ? 0 : performance.now() - this.#stuckSince;
  }

  /** The playhead ran out of data, through no fault of the publisher. */
  stalled(source: Source): void {
    this.#policy.stalled(performance.now() / 1000, source.partTarget);
  }

  /**
   * The picture moves: keeps its distance from live.
   * @param steady the stream is silent or closed: live stands still and there is nothing to catch up with
   */
  follow(source: Source, steady: boolean): void {
    const { latency, declaredLatency, partTarget } = source;
    if (!this.#following || latency === null || declaredLatency === null) return;
    const buffered = bufferedAhead(this.#video);
    if (performance.now() < this.#settlesAt) {
      // Playing begins at a keyframe, and while it was fetched live went on: skip what is buffered past the target.
      const excess = latency - declaredLatency;
      if (excess > 0.3 && buffered > excess + partTarget) {
        this.#settlesAt = 0;
        this.#video.currentTime += excess;
        return;
      }
    }
    const now = performance.now() / 1000;
    const advice = this.#policy.advise({ now, latency, declared: declaredLatency, partTarget, buffered });
    if (advice.jump && !steady) this.jumpToLive(source);
    const rate = steady ? 1 : advice.rate;
    if (this.#video.playbackRate !== rate) this.#video.playbackRate = rate;
  }

  /** The first picture of a source has moved. */
  begun(): void {
    if (this.#fresh) this.#settlesAt = performance.now() + SETTLE_MS;
    this.#fresh = false;
  }

  /**
   * The stream grows and the picture does not move: helps it along.
   * @param waiting nothing arrives now, so that only the time from then on counts
   * @returns whether nothing helped and the source should be replaced
   */
  nudge(source: Source, waiting: boolean): boolean {
    if (this.#stuckSince === null) return false;
    const stuck = this.stillMs / 1000;
    const unbegun = this.#fresh && this.#video.buffered.length > 0;
    const patience = unbegun ? UNBEGUN_JUMP_AFTER : STUCK_JUMP_AFTER;
    if (waiting) {
      if (!this.#jumpedWhileStuck) this.#stuckSince = performance.now();
    } else if (stuck > STUCK_RELOAD_AFTER) {
      this.#jumpedWhileStuck = false;
      return true;
    } else if (stuck > patience && !this.#jumpedWhileStuck) {
      this.#jumpedWhileStuck = true;
      this.jumpToLive(source);
    }
    return false;
  }

  /** Whether the viewer watches a past moment by choice. @param moving the picture moves */
  isBehind(source: Source, moving: boolean): boolean {
    const { latency, declaredLatency } = source;
    const far = latency !== null && latency > (declaredLatency ?? 0) + LIVE_WITHIN;
    const behind = !this.#following && far;
    // Who has caught up follows again.
    if (!behind && moving) this.#following = true;
    return behind;
  }
}
