/**
 * Measures how long each signed-in person watches a stream, in portions to be written: soon after they
 * start, then regularly, and when they stop. Several tabs on one stream count once.
 */
import type { StreamId, UserId } from '@tributary/contracts';

export interface Watched {
  readonly userId: UserId;
  readonly streamId: StreamId;
  readonly from: Date;
  readonly to: Date;
  readonly seconds: number;
}

/** Shorter visits do not count as watching. */
export const MIN_WATCH_MS = 5_000;
const PORTION_MS = 30_000;

interface Watch {
  readonly userId: UserId;
  readonly streamId: StreamId;
  tabs: number;
  /** The time up to which it has been portioned. */
  countedMs: number;
  dueMs: number;
}

export class WatchClock {
  readonly #now: () => number;
  readonly #byTab = new Map<object, Watch>();
  readonly #watches = new Map<string, Watch>();
  /** Portions that wait to be taken, one per person and stream. */
  readonly #pending = new Map<string, Watched>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A tab plays this stream now, or nothing. */
  watching(tab: object, userId: UserId | null, streamId: StreamId | null): void {
    const before = this.#byTab.get(tab);
    if (before !== undefined && before.userId === userId && before.streamId === streamId) return;
    if (before !== undefined) this.#leave(tab, before);
    if (userId !== null && streamId !== null) this.#join(tab, userId, streamId);
  }

  /** Takes the portions that are due to be written; each second is counted once. */
  take(): Watched[] {
    const nowMs = this.#now();
    for (const [key, watch] of this.#watches)
      if (nowMs >= watch.dueMs) this.#add(key, portionOf(watch, nowMs));
    const due = [...this.#pending.values()];
    this.#pending.clear();
    return due;
  }

  /** Returns portions that could not be written, to be taken again. */
  giveBack(parts: readonly Watched[]): void {
    for (const part of parts) {
      const key = keyOf(part.userId, part.streamId);
      const since = this.#pending.get(key);
      this.#pending.delete(key);
      this.#add(key, part);
      if (since) this.#add(key, since);
    }
  }

  /** Takes all remaining time, for when the instance stops. */
  takeAll(): Watched[] {
    for (const [tab, watch] of [...this.#byTab]) this.#leave(tab, watch);
    return this.take();
  }

  #join(tab: object, userId: UserId, streamId: StreamId): void {
    const key = keyOf(userId, streamId);
    const nowMs = this.#now();
    const watch = this.#watches.get(key) ?? {
      userId,
      streamId,
      tabs: 0,
      countedMs: nowMs,
      dueMs: nowMs + MIN_WATCH_MS,
    };
    watch.tabs += 1;
    this.#watches.set(key, watch);
    this.#byTab.set(tab, watch);
  }

  #leave(tab: object, watch: Watch): void {
    this.#byTab.delete(tab);
    watch.tabs -= 1;
    if (watch.tabs > 0) return;
    const key = keyOf(watch.userId, watch.streamId);
    this.#watches.delete(key);
    const nowMs = this.#now();
    const glance = nowMs < watch.dueMs && watch.dueMs - watch.countedMs === MIN_WATCH_MS;
    if (!glance) this.#add(key, portionOf(watch, nowMs));
  }

  #add(key: string, part: Watched): void {
    const waiting = this.#pending.get(key);
    const whole = waiting && { ...part, from: waiting.from, seconds: waiting.seconds + part.seconds };
    this.#pending.set(key, whole ?? part);
  }
}

const keyOf = (userId: UserId, streamId: StreamId): string => `${userId} ${streamId}`;

function portionOf(watch: Watch, nowMs: number): Watched {
  const seconds = Math.floor((nowMs - watch.countedMs) / 1000);
  const from = new Date(watch.countedMs);
  watch.countedMs += seconds * 1000;
  watch.dueMs = nowMs + PORTION_MS;
  return { userId: watch.userId, streamId: watch.streamId, from, to: new Date(nowMs), seconds };
}
