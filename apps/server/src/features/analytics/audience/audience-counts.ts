/**
 * Counts how viewers come to streams and recordings, and how many watch each of their minutes. Keeps which browser was
 * counted in memory only, and stores sums.
 */
import { COUNTED_MINUTES, type ViewerEntry } from '@tributary/contracts/live';
import type { StreamId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log/log.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import * as repo from './audience.repo.ts';
import { createMinuteLog, type MinuteCount } from './minute-log.ts';

/** Entries that wait for a database that does not answer. Later ones are dropped. */
const MAX_UNWRITTEN_ENTRIES = 20_000;
/** Shorter visits do not count. */
const MIN_WATCH_MS = 10_000;
const INTERVAL_MS = 5_000;

/** A tab that plays a stream. Browsers of one network beyond a limit share a client id. */
export interface AudienceTab {
  readonly clientId: string;
}

interface Watch {
  readonly streamId: StreamId;
  readonly key: string;
  readonly sinceMs: number;
  entry: ViewerEntry | null;
}

export interface AudienceCounts {
  watching(tab: AudienceTab, streamId: StreamId | null, isOwn: boolean, entry: ViewerEntry | null): void;
  /** The tab has played these minutes of the stream from its recording. */
  played(tab: AudienceTab, streamId: StreamId, minutes: readonly number[]): void;
  /** Writes what is due. At most one write runs at a time. */
  write(): Promise<void>;
  close(): Promise<void>;
}

export interface AudienceCountsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly sharedState: SharedState;
  readonly nowMs: () => number;
}

export function createAudienceCounts({ db, log, sharedState, nowMs }: AudienceCountsOptions): AudienceCounts {
  const watches = new Map<AudienceTab, Watch>();
  const minuteLog = createMinuteLog();
  const entered = sharedState.store('stream-entries');
  let minutes = new Map<string, repo.MinuteSum>();
  let entries: repo.NewEntry[] = [];
  let writing: Promise<void> | null = null;
  const timer = setInterval(() => void write(), INTERVAL_MS);

  function addSum(sum: repo.MinuteSum): void {
    const key = `${sum.streamId} ${sum.isLive} ${sum.minute}`;
    const { started, watched } = minutes.get(key) ?? { started: 0, watched: 0 };
    minutes.set(key, { ...sum, started: started + sum.started, watched: watched + sum.watched });
  }

  function add(streamId: StreamId, isLive: boolean, minute: number, { isFirst, isNew }: MinuteCount): void {
    if (isNew) addSum({ streamId, isLive, minute, started: isFirst ? 1 : 0, watched: 1 });
  }

  /** Counts the present minute of each live stream for those who watch it. */
  async function countLive(due: readonly Watch[]): Promise<void> {
    const startedAt = await db.read((reader) => repo.findRunning(reader, [...new Set(due.map(idOf))]));
    for (const { streamId, key } of due) {
      const start = startedAt.get(streamId);
      if (start === undefined) continue;
      const minute = Math.floor((nowMs() - start.getTime()) / MINUTE_MS);
      if (minute >= 0 && minute < COUNTED_MINUTES) add(streamId, true, minute, minuteLog.live(key, minute));
    }
  }

  async function takeEntries(due: readonly Watch[]): Promise<void> {
    for (const watch of due) {
      const { entry, streamId, key } = watch;
      watch.entry = null;
      if (entry === null || entries.length >= MAX_UNWRITTEN_ENTRIES) continue;
      if (await entered.setIfAbsent(key, '1', DAY_MS)) entries.push({ streamId, ...entry });
    }
  }

  /** Stores what was counted. Keeps it for the next attempt if the database refuses it. */
  async function store(): Promise<void> {
    const [newEntries, sums] = [entries, [...minutes.values()]];
    if (newEntries.length + sums.length === 0) return;
    entries = [];
    minutes = new Map();
    try {
      await db.transact(async (tx) => {
        await repo.addEntries(tx, newEntries, new Date(nowMs()));
        await repo.addMinutes(tx, sums);
      });
    } catch (err) {
      entries = [...newEntries, ...entries];
      for (const sum of sums) addSum(sum);
      throw err;
    }
  }

  async function count(): Promise<void> {
    const due = [...watches.values()].filter(({ sinceMs }) => nowMs() - sinceMs >= MIN_WATCH_MS);
    try {
      if (due.length > 0) await countLive(due);
      await takeEntries(due);
      await store();
    } catch (err) {
      log.warn({ err, watches: due.length }, 'Could not count how viewers came and stayed');
    }
  }

  function write(): Promise<void> {
    writing ??= count().finally(() => {
      writing = null;
    });
    return writing;
  }

  return {
    watching(tab, streamId, isOwn, entry) {
      const before = watches.get(tab);
      if (before !== undefined && before.streamId === streamId) return;
      watches.delete(tab);
      if (streamId === null || isOwn) return;
      const key = `${streamId} ${tab.clientId}`;
      if (entry === null) minuteLog.resume(key);
      watches.set(tab, { streamId, key, sinceMs: nowMs(), entry });
    },
    played(tab, streamId, played) {
      const watch = watches.get(tab);
      if (watch === undefined || watch.streamId !== streamId) return;
      for (const minute of played) add(streamId, false, minute, minuteLog.recorded(watch.key, minute));
    },
    write,
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}

const idOf = ({ streamId }: Watch): StreamId => streamId;
