import type { StreamId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import * as rows from './broadcasts.repo.ts';
import type { Viewers } from './viewers.ts';

const EVERY_MS = 5000;

interface Untold {
  viewers: number;
  peak: number;
  arrived: number;
  watchedSeconds: number;
}

export interface AudienceRecord {
  /** Counts up to now, and writes what has come together since that last succeeded. */
  write(): Promise<void>;
  close(): void;
}

/** Writes the audiences of all broadcasts on air, and that they are alive, every five seconds. */
export function recordAudience(options: {
  readonly db: Database;
  readonly log: Log;
  readonly viewers: Viewers;
  onAir(): StreamId[];
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}): AudienceRecord {
  const { db, log, viewers, onAir, now = () => performance.now() } = options;
  const untold = new Map<StreamId, Untold>();
  let countedAtMs = now();
  let writing = false;

  function count(): void {
    const seconds = (now() - countedAtMs) / 1000;
    countedAtMs = now();
    const running = onAir();
    for (const id of running) {
      const present = viewers.count(id);
      const before = untold.get(id);
      untold.set(id, {
        viewers: present,
        peak: Math.max(before?.peak ?? 0, present),
        arrived: (before?.arrived ?? 0) + viewers.takeArrived(id),
        watchedSeconds: (before?.watchedSeconds ?? 0) + present * seconds,
      });
    }
    viewers.forgetOthers(running);
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
      for (const { id, ...missed } of told) {
        const since = untold.get(id);
        untold.set(id, {
          viewers: since?.viewers ?? 0,
          peak: Math.max(missed.peak, since?.peak ?? 0),
          arrived: missed.arrived + (since?.arrived ?? 0),
          watchedSeconds: missed.watchedSeconds + (since?.watchedSeconds ?? 0),
        });
      }
    } finally {
      writing = false;
    }
  }

  const timer = setInterval(write, EVERY_MS);
  return { write, close: () => clearInterval(timer) };
}
