/** Finds paid events that gate the streams of their channel. */
import { EVENT_GATE_LEAD_MINUTES } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import { events, type StoredEvent } from './events.repo.ts';

/** Events that are not over at this time; their status may be a minute behind. */
const openAt = (db: Reader, at: Date) =>
  events(db)
    .where('status', 'in', ['published', 'live'])
    .where(sql<boolean>`event_date + duration_minutes * interval '1 minute' > ${at}`);

const gatingEvents = (db: Reader, at: Date) =>
  openAt(db, at).where('price_cents', '>', 0).where('takes_streams', '=', true);

/** The latest start of a paid event that already gates its channel's streams at `at`. */
export const latestGatedStart = (at: Date) => new Date(at.getTime() + EVENT_GATE_LEAD_MINUTES * MINUTE_MS);

export async function isOpen(db: Reader, id: string, at: Date): Promise<boolean> {
  return (await openAt(db, at).where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The event that gates a stream which starts now: the one that began last, or else the next one. */
export async function findGatingEvent(db: Reader, creatorId: UserId, at: Date): Promise<string | null> {
  const event = await gatingEvents(db, at)
    .where('creator_id', '=', creatorId)
    .where('event_date', '<=', latestGatedStart(at))
    .orderBy(sql`event_date > ${at}`)
    .orderBy(sql`abs(extract(epoch from event_date - ${at}))`)
    .limit(1)
    .executeTakeFirst();
  return event?.id ?? null;
}

/** Like `findGatingEvent`, but only events that have begun. */
export async function findBegunGatingEvent(db: Reader, creatorId: UserId, at: Date): Promise<string | null> {
  const event = await gatingEvents(db, at)
    .where('creator_id', '=', creatorId)
    .where('event_date', '<=', at)
    .orderBy('event_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.id ?? null;
}

/** Channels with an event that gates their streams now. */
export async function findGatedChannels(db: Reader, at: Date): Promise<UserId[]> {
  const rows = await gatingEvents(db, at).where('event_date', '<=', latestGatedStart(at)).execute();
  return [...new Set(rows.flatMap(({ creatorId }) => creatorId ?? []))];
}

/** The running paid event of a channel, or else the next one before `before`. */
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
