/**
 * Measures how long each viewer watches a stream, in portions to be written: soon after they start, then regularly,
 * and when they stop. Several tabs on one stream count once.
 */
import type { StreamId } from '@tributary/contracts/shared';

export interface WatchViewer {
  /** Tells viewers apart. */
  readonly id: string;
}

export interface Watched<Viewer extends WatchViewer> {
  readonly viewer: Viewer;
  readonly streamId: StreamId;
  readonly from: Date;
  readonly to: Date;
  readonly seconds: number;
}

/** Shorter visits are in no history. */
const MIN_WATCH_MS = 5_000;
const PORTION_MS = 30_000;

interface Watch<Viewer> {
  readonly viewer: Viewer;
  readonly streamId: StreamId;
  tabs: number;
  /** The time up to which it has been portioned. */
  countedMs: number;
  dueMs: number;
}

export class WatchClock<Viewer extends WatchViewer> {
  readonly #now: () => number;
  readonly #minWatchMs: number;
  readonly #byTab = new Map<object, Watch<Viewer>>();
  readonly #watches = new Map<string, Watch<Viewer>>();
  /** Portions that wait to be taken, one per viewer and stream. */
  readonly #pending = new Map<string, Watched<Viewer>>();

  /** @param minWatchMs shorter visits do not count as watching */
  constructor(now: () => number = Date.now, minWatchMs = MIN_WATCH_MS) {
    this.#now = now;
    this.#minWatchMs = minWatchMs;
  }

  /** A tab plays this stream now, or nothing. */
  watching(tab: object, viewer: Viewer | null, streamId: StreamId | null): void {
    const before = this.#byTab.get(tab);
    if (before !== undefined && before.viewer.id === viewer?.id && before.streamId === streamId) return;
    if (before !== undefined) this.#leave(tab, before);
    if (viewer !== null && streamId !== null) this.#join(tab, viewer, streamId);
  }

  /** Takes the portions that are due to be written; each second is counted once. */
  take(): Watched<Viewer>[] {
    const nowMs = this.#now();
    for (const [key, watch] of this.#watches)
      if (nowMs >= watch.dueMs) this.#add(key, portionOf(watch, nowMs));
    const due = [...this.#pending.values()];
    this.#pending.clear();
    return due;
  }

  /** Returns portions that could not be written, to be taken again. */
  giveBack(parts: readonly Watched<Viewer>[]): void {
    for (const part of parts) {
      const key = keyOf(part.viewer, part.streamId);
      const since = this.#pending.get(key);
      this.#pending.delete(key);
      this.#add(key, part);
      if (since) this.#add(key, since);
    }
  }

  /** Takes all remaining time, for when the instance stops. */
  takeAll(): Watched<Viewer>[] {
    for (const [tab, watch] of [...this.#byTab]) this.#leave(tab, watch);
    return this.take();
  }

  #join(tab: object, viewer: Viewer, streamId: StreamId): void {
    const key = keyOf(viewer, streamId);
    const nowMs = this.#now();
    const watch = this.#watches.get(key) ?? {
      viewer,
      streamId,
      tabs: 0,
      countedMs: nowMs,
      dueMs: nowMs + this.#minWatchMs,
    };
    watch.tabs += 1;
    this.#watches.set(key, watch);
    this.#byTab.set(tab, watch);
  }

  #leave(tab: object, watch: Watch<Viewer>): void {
    this.#byTab.delete(tab);
    watch.tabs -= 1;
    if (watch.tabs > 0) return;
    const key = keyOf(watch.viewer, watch.streamId);
    this.#watches.delete(key);
    const nowMs = this.#now();
    const glance = nowMs < watch.dueMs && watch.dueMs - watch.countedMs === this.#minWatchMs;
    if (!glance) this.#add(key, portionOf(watch, nowMs));
  }

  #add(key: string, part: Watched<Viewer>): void {
    const waiting = this.#pending.get(key);
    const whole = waiting && { ...part, from: waiting.from, seconds: waiting.seconds + part.seconds };
    this.#pending.set(key, whole ?? part);
  }
}

const keyOf = (viewer: WatchViewer, streamId: StreamId): string => `${viewer.id} ${streamId}`;

function portionOf<Viewer extends WatchViewer>(watch: Watch<Viewer>, nowMs: number): Watched<Viewer> {
  const seconds = Math.floor((nowMs - watch.countedMs) / 1000);
  const from = new Date(watch.countedMs);
  watch.countedMs += seconds * 1000;
  watch.dueMs = nowMs + PORTION_MS;
  return { viewer: watch.viewer, streamId: watch.streamId, from, to: new Date(nowMs), seconds };
}
