/** Counts how often and how long recordings are watched, as players report it. Stores nothing about viewers. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { createWatchClock, type Watched } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log/log.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import * as repo from './recording-views.repo.ts';

/** Watching for this long counts as a view. */
const MIN_VIEW_MS = 10_000;

/** A browser counts once in this time. */

const WRITE_INTERVAL_MS = 5_000;

/** A tab that plays a stream. */
export interface RecordingTab {
  /** Of its browser. Browsers of one network beyond a limit share an id, so that a network cannot make up views. */
  readonly clientId: string;
  readonly principal: { readonly userId: UserId } | null;
}

interface Viewer {
  /** Of the browser. */
  readonly id: string;
  readonly userId: UserId | null;
}

export interface RecordingViewsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly sharedState: SharedState;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

export interface RecordingViews {
  /** A tab plays this stream now, live or from its recording, or nothing. */
  watching(tab: RecordingTab, streamId: StreamId | null): void;
  /** Writes what is due. At most one write runs at a time, however slow the database is. */
  write(): Promise<void>;
  /** Writes what is still in memory. */
  close(): Promise<void>;
}

export function createRecordingViews(options: RecordingViewsOptions): RecordingViews {
  const { db, log, sharedState } = options;
  let writing: Promise<void> | null = null;
  const clock = createWatchClock<Viewer>(options.nowMs, MIN_VIEW_MS);
  const timer = setInterval(() => void write(), WRITE_INTERVAL_MS);

  function write(): Promise<void> {
    writing ??= add(clock.take()).finally(() => {
      writing = null;
    });
    return writing;
  }

  async function add(watched: readonly Watched<Viewer>[]): Promise<void> {
    if (watched.length === 0) return;
    try {
      const ids = [...new Set(watched.map(({ streamId }) => streamId))];
      const streamers = await db.read((reader) => repo.findCounted(reader, ids));
      const watches = new Map<StreamId, repo.Watch>();
      for (const one of watched) {
        const streamer = streamers.get(one.streamId);
        if (streamer === undefined || streamer === one.viewer.userId) continue;
        const { views, seconds } = watches.get(one.streamId) ?? { views: 0, seconds: 0 };
        const isNew = await isNewViewer(one);
        watches.set(one.streamId, { views: views + (isNew ? 1 : 0), seconds: seconds + one.seconds });
      }
      if (watches.size > 0) await db.transact((tx) => repo.addViews(tx, watches));
    } catch (err) {
      log.warn({ err, watched: watched.length }, 'Could not count views of recordings');
    }
  }

  /** Whether the browser counts as a view: the first time in a day. */
  function isNewViewer({ streamId, viewer }: Watched<Viewer>): Promise<boolean> {
    const store = sharedState.store('recording-views');
    return store.setIfAbsent(`${streamId} ${viewer.id}`, '1', DAY_MS);
  }

  return {
    watching(tab, streamId) {
      const { clientId: id, principal } = tab;
      clock.watching(tab, { id, userId: principal?.userId ?? null }, streamId);
    },
    write,
    async close() {
      clearInterval(timer);
      await writing;
      await add(clock.takeAll());
    },
  };
}
