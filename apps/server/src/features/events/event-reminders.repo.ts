/** People who asked to be reminded of an event, with or without a ticket for it. */
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

export const isReminded = async (db: Reader, userId: UserId, eventId: string): Promise<boolean> =>
  (await db
    .selectFrom('event_reminders')
    .select('event_id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

export async function countReminders(db: Reader, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('event_reminders as r')
    .innerJoin('ppv_events as e', 'e.id', 'r.event_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('r.user_id', '=', userId)
    .where('e.status', '=', 'published')
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertReminder(tx: Writer, userId: UserId, eventId: string): Promise<void> {
  await tx
    .insertInto('event_reminders')
    .values({ event_id: eventId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteReminder(tx: Writer, userId: UserId, eventId: string): Promise<void> {
  await tx
    .deleteFrom('event_reminders')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .execute();
}

/** The people who are reminded of an event, by id. */
export async function findRemindedOf(
  db: Reader,
  eventId: string,
  after: UserId | null,
  limit: number,
): Promise<UserId[]> {
  let query = db
    .selectFrom('event_reminders')
    .select('user_id as id')
    .where('event_id', '=', eventId)
    .orderBy('user_id')
    .limit(limit);
  if (after !== null) query = query.where('user_id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}

export const findAllRemindersOf = (db: Reader, userId: UserId) =>
  db
    .selectFrom('event_reminders as r')
    .innerJoin('ppv_events as e', 'e.id', 'r.event_id')
    .select(['e.title', 'e.event_date as eventDate', 'r.created_at as createdAt'])
    .where('r.user_id', '=', userId)
    .orderBy('e.event_date')
    .execute();
