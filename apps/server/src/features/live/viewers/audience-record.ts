import type { StreamId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import * as rows from '../lifecycle/stream-lifecycle.repo.ts';
import type { ViewerTotals } from './viewer-totals.ts';

const EVERY_MS = 5000;

type Counts = Omit<rows.AudienceCount, 'id'>;

const NOBODY: Counts = { viewers: 0, peak: 0, arrived: 0, watchedSeconds: 0 };

/** What came together in two stretches of time. */
const together = (earlier: Counts = NOBODY, later: Counts = NOBODY): Counts => ({
  viewers: later.viewers,
  peak: Math.max(earlier.peak, later.peak),
  arrived: earlier.arrived + later.arrived,
  watchedSeconds: earlier.watchedSeconds + later.watchedSeconds,
});

export interface AudienceRecord {
  /** Counts up to now, and writes what has come together since that last succeeded. */
  write(): Promise<void>;
  close(): void;
}

/** Writes the audiences of all streams on air, and that they are alive, every five seconds. */
export function recordAudience(options: {
  readonly db: Database;
  readonly log: Log;
  readonly viewers: Pick<ViewerTotals, 'count' | 'takeArrived'>;
  onAir(): StreamId[];
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}): AudienceRecord {
  const { db, log, viewers, onAir, now = () => performance.now() } = options;
  const untold = new Map<StreamId, Counts>();
  let countedAtMs = now();
  let writing = false;

  function count(): void {
    const seconds = (now() - countedAtMs) / 1000;
    countedAtMs = now();
    for (const id of onAir()) {
      const present = viewers.count(id);
      const latest = {
        viewers: present,
        peak: present,
        arrived: viewers.takeArrived(id),
        watchedSeconds: present * seconds,
      };
      untold.set(id, together(untold.get(id), latest));
    }
  }

  async function write(): Promise<void> {
    count();
    // A slow database is asked again only when it has answered.
    if (writing || untold.size === 0) return;
    writing = true;
    const told = [...untold].map(([id, counts]) => ({ id, ...counts }));
    untold.clear();
    try {
      await db.transact((tx) => rows.recordAudience(tx, told, new Date()));
    } catch (error) {
      log.warn({ err: error }, 'Viewer counts could not be recorded; they are with the next ones');
      for (const { id, ...missed } of told) untold.set(id, together(missed, untold.get(id)));
    } finally {
      writing = false;
    }
  }

  const timer = setInterval(write, EVERY_MS);
  return { write, close: () => clearInterval(timer) };
}
