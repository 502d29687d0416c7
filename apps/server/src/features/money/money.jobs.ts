/** What time changes: events start and end, money becomes available, subscriptions' periods end. */
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { earnTickets, releasePending } from './charges/charges.service.ts';
import * as events from './events/events.repo.ts';
import { detachEvent } from './events/stream-event.service.ts';
import * as subscriptions from './subscriptions/subscriptions.repo.ts';

const advanceStatuses = defineJob('money.advance-statuses', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

export const advanceStatusesEveryMinute = (db: Database, now: () => Date): JobRegistration =>
  repeat(advanceStatuses, EVERY_MINUTE_HOURS, async () => {
    const at = now();
    await db.transact(async (tx) => {
      for (const { id, creatorId } of await events.advance(tx, at))
        if (creatorId) await detachEvent(tx, creatorId, id);
    });
    for (const { id, endedAt } of await db.read((reader) => events.findUnearned(reader, at)))
      await db.transact((tx) => earnTickets(tx, { eventId: id, at: endedAt }));
    while ((await db.transact((tx) => releasePending(tx, at))) > 0);
    await db.transact((tx) => subscriptions.advance(tx, at));
  });
