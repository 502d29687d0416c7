/** Paid events that take the streams of their channel. */
import { EVENT_DOORS_MINUTES } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import { events, type StoredEvent } from './events.repo.ts';

/** That are not over, whatever their status still says. */
const openAt = (db: Reader, at: Date) =>
  events(db)
    .where('status', 'in', ['published', 'live'])
    .where(sql<boolean>`event_date + duration_minutes * interval '1 minute' > ${at}`);

const taking = (db: Reader, at: Date) =>
  openAt(db, at).where('price_cents', '>', 0).where('takes_streams', '=', true);

/** Events that start until then have opened at `at`. */
export const doorsOpenAt = (at: Date) => new Date(at.getTime() + EVENT_DOORS_MINUTES * MINUTE_MS);

export async function isOpen(db: Reader, id: string, at: Date): Promise<boolean> {
  return (await openAt(db, at).where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The event that takes a stream which the channel starts now: the one that began last, or else the next one. */
export async function findTaking(db: Reader, creatorId: UserId, at: Date): Promise<string | null> {
  const event = await taking(db, at)
    .where('creator_id', '=', creatorId)
    .where('event_date', '<=', doorsOpenAt(at))
    .orderBy(sql`event_date > ${at}`)
    .orderBy(sql`abs(extract(epoch from event_date - ${at}))`)
    .limit(1)
    .executeTakeFirst();
  return event?.id ?? null;
}

/** As `findTaking`, among those that have begun. */
export async function findBegun(db: Reader, creatorId: UserId, at: Date): Promise<string | null> {
  const event = await taking(db, at)
    .where('creator_id', '=', creatorId)
    .where('event_date', '<=', at)
    .orderBy('event_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.id ?? null;
}

/** The channels whose streams an event takes now. */
export async function findTakenChannels(db: Reader, at: Date): Promise<UserId[]> {
  const rows = await taking(db, at).where('event_date', '<=', doorsOpenAt(at)).execute();
  return [...new Set(rows.flatMap(({ creatorId }) => creatorId ?? []))];
}

/** The paid event of a channel that is running, or else the next one until `before`. */
export async function findNextPaid(
  db: Reader,
  creatorId: UserId,
  at: Date,
  before: Date,
): Promise<StoredEvent | null> {
  const event = await openAt(db, at)
    .where('creator_id', '=', creatorId)
    .where('price_cents', '>', 0)
    .where('event_date', '<', before)
    .orderBy('event_date')
    .limit(1)
    .executeTakeFirst();
  return event ?? null;
}
