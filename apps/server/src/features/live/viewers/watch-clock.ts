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

export interface WatchClock<Viewer extends WatchViewer> {
  /** A tab plays this stream now, or nothing. */
  watching(tab: object, viewer: Viewer | null, streamId: StreamId | null): void;
  /** Takes the portions that are due to be written; each second is counted once. */
  take(): Watched<Viewer>[];
  /** Returns portions that could not be written, to be taken again. */
  giveBack(parts: readonly Watched<Viewer>[]): void;
  /** Takes all remaining time, for when the instance stops. */
  takeAll(): Watched<Viewer>[];
}

/** @param minWatchMs shorter visits do not count as watching */
export function createWatchClock<Viewer extends WatchViewer>(
  now: () => number = Date.now,
  minWatchMs = MIN_WATCH_MS,
): WatchClock<Viewer> {
  const byTab = new Map<object, Watch<Viewer>>();
  const watches = new Map<string, Watch<Viewer>>();
  /** Portions that wait to be taken, one per viewer and stream. */
  const pending = new Map<string, Watched<Viewer>>();

  function take(): Watched<Viewer>[] {
    const nowMs = now();
    for (const [key, watch] of watches) if (nowMs >= watch.dueMs) add(key, portionOf(watch, nowMs));
    const due = [...pending.values()];
    pending.clear();
    return due;
  }

  function join(tab: object, viewer: Viewer, streamId: StreamId): void {
    const key = keyOf(viewer, streamId);
    const nowMs = now();
    const watch = watches.get(key) ?? {
      viewer,
      streamId,
      tabs: 0,
      countedMs: nowMs,
      dueMs: nowMs + minWatchMs,
    };
    watch.tabs += 1;
    watches.set(key, watch);
    byTab.set(tab, watch);
  }

  function leave(tab: object, watch: Watch<Viewer>): void {
    byTab.delete(tab);
    watch.tabs -= 1;
    if (watch.tabs > 0) return;
    const key = keyOf(watch.viewer, watch.streamId);
    watches.delete(key);
    const nowMs = now();
    const glance = nowMs < watch.dueMs && watch.dueMs - watch.countedMs === minWatchMs;
    if (!glance) add(key, portionOf(watch, nowMs));
  }

  function add(key: string, part: Watched<Viewer>): void {
    const waiting = pending.get(key);
    const whole = waiting && { ...part, from: waiting.from, seconds: waiting.seconds + part.seconds };
    pending.set(key, whole ?? part);
  }

  return {
    watching(tab, viewer, streamId) {
      const before = byTab.get(tab);
      if (before !== undefined && before.viewer.id === viewer?.id && before.streamId === streamId) return;
      if (before !== undefined) leave(tab, before);
      if (viewer !== null && streamId !== null) join(tab, viewer, streamId);
    },
    take,
    giveBack(parts) {
      for (const part of parts) {
        const key = keyOf(part.viewer, part.streamId);
        const since = pending.get(key);
        pending.delete(key);
        add(key, part);
        if (since) add(key, since);
      }
    },
    takeAll() {
      for (const [tab, watch] of [...byTab]) leave(tab, watch);
      return take();
    },
  };
}

const keyOf = (viewer: WatchViewer, streamId: StreamId): string => `${viewer.id} ${streamId}`;

function portionOf<Viewer extends WatchViewer>(watch: Watch<Viewer>, nowMs: number): Watched<Viewer> {
  const seconds = Math.floor((nowMs - watch.countedMs) / 1000);
  const from = new Date(watch.countedMs);
  watch.countedMs += seconds * 1000;
  watch.dueMs = nowMs + PORTION_MS;
  return { viewer: watch.viewer, streamId: watch.streamId, from, to: new Date(nowMs), seconds };
}
