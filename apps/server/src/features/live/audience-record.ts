import type { StreamId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import * as rows from './broadcasts.repo.ts';

const EVERY_MS = 5000;

/** Writes the viewer counts of all broadcasts on air, and that they are alive, every five seconds. */
export function recordAudience(options: {
  readonly db: Database;
  readonly log: Log;
  onAir(): StreamId[];
  count(id: StreamId): number;
}): { close(): void } {
  const { db, log, onAir, count } = options;
  let writing = false;
  const timer = setInterval(() => {
    // A slow database is asked again only when it has answered.
    if (writing) return;
    writing = true;
    const counts = onAir().map((id) => ({ id, viewers: count(id) }));
    db.transact((tx) => rows.recordViewers(tx, counts, new Date()))
      .catch((error: unknown) => log.warn({ err: error }, 'Viewer counts could not be recorded'))
      .finally(() => {
        writing = false;
      });
  }, EVERY_MS);
  return { close: () => clearInterval(timer) };
}
