/** Moves the viewers of a stream to another live channel, after a countdown during which they can opt out. */
import {
  type ChatRaid,
  RAID_EARLIEST_SECONDS,
  RAID_SECONDS,
  RAIDS_PER_HOUR,
} from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { isBlocked } from '#features/follows/index.ts';
import type { Live } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { errors, refusals } from '../chat.errors.ts';
import { chatRaidChanged } from '../chat.events.ts';
import { departRaidOnTime } from '../chat.jobs.ts';
import { raided } from '../chat.notifications.ts';
import { findOpenChats } from '../members/members.repo.ts';
import { channelOf, requireModerator } from '../members/ranks.ts';
import { storeLine } from '../messages/system-lines.ts';
import * as repo from './raids.repo.ts';

export interface RaidsOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly live: {
    readonly playback: Pick<Live['playback'], 'requireShown'>;
    readonly viewers: Live['viewers'];
  };
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}

/** How long clients that were disconnected at the departure still learn of it. */
const DEPARTED_MS = 15_000;

export interface Raids {
  /**
   * The raid that viewers of a stream see.
   * @throws stream_not_found
   */
  current(id: StreamId): Promise<ChatRaid | null>;
  /** The raid with the time that is left now, as it is sent to clients. */
  shown(options: Omit<ChatRaid, 'leftMs'> & { readonly departsAt: string }): ChatRaid;
  /**
   * @throws stream_not_found, person_not_found, not_moderator, chat_closed, raid_target_offline, raid_own_channel,
   *   raid_refused, raid_gated, raid_running, raid_limit
   */
  start(id: StreamId, username: string, by: Actor): Promise<ChatRaid>;
  /** @throws stream_not_found, person_not_found, not_moderator, raid_not_found */
  cancel(id: StreamId, by: Actor): Promise<void>;
  /**
   * Starts a raid ahead of its time.
   * @throws stream_not_found, person_not_found, not_moderator, raid_not_found, raid_too_early
   */
  departNow(id: StreamId, by: Actor): Promise<void>;
  /** Starts a raid whose time has come. Idempotent in all processes. */
  depart(raidId: string): Promise<void>;
  /** Ends the raids from and to a stream that has ended, or that is hidden now. */
  endAllOf(id: StreamId): Promise<void>;
  /** Counts one viewer less among those who move. */
  stay(id: StreamId, raidId: string): Promise<void>;
}

export function createRaidsService(options: RaidsOptions): Raids {
  const { db, live, nowMs, jobs, notifications } = options;

  function toShown({
    departsAt,
    ...raid
  }: Omit<ChatRaid, 'leftMs'> & { readonly departsAt: string }): ChatRaid {
    return { ...raid, leftMs: Math.max(0, Date.parse(departsAt) - nowMs()) };
  }

  async function depart(raidId: string): Promise<void> {
    await db.transact(async (tx) => {
      const raid = await repo.lockPending(tx, raidId);
      if (raid === null || raid.departsAt.getTime() > nowMs()) return;
      if (!raid.isPossible) return await end(tx, raid);
      const { streamId, channelId, channelName, target, targetStreamId } = raid;
      const viewers = Math.max(0, live.viewers.count(streamId) - raid.staying);
      await repo.settleRaid(tx, raidId, viewers);
      const line = { streamId: targetStreamId, authorId: channelId, clientId: raidId };
      await storeLine(tx, { ...line, fact: { kind: 'raid', channel: channelName, viewers } });
      const notification = raided.of({ id: raidId, channelId, channelName, viewers, targetStreamId });
      await notifications.notify(tx, { userId: target.id, ...notification });
      await publish(tx, chatRaidChanged, { streamId, raidId, raid: stateOf(raid, 'departed') });
    });
  }

  /** @returns the channel. @throws stream_not_found, person_not_found, not_moderator */
  async function moderated(tx: Writer, id: StreamId, by: Actor) {
    const channelId = await channelOf(tx, id);
    await requireModerator(tx, channelId, by.userId, 'raids');
    return channelId;
  }

  async function pending(tx: Writer, id: StreamId, by: Actor): Promise<repo.Raid> {
    await moderated(tx, id, by);
    const latest = await repo.findLatest(tx, id);
    const raid = latest && (await repo.lockPending(tx, latest.id));
    if (raid === null) throw errors.raid_not_found();
    return raid;
  }

  return {
    async current(id) {
      await live.playback.requireShown(id);
      const raid = await db.read((reader) => repo.findLatest(reader, id));
      if (!raid || (raid.state === 'departed' && raid.departsAt.getTime() + DEPARTED_MS < nowMs()))
        return null;
      return toShown(stateOf(raid, raid.state));
    },
    shown: toShown,
    async start(id, username, by) {
      await live.playback.requireShown(id);
      const startedAt = new Date(nowMs());
      const departsAt = new Date(startedAt.getTime() + RAID_SECONDS * 1000);
      return await db.transact(async (tx) => {
        const channelId = await moderated(tx, id, by);
        if (!(await findOpenChats(tx, channelId)).includes(id)) throw errors.chat_closed();
        const target = await repo.findTarget(tx, username);
        if (target === null) throw errors.raid_target_offline();
        const { streamer } = target;
        if (streamer.id === channelId) throw errors.raid_own_channel();
        if (
          (await isBlocked(tx, { by: streamer.id, blocked: channelId })) ||
          !(await repo.takesRaids(tx, streamer.id, channelId))
        )
          throw errors.raid_refused();
        if (target.gate !== null) throw errors.raid_gated();
        const raid = { id: uuidv7(), streamId: id, targetStreamId: target.id, startedAt, departsAt };
        if (!(await repo.insertRaid(tx, raid))) throw errors.raid_running();
        const since = new Date(startedAt.getTime() - HOUR_MS);
        const starts = await repo.findStartsSince(tx, channelId, since);
        const oldest = starts.at(-RAIDS_PER_HOUR - 1);
        if (oldest) throw refusals.raidLimit(oldest.getTime() + HOUR_MS - startedAt.getTime());
        await jobs.send(tx, departRaidOnTime, { raidId: raid.id }, { startAfter: departsAt });
        const after = { target: streamer.id };
        await audit(tx, { by, action: 'chat.raid_started', kind: 'stream', id, after });
        const { isVerified: _, ...shownTarget } = streamer;
        const shown = {
          id: raid.id,
          target: shownTarget,
          state: 'pending' as const,
          departsAt: departsAt.toISOString(),
        };
        await publish(tx, chatRaidChanged, { streamId: id, raidId: raid.id, raid: shown });
        return toShown(shown);
      });
    },
    async cancel(id, by) {
      await db.transact(async (tx) => {
        const raid = await pending(tx, id, by);
        await end(tx, raid);
        await audit(tx, { by, action: 'chat.raid_canceled', kind: 'stream', id });
      });
    },
    async departNow(id, by) {
      const raidId = await db.transact(async (tx) => {
        const raid = await pending(tx, id, by);
        const waitMs = raid.startedAt.getTime() + RAID_EARLIEST_SECONDS * 1000 - nowMs();
        if (waitMs > 0) throw refusals.raidTooEarly(waitMs);
        await repo.setDeparture(tx, raid.id, new Date(Math.min(nowMs(), raid.departsAt.getTime())));
        await audit(tx, { by, action: 'chat.raid_departed', kind: 'stream', id });
        return raid.id;
      });
      await depart(raidId);
    },
    depart,
    async endAllOf(id) {
      for (const raidId of await db.read((reader) => repo.findPendingIds(reader, id))) {
        await db.transact(async (tx) => {
          const raid = await repo.lockPending(tx, raidId);
          if (raid !== null && !raid.isPossible) await end(tx, raid);
        });
      }
    },
    async stay(id, raidId) {
      await db.transact((tx) => repo.countStaying(tx, id, raidId));
    },
  };
}

const stateOf = ({ id, target, departsAt }: repo.Raid, state: 'pending' | 'departed') => ({
  id,
  target,
  state,
  departsAt: departsAt.toISOString(),
});

async function end(tx: Writer, { id, streamId }: repo.Raid): Promise<void> {
  await repo.settleRaid(tx, id, null);
  await publish(tx, chatRaidChanged, { streamId, raidId: id, raid: null });
}
