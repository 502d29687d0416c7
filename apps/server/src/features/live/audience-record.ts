import type { StreamId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import * as rows from './broadcasts.repo.ts';
import type { Viewers } from './viewers.ts';

const EVERY_MS = 5000;

/** Writes the audiences of all broadcasts on air, and that they are alive, every five seconds. */
export function recordAudience(options: {
  readonly db: Database;
  readonly log: Log;
  readonly viewers: Viewers;
  onAir(): StreamId[];
}): { close(): void } {
  const { db, log, viewers, onAir } = options;
  let writing = false;
  const timer = setInterval(() => {
    // A slow database is asked again only when it has answered.
    if (writing) return;
    writing = true;
    const running = onAir();
    const counts = running.map((id) => ({
      id,
      viewers: viewers.count(id),
      arrived: viewers.takeArrived(id),
    }));
    viewers.forgetOthers(running);
    db.transact((tx) => rows.recordAudience(tx, counts, new Date()))
      .catch((error: unknown) => log.warn({ err: error }, 'Viewer counts could not be recorded'))
      .finally(() => {
        writing = false;
      });
  }, EVERY_MS);
  return { close: () => clearInterval(timer) };
}
