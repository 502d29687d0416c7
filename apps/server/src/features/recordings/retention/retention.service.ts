/** Deletes recordings whose retention has ended, after telling their creators. */
import { DELETED_RECORDING_DAYS } from '@tributary/contracts/recordings';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { inBatches } from '#platform/jobs/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { noticeDays } from '../editing/expiry.ts';
import { recordingExpires } from '../recordings.notifications.ts';
import type { Recordings } from '../recordings.service.ts';
import * as repo from './retention.repo.ts';

export interface RetentionOptions {
  readonly db: Database;
  readonly recordings: Pick<Recordings, 'remove'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

/** A recording to delete. */
type Due = Pick<repo.Expiring, 'streamId' | 'streamerId'>;

/**
 * Permanently deletes what was deleted a week ago, and what its creator was asked about and has not kept. A recording
 * whose retention has ended is deleted once its creator has known it for the notice period.
 */
export async function purgeExpired(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { db, recordings, notifications, nowMs } = options;
  const daysAgo = (count: number) => new Date(nowMs() - count * DAY_MS);
  const purge = (find: (reader: Reader, some: repo.Selection) => Promise<readonly Due[]>) =>
    inBatches(signal, async (limit) => {
      const due = await db.read((reader) => find(reader, { limit }));
      for (const { streamerId, streamId } of due) {
        await db.transact(async (tx) => {
          await repo.lock(tx, streamId);
          // Its creator may have kept it since.
          const [isDue] = await find(tx, { limit: 1, only: streamId });
          if (isDue !== undefined) await recordings.remove(tx, streamerId, streamId);
        });
      }
      return due.length;
    });

  await purge((reader, some) => repo.findDeleted(reader, daysAgo(DELETED_RECORDING_DAYS), some));
  await purge((reader, some) => repo.findUndecided(reader, new Date(nowMs()), some));
  const { recordingRetentionDays: days } = await db.read(readSettings);
  if (days === 0) return;
  const notice = noticeDays(days);
  await purge((reader, some) => repo.findToDelete(reader, daysAgo(days), daysAgo(notice), some));
  await inBatches(signal, async (size) => {
    const due = await db.read((reader) =>
      repo.findToAnnounce(reader, daysAgo(days - notice), { limit: size }),
    );
    for (const { streamerId, streamId, title } of due) {
      await db.transact(async (tx) => {
        await repo.setAnnounced(tx, streamId, new Date(nowMs()));
        const notification = recordingExpires.of({ streamId, title, noticeDays: notice, days });
        await notifications.notify(tx, { userId: streamerId, ...notification });
      });
    }
    return due.length;
  });
}
