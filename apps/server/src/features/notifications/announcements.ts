/** Telling followers that a streamer is live: as many as there are, without anybody else noticing. */
import type { NotificationDelivery, StreamId, UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { followersPage } from '#features/follows/index.ts';
import { notificationWaysOf } from '#features/preferences/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import * as announced from './announcements.repo.ts';
import { inBatches } from './batches.ts';
import type { Couriers } from './couriers.ts';
import { fitted, type News } from './news.ts';
import { notifiedMany } from './notifications.events.ts';
import { announceLive } from './notifications.jobs.ts';
import * as repo from './notifications.repo.ts';

/** A stream that ends and begins again within this tells nobody twice. */
const QUIET_MINUTES = 10;

export interface Announcements {
  readonly job: JobRegistration;
  /** A stream begins in `tx`: its streamer's followers are told after it, but those who were a moment ago. */
  began(tx: Writer, streamerId: UserId, streamId: StreamId): Promise<void>;
}

export interface AnnouncementsOptions {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly couriers: Couriers;
}

export function createAnnouncements({ db, jobs, couriers }: AnnouncementsOptions): Announcements {
  /** Tells the next followers and notes how far that is, both or neither. @returns how many there were */
  async function tellBatch(tx: Writer, streamId: StreamId, size: number): Promise<number> {
    const announcement = await announced.hold(tx, streamId);
    if (!announcement) return 0;
    const { streamerId, toldUpTo } = announcement;
    const followers = await followersPage(tx, streamerId, toldUpTo, size);
    const last = followers.at(-1);
    if (!last) return 0;
    const news = newsOf(announcement);
    const ways = await notificationWaysOf(tx, followers, 'stream_live');
    const wanting = (way: keyof NotificationDelivery) => followers.filter((id) => ways.get(id)?.[way]);
    const dedupeKey = `live:${streamId}`;
    const userIds = wanting('inApp');
    await repo.insertMany(tx, news, {
      ids: userIds.map(() => uuidv7()),
      userIds,
      actorId: streamerId,
      dedupeKey,
    });
    await couriers.push(tx, wanting('webPush'), news);
    await couriers.mail(tx, wanting('mail'), news);
    await announced.advance(tx, streamerId, last);
    await publish(tx, notifiedMany, { dedupeKey, after: toldUpTo, upTo: last });
    return followers.length;
  }

  return {
    job: work(
      announceLive,
      ({ streamId }, signal) =>
        inBatches(signal, (size) => db.transact((tx) => tellBatch(tx, streamId, size))),
      { concurrency: 2 },
    ),
    async began(tx, streamerId, streamId) {
      if (await announced.begin(tx, streamerId, streamId, QUIET_MINUTES)) {
        await jobs.send(tx, announceLive, { streamId });
      }
    },
  };
}

const newsOf = ({ displayName, username, title, slug }: announced.Announcement): News =>
  fitted({
    type: 'stream_live',
    title: `${displayName} is live`,
    message: title,
    href: `/s/${username}/${slug}`,
  });
