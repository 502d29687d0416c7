/** The schedules of channels for viewers, and their reminders. */

import type { StreamerSummary } from '@tributary/contracts/channels';
import { type NextStream, REMINDERS_MAX, type ScheduledStream } from '@tributary/contracts/schedule';
import type { UserId } from '@tributary/contracts/shared';
import { type Channels, channelsErrors } from '#features/channels/index.ts';
import type { EventsFeature } from '#features/events/index.ts';
import { type CalendarEvent, calendarFeed } from '#platform/calendar/calendar-file.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { KEPT_MS } from './extend.jobs.ts';
import * as reminders from './reminders.repo.ts';
import { scheduleErrors } from './schedule.errors.ts';
import * as repo from './scheduled-streams.repo.ts';

export interface Schedules {
  /** @throws AppError `streamer_not_found` */
  upcomingOf(username: string, caller: UserId | null): Promise<ScheduledStream[]>;
  /** Finds the next stream or event of the channel. @throws AppError `streamer_not_found` */
  nextOf(username: string): Promise<NextStream | null>;
  /** The next streams of the channels that an account follows, soonest first. */
  followed(followerId: UserId): Promise<ScheduledStream[]>;
  /** The calendar of a channel, with its events. @throws AppError `streamer_not_found` */
  calendarOf(username: string): Promise<string>;
  /** @throws AppError `scheduled_stream_not_found`, `too_many_reminders` */
  remind(userId: UserId, streamId: string): Promise<void>;
  forget(userId: UserId, streamId: string): Promise<void>;
}

export interface SchedulesOptions {
  readonly db: Database;
  readonly replica: ReadDatabase;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
  readonly events: Pick<EventsFeature, 'calendarOf' | 'nextOf'>;
  readonly instanceName: () => string;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** How often calendars that are subscribed read the feed. */
const REFRESH_HOURS = 1;

export function createSchedules(options: SchedulesOptions): Schedules {
  const { db, replica, channels, events, instanceName, publicUrl, now } = options;

  async function channelOf(username: string): Promise<StreamerSummary> {
    const streamer = await channels.summaryByUsername(username);
    if (!streamer) throw channelsErrors.streamer_not_found();
    return streamer;
  }

  async function listed(
    rows: readonly repo.StoredStream[],
    caller: UserId | null,
    people: ReadonlyMap<UserId, StreamerSummary>,
  ): Promise<ScheduledStream[]> {
    const ids = rows.map(({ id }) => id);
    const reminded = caller && (await replica.read((reader) => reminders.findReminded(reader, caller, ids)));
    const at = now().getTime();
    return rows.flatMap(({ startsAt, ...row }) => {
      const streamer = people.get(row.streamerId);
      const isReminded = reminded?.has(row.id) ?? false;
      const times = { startsAt: startsAt.toISOString(), startsInMs: startsAt.getTime() - at };
      return streamer ? [{ ...row, ...times, isReminded, streamer }] : [];
    });
  }

  return {
    async upcomingOf(username, caller) {
      const streamer = await channelOf(username);
      const rows = await replica.read((reader) => repo.findUpcoming(reader, streamer.id, now()));
      return listed(rows, caller, new Map([[streamer.id, streamer]]));
    },
    async nextOf(username) {
      const { id } = await channelOf(username);
      const at = now();
      const upcoming = await replica.read((reader) => repo.findUpcoming(reader, id, at));
      const planned = upcoming.find(({ startsAt, isCanceled }) => !isCanceled && startsAt > at);
      const event = await events.nextOf(id);
      const isEvent = event !== null && (!planned || event.startsAt <= planned.startsAt);
      const next = isEvent ? event : planned;
      if (!next) return null;
      return {
        title: next.title,
        startsAt: next.startsAt.toISOString(),
        startsInMs: next.startsAt.getTime() - at.getTime(),
        eventId: isEvent ? event.id : null,
      };
    },
    async followed(followerId) {
      const rows = await replica.read((reader) => repo.findFollowed(reader, followerId, now()));
      const streamerIds = rows.map(({ streamerId }) => streamerId);
      return listed(rows, followerId, await channels.summaries(streamerIds, replica));
    },
    async calendarOf(username) {
      const streamer = await channelOf(username);
      const since = new Date(now().getTime() - KEPT_MS);
      const rows = await replica.read((reader) => repo.findSince(reader, streamer.id, since));
      const url = `${publicUrl}/streamer/${streamer.username}?tab=schedule`;
      const name = streamer.displayName || streamer.username;
      const planned = rows.map(
        ({ id, title, category, startsAt, durationMinutes, changedAt, isCanceled }): CalendarEvent => ({
          id,
          title: `${name}: ${title}`,
          description: category ?? '',
          startsAt,
          durationMinutes,
          changedAt,
          isCanceled,
          url,
        }),
      );
      const announced = await events.calendarOf(streamer.id, since);
      const all = [...planned, ...announced].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
      const about = { name: `${name} (${instanceName()})`, url, refreshHours: REFRESH_HOURS };
      return calendarFeed({ ...about, events: all }, instanceName());
    },
    remind: (userId, streamId) =>
      db.transact(async (tx) => {
        if ((await reminders.countReminders(tx, userId)) >= REMINDERS_MAX)
          throw scheduleErrors.too_many_reminders();
        if (!(await reminders.insertReminder(tx, userId, streamId, now())))
          throw scheduleErrors.scheduled_stream_not_found();
      }),
    forget: (userId, streamId) => db.transact((tx) => reminders.deleteReminder(tx, userId, streamId)),
  };
}
