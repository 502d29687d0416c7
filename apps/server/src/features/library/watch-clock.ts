/**
 * How long each signed-in person has watched what, told in portions: soon after they began, then
 * now and then, then once they stop. However many tabs of somebody's play a stream, its time
 * passes once.
 */
import type { StreamId, UserId } from '@tributary/contracts';

export interface Watched {
  readonly userId: UserId;
  readonly streamId: StreamId;
  readonly from: Date;
  readonly to: Date;
  readonly seconds: number;
}

/** Who leaves sooner has looked in, not watched. */
export const GLANCE_MS = 5_000;
const EVERY_MS = 30_000;

interface Watch {
  readonly userId: UserId;
  readonly streamId: StreamId;
  tabs: number;
  /** Up to when its time has been told. */
  toldMs: number;
  dueMs: number;
}

export class WatchClock {
  readonly #now: () => number;
  readonly #byTab = new Map<object, Watch>();
  readonly #watches = new Map<string, Watch>();
  /** What waits to be told; one a person and stream, however often they stopped and began again meanwhile. */
  readonly #untold = new Map<string, Watched>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A tab plays a stream now, or nothing. */
  watching(tab: object, userId: UserId | null, streamId: StreamId | null): void {
    const before = this.#byTab.get(tab);
    if (before !== undefined && before.userId === userId && before.streamId === streamId) return;
    if (before !== undefined) this.#leave(tab, before);
    if (userId !== null && streamId !== null) this.#join(tab, userId, streamId);
  }

  /** What is due to be written; each second is told once. */
  take(): Watched[] {
    const nowMs = this.#now();
    for (const [key, watch] of this.#watches) if (nowMs >= watch.dueMs) this.#add(key, tell(watch, nowMs));
    const due = [...this.#untold.values()];
    this.#untold.clear();
    return due;
  }

  /** What was taken and could not be written: told again with what comes next. */
  giveBack(parts: readonly Watched[]): void {
    for (const part of parts) {
      const key = keyOf(part.userId, part.streamId);
      const since = this.#untold.get(key);
      this.#untold.delete(key);
      this.#add(key, part);
      if (since) this.#add(key, since);
    }
  }

  /** The rest of everybody's, for when the instance stops. */
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
      toldMs: nowMs,
      dueMs: nowMs + GLANCE_MS,
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
    const glance = nowMs < watch.dueMs && watch.dueMs - watch.toldMs === GLANCE_MS;
    if (!glance) this.#add(key, tell(watch, nowMs));
  }

  #add(key: string, part: Watched): void {
    const waiting = this.#untold.get(key);
    const whole = waiting && { ...part, from: waiting.from, seconds: waiting.seconds + part.seconds };
    this.#untold.set(key, whole ?? part);
  }
}

const keyOf = (userId: UserId, streamId: StreamId): string => `${userId} ${streamId}`;

function tell(watch: Watch, nowMs: number): Watched {
  const seconds = Math.floor((nowMs - watch.toldMs) / 1000);
  const from = new Date(watch.toldMs);
  watch.toldMs += seconds * 1000;
  watch.dueMs = nowMs + EVERY_MS;
  return { userId: watch.userId, streamId: watch.streamId, from, to: new Date(nowMs), seconds };
}
