import type { StreamId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import * as repo from './audience-record.repo.ts';
import type { ViewerTotals } from './viewer-totals.ts';

const EVERY_MS = 5000;

type Counts = Omit<repo.AudienceCount, 'id'>;

const NOBODY: Counts = { viewers: 0, peak: 0, arrived: 0, watchedSeconds: 0 };

/** The sum of two consecutive periods. */
const sumOf = (earlier: Counts = NOBODY, later: Counts = NOBODY): Counts => ({
  viewers: later.viewers,
  peak: Math.max(earlier.peak, later.peak),
  arrived: earlier.arrived + later.arrived,
  watchedSeconds: earlier.watchedSeconds + later.watchedSeconds,
});

export interface AudienceRecord {
  /** Writes the counts since the last successful write. */
  write(): Promise<void>;
  close(): void;
}

/** Records the audience of all live streams, and when they were last seen, every five seconds. */
export function recordAudience(options: {
  readonly db: Database;
  readonly log: Log;
  readonly viewers: Pick<ViewerTotals, 'count' | 'takeArrived'>;
  servedIds(): StreamId[];
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}): AudienceRecord {
  const { db, log, viewers, servedIds, now = () => performance.now() } = options;
  const pending = new Map<StreamId, Counts>();
  let countedAtMs = now();
  let writing = false;

  function count(): void {
    const seconds = (now() - countedAtMs) / 1000;
    countedAtMs = now();
    for (const id of servedIds()) {
      const present = viewers.count(id);
      const latest = {
        viewers: present,
        peak: present,
        arrived: viewers.takeArrived(id),
        watchedSeconds: present * seconds,
      };
      pending.set(id, sumOf(pending.get(id), latest));
    }
  }

  async function write(): Promise<void> {
    count();
    // One write at a time: a slow database must answer first.
    if (writing || pending.size === 0) return;
    writing = true;
    const batch = [...pending].map(([id, counts]) => ({ id, ...counts }));
    pending.clear();
    try {
      await db.transact((tx) => repo.recordAudience(tx, batch, new Date()));
    } catch (error) {
      log.warn({ err: error }, 'Viewer counts could not be recorded; retrying with the next ones');
      for (const { id, ...missed } of batch) pending.set(id, sumOf(missed, pending.get(id)));
    } finally {
      writing = false;
    }
  }

  const timer = setInterval(write, EVERY_MS);
  return { write, close: () => clearInterval(timer) };
}
