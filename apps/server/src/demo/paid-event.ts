/** Keeps the paid event of the demo running: when it is over, the same event begins again. */
import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { eventRow } from './seed/offers.seed.ts';
import { findSeededAccounts } from './seed/seeded-accounts.ts';

/** Otherwise the channel would stay with the ticket holders of an event to which nobody can get a ticket. */
export async function repeatPaidEvent(db: Database, now: Date): Promise<void> {
  await db.transact(async (tx) => {
    const { streamers } = await findSeededAccounts(tx);
    const { platformFeeBasisPoints } = await readSettings(tx);
    for (const { id, story } of streamers) {
      for (const event of story.events.filter(({ at }) => at.inDays === 0)) {
        const seeded = tx
          .selectFrom('ppv_events')
          .where('creator_id', '=', id)
          .where('title', '=', event.title);
        const last = await seeded
          .select(({ fn, eb }) => [
            fn.countAll<number>().as('count'),
            fn
              .agg<boolean>('bool_or', [
                eb(sql<Date>`event_date + duration_minutes * interval '1 minute'`, '>', now),
              ])
              .as('isRunning'),
          ])
          .executeTakeFirstOrThrow();
        if (last.count === 0 || last.isRunning) continue;
        const repeated = { ...event, tickets: { ...event.tickets, sold: 0 } };
        await tx
          .insertInto('ppv_events')
          .values({ ...eventRow(id, story.username, repeated, now, platformFeeBasisPoints), event_date: now })
          .execute();
      }
    }
  });
}
