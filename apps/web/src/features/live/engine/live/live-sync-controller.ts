import type { Clock } from '../media/environment.ts';
import { bufferedAhead, type MediaElement } from '../media/media-element.ts';
import type { Source } from '../sources/source.ts';
import { LatencyPolicy } from './latency-policy.ts';

/** A new source that has data but does not start within this time was aimed at a gap. */
const START_TIMEOUT_SECONDS = 2.5;
/** Playback that stands still for this long although the stream grew jumps to live. */
const STUCK_JUMP_SECONDS = 6;
/** If the jump did not help by then, the source is replaced. */
const STUCK_REOPEN_SECONDS = 14;
/** A jump toward live this soon after the start goes unnoticed. */
const SETTLING_MS = 3_000;
/** A smaller distance from the target is made up for by the playback rate. */
const SETTLING_TOLERANCE_SECONDS = 0.3;
/** A viewer this close to the target latency counts as live. */
export const LIVE_TOLERANCE_SECONDS = 1.5;
/** Nobody rewinds closer to the first listed segment than this: it may leave the playlist while media is fetched. */
const REWIND_MARGIN_SECONDS = 5;

/** Holds playback at the target distance from live, and restarts playback that does not start or go on. */
export class LiveSyncController {
  readonly #video: MediaElement;
  readonly #clock: Clock;
  #policy = new LatencyPolicy();
  /** The viewer watches live, not a past moment by choice. */
  #following = true;
  #stuckSince: number | null = null;
  #jumpedWhileStuck = false;
  #lastTime = 0;
  #starting = true;
  #settlesAt = 0;

  constructor(video: MediaElement, clock: Clock) {
    this.#video = video;
    this.#clock = clock;
  }

  /** The current source has not started to play yet. */
  get starting(): boolean {
    return this.#starting;
  }

  /** Milliseconds for which playback has stood still although it should advance. */
  get stuckMs(): number {
    return this.#stuckSince === null ? 0 : this.#clock.now() - this.#stuckSince;
  }

  /** A stream starts, or the viewer starts it again. */
  onStreamLoaded(): void {
    this.#following = true;
    this.#policy = new LatencyPolicy();
  }

  /** A source was opened, which starts at live, or failed to open. */
  onSourceOpened(): void {
    this.#following = true;
    this.#stuckSince = this.#clock.now();
    this.#starting = true;
    this.#policy.onMoved();
  }

  /** Playback stands still, through no fault of the publisher. */
  onStall(source: Source): void {
    // More distance helps only where the data was late.
    if (bufferedAhead(this.#video) > source.partTarget) return;
    this.#policy.onStall();
  }

  /** Keeps the viewer's position, however far from live it is. */
  stopFollowing(): void {
    this.#following = false;
    this.#video.playbackRate = 1;
  }

  /** How far behind live playback can go, in seconds. */
  rewindable({ edge }: Source): number {
    const { seekable } = this.#video;
    if (edge === null || seekable.length === 0) return 0;
    return Math.max(0, edge - seekable.start(0) - REWIND_MARGIN_SECONDS);
  }

  /** Moves playback to `latency` seconds behind live, and follows live again where that is close to it. */
  seek(source: Source, latency: number): void {
    const { edge } = source;
    if (edge === null) return;
    const reachable = Math.min(latency, this.rewindable(source));
    if (isFar(source, reachable)) {
      this.stopFollowing();
      this.#stuckSince = null;
      this.#video.currentTime = edge - reachable;
    } else if (!this.#following) {
      this.goToLive(source);
    }
  }

  goToLive(source: Source | null): void {
    this.#following = true;
    const edge = source?.edge ?? null;
    if (edge === null || !source) return;
    this.#policy.onMoved();
    this.#video.currentTime = edge - (source.declaredLatency ?? 0) - this.#policy.margin;
  }

  /** Whether live went on so far while playback waited that a jump is worth its seam. */
  hasFallenBehind({ latency, declaredLatency }: Source): boolean {
    return latency !== null && latency > (declaredLatency ?? 0) + SETTLING_TOLERANCE_SECONDS;
  }

  /** Compares the playhead with the last look at it. @returns null where it is not meant to advance */
  observe(): 'advancing' | 'stuck' | null {
    const { currentTime, paused, seeking } = this.#video;
    const advanced = currentTime > this.#lastTime && !seeking;
    this.#lastTime = currentTime;
    if (paused) return null;
    if (advanced) {
      if (this.#starting) this.#settlesAt = this.#clock.now() + SETTLING_MS;
      this.#starting = false;
      this.#stuckSince = null;
      this.#jumpedWhileStuck = false;
      return 'advancing';
    }
    this.#stuckSince ??= this.#clock.now();
    return 'stuck';
  }

  /**
   * Corrects the distance from live while playback advances.
   * @param edgeFrozen the stream is interrupted or closed: there is nothing to catch up with
   */
  keepDistance(source: Source, edgeFrozen: boolean): void {
    const { latency, declaredLatency, partTarget } = source;
    if (!this.#following || latency === null || declaredLatency === null) return;
    const buffered = bufferedAhead(this.#video);
    if (this.#clock.now() < this.#settlesAt) {
      // Playback starts at a keyframe, and live went on while it was fetched: skip what is buffered past the target.
      const excess = latency - declaredLatency - this.#policy.margin;
      if (excess > SETTLING_TOLERANCE_SECONDS && buffered > excess + partTarget) {
        this.#settlesAt = 0;
        this.#video.currentTime += excess;
        return;
      }
    }
    if (edgeFrozen) return void this.#setRate(1);
    const now = this.#clock.now() / 1000;
    const advice = this.#policy.advise({
      now,
      latency,
      declared: declaredLatency,
      partTarget,
      buffered,
      wantedBuffer: source.wantedBuffer ?? 0,
    });
    if (advice.jump) this.goToLive(source);
    this.#setRate(advice.rate);
  }

  #setRate(rate: number): void {
    if (this.#video.playbackRate !== rate) this.#video.playbackRate = rate;
  }

  /**
   * Tries to get stuck playback going: first by a jump to live, where the viewer follows it.
   * @param noData nothing arrives at the moment, so only the time after that counts
   * @returns whether the jump did not help and the source should be replaced
   */
  unstick(source: Source, noData: boolean): boolean {
    if (this.#stuckSince === null) return false;
    const stuckSeconds = this.stuckMs / 1000;
    const { buffered, currentTime } = this.#video;
    // On a slow network, what comes before the start position is still being loaded.
    const bufferEnd = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    const reachesStart = bufferEnd > currentTime + source.partTarget;
    const startedAtGap = this.#starting && reachesStart;
    const jumpAfter = startedAtGap ? START_TIMEOUT_SECONDS : STUCK_JUMP_SECONDS;
    if (noData) {
      if (!this.#jumpedWhileStuck) this.#stuckSince = this.#clock.now();
    } else if (stuckSeconds > STUCK_REOPEN_SECONDS) {
      this.#jumpedWhileStuck = false;
      return true;
    } else if (stuckSeconds > jumpAfter && this.#following && !this.#jumpedWhileStuck) {
      this.#jumpedWhileStuck = true;
      this.goToLive(source);
    }
    return false;
  }

  /** Whether the viewer watches a past moment by choice. Follows live again once they have caught up. */
  isBehind(source: Source, advancing: boolean): boolean {
    const { latency } = source;
    const behind = !this.#following && latency !== null && isFar(source, latency);
    if (!behind && advancing) this.#following = true;
    return behind;
  }
}

/** Whether a viewer at `latency` seconds behind live no longer counts as live. */
function isFar({ declaredLatency }: Source, latency: number): boolean {
  return latency > (declaredLatency ?? 0) + LIVE_TOLERANCE_SECONDS;
}
