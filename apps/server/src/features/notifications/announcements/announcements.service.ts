import type { NotificationDelivery } from '@tributary/contracts/preferences';
import type { StreamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { followersToNotify } from '#features/follows/index.ts';
import { languagesOf } from '#features/identity/index.ts';
import { streamStarting } from '#features/live/index.ts';
import { notificationWaysOf } from '#features/preferences/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { onHook, type Subscription } from '#platform/feature.ts';
import { inBatches, type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import type { DeliveryChannels } from '../delivery-channels.ts';
import { contentIn } from '../notification-content.ts';
import { notifiedMany } from '../notifications.events.ts';
import { announceLive } from '../notifications.jobs.ts';
import * as notifications from '../notifications.repo.ts';
import { liveStreams, wentLive } from './announcements.notifications.ts';
import * as repo from './announcements.repo.ts';

/** A stream that ends and starts again within this time is not announced again. */
const QUIET_MINUTES = 10;

export interface AnnouncementsOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly delivery: DeliveryChannels;
}

/**
 * Notifies the followers of a streamer who want to know when a stream starts, by a job that is stored in the transaction that inserts
 * the stream.
 */
export function createAnnouncements({ db, jobs, delivery }: AnnouncementsOptions): {
  readonly job: JobRegistration;
  readonly subscription: Subscription;
} {
  /**
   * Notifies the next followers and records the last of them in one transaction.
   * @returns the number of notified followers
   */
  async function notifyBatch(tx: Writer, streamId: StreamId, size: number): Promise<number> {
    const announcement = await repo.lockAnnouncement(tx, streamId);
    if (!announcement) return 0;
    const { streamerId, notifiedUpTo } = announcement;
    const followers = await followersToNotify(tx, streamerId, 'live', notifiedUpTo, size);
    const last = followers.at(-1);
    if (!last) return 0;
    const text = wentLive.of(announcement);
    const languages = await languagesOf(tx, followers);
    const ways = await notificationWaysOf(tx, followers, liveStreams.key);
    const dedupeKey = `live:${streamId}`;
    for (const language of new Set(languages.values())) {
      const content = contentIn(language, text);
      const wanting = (way: keyof NotificationDelivery) =>
        followers.filter((id) => languages.get(id) === language && ways.get(id)?.[way]);
      const userIds = wanting('inApp');
      await notifications.insertMany(tx, content, {
        ids: userIds.map(() => uuidv7()),
        userIds,
        actorId: streamerId,
        dedupeKey,
      });
      await delivery.push(tx, wanting('webPush'), content);
      await delivery.mail(tx, wanting('mail'), content);
    }
    await repo.advance(tx, streamerId, last);
    await publish(tx, notifiedMany, { dedupeKey, after: notifiedUpTo, upTo: last });
    return followers.length;
  }

  return {
    job: work(
      announceLive,
      ({ streamId }, signal) =>
        inBatches(signal, (size) => db.transact((tx) => notifyBatch(tx, streamId, size))),
      { concurrency: 2 },
    ),
    subscription: onHook(streamStarting, async (tx, { streamerId, streamId }) => {
      if (await repo.startAnnouncement(tx, streamerId, streamId, QUIET_MINUTES)) {
        await jobs.send(tx, announceLive, { streamId });
      }
    }),
  };
}
