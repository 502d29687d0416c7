/** What time changes: events start and end, money becomes available, subscriptions' periods end. */
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { earnTickets, releasePending } from './charges/charges.service.ts';
import { findTakenChannels } from './events/event-gates.repo.ts';
import { createEventGates } from './events/event-gates.ts';
import * as events from './events/events.repo.ts';
import * as subscriptions from './subscriptions/subscriptions.repo.ts';

const advanceStatuses = defineJob('money.advance-statuses', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

export const advanceStatusesEveryMinute = (db: Database, now: () => Date): JobRegistration => {
  const gates = createEventGates(now);
  return repeat(advanceStatuses, EVERY_MINUTE_HOURS, async () => {
    const at = now();
    await db.transact(async (tx) => {
      for (const { id, creatorId } of await events.advance(tx, at))
        if (creatorId) await gates.detachNext(tx, creatorId, id);
    });
    for (const creatorId of await db.read((reader) => findTakenChannels(reader, at)))
      await db.transact((tx) => gates.apply(tx, creatorId));
    for (const { id, endedAt } of await db.read((reader) => events.findUnearned(reader, at)))
      await db.transact((tx) => earnTickets(tx, { eventId: id, at: endedAt }));
    while ((await db.transact((tx) => releasePending(tx, at))) > 0);
    await db.transact((tx) => subscriptions.advance(tx, at));
  });
};
