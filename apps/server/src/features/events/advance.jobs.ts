/** Starts and ends events by time, and applies their gates to the streams of their channels. */
import { z } from 'zod';
import { earnTickets } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import { findGatedChannels } from './event-gates.repo.ts';
import { createEventGates } from './event-gates.ts';
import * as events from './events.repo.ts';

const advanceEvents = defineJob('events.advance', z.object({}));

const EVERY_MINUTE_HOURS = 1 / 60;

export const advanceEventsEveryMinute = (db: Database, now: () => Date): JobRegistration => {
  const gates = createEventGates(now);
  return repeat(advanceEvents, EVERY_MINUTE_HOURS, async () => {
    const at = now();
    await db.transact(async (tx) => {
      for (const { id, creatorId } of await events.advance(tx, at))
        if (creatorId) await gates.detachNext(tx, creatorId, id);
    });
    for (const creatorId of await db.read((reader) => findGatedChannels(reader, at)))
      await db.transact((tx) => gates.apply(tx, creatorId));
    for (const { id, endedAt } of await db.read((reader) => events.findUnearned(reader, at)))
      await db.transact((tx) => earnTickets(tx, { eventId: id, at: endedAt }));
  });
};
