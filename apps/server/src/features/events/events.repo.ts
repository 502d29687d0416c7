import { type EventStatus, FOLLOWED_EVENTS_LIMIT } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import { type Slice, selectSlice } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts';

export const events = (db: Reader) =>
  db
    .selectFrom('ppv_events')
    .select([
      'id',
      'creator_id as creatorId',
      'title',
      'description',
      'event_date as eventDate',
      'timezone',
      'duration_minutes as durationMinutes',
      'price_cents as priceCents',
      'currency',
      'capacity',
      'total_tickets_sold as totalTicketsSold',
      'tickets_reserved as ticketsReserved',
      'total_revenue_cents as totalRevenueCents',
      'platform_commission_cents as platformCommissionCents',
      'commission_rate_percent as commissionRatePercent',
      'status',
      'poster_url as posterUrl',
      'updated_at as updatedAt',
      'takes_streams as takesStreams',
    ]);

export type StoredEvent = InferResult<ReturnType<typeof events>>[number];

const published = (db: Reader, id: string) =>
  events(db)
    .where('id', '=', id)
    .where('status', '<>', 'draft')
    .where(
      sql<boolean>`not exists (select from profiles as p where p.id = ppv_events.creator_id and not is_public(p))`,
    );

/** @returns null if there is no such event, it is a draft, or its creator is banned */
export const findPublished = async (db: Reader, id: string): Promise<StoredEvent | null> =>
  (await published(db, id).executeTakeFirst()) ?? null;

/** Like `findPublished`; locks the event until `tx` ends. */
export const lockPublished = async (tx: Writer, id: string): Promise<StoredEvent | null> =>
  (await published(tx, id).forNoKeyUpdate().executeTakeFirst()) ?? null;

/** Finds an event in any status, and locks it until `tx` ends. */
export const lockEvent = async (tx: Writer, id: string): Promise<StoredEvent | null> =>
  (await events(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null;

export async function findEventsById(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const rows = await events(db).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return new Map(rows.map((event) => [event.id, event]));
}

/** @returns null unless the event is upcoming or live, and its creator is public */
export async function findAnnounced(
  db: Reader,
  id: string,
): Promise<{ creatorId: UserId; creatorName: string; title: string } | null> {
  const event = await db
    .selectFrom('ppv_events as e')
    .innerJoin('profiles as p', 'p.id', 'e.creator_id')
    .select(['p.id as creatorId', 'p.display_name as creatorName', 'e.title'])
    .where('e.id', '=', id)
    .where('e.status', 'in', ['published', 'live'])
    .where(isPublic)
    .executeTakeFirst();
  return event ?? null;
}

/** A stream of the event that can be watched, the running one first. */
export async function findStreamSlug(db: Reader, eventId: string): Promise<string | null> {
  const stream = await db
    .selectFrom('streams as s')
    .leftJoin('recordings as r', (join) =>
      join.onRef('r.stream_id', '=', 's.id').on('r.state', 'in', ['recording', 'ready']),
    )
    .select('s.slug')
    .where('s.gate_kind', '=', 'event')
    .where('s.gate_id', '=', eventId)
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where((eb) => eb.or([eb('s.status', '=', 'live'), eb('r.visibility', '<>', 'private')]))
    .orderBy((eb) => eb('s.status', '=', 'live'), 'desc')
    .orderBy('s.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stream?.slug ?? null;
}

/** Published and live events. */
export const findUpcoming = (db: Reader, creatorId: UserId, slice: Slice): Promise<StoredEvent[]> =>
  selectSlice(events(db), slice)
    .where('creator_id', '=', creatorId)
    .where('status', 'in', ['published', 'live'])
    .execute();

/** All events of a creator from a moment on, without drafts. */
export const findAnnouncedSince = (db: Reader, creatorId: UserId, since: Date): Promise<StoredEvent[]> =>
  events(db)
    .where('creator_id', '=', creatorId)
    .where('status', '<>', 'draft')
    .where('event_date', '>=', since)
    .orderBy('event_date')
    .orderBy('id')
    .execute();

/** The next published and live events of the public channels that an account follows. */
export const findFollowed = (db: Reader, followerId: UserId): Promise<StoredEvent[]> =>
  events(db)
    .where('creator_id', 'in', (select) =>
      select
        .selectFrom('follows as f')
        .innerJoin('profiles as p', 'p.id', 'f.streamer_id')
        .select('f.streamer_id')
        .where('f.follower_id', '=', followerId)
        .where(isPublic),
    )
    .where('status', 'in', ['published', 'live'])
    .orderBy('event_date')
    .orderBy('id')
    .limit(FOLLOWED_EVENTS_LIMIT)
    .execute();

/** @param creatorId null lists the whole instance */
export function findEvents(
  db: Reader,
  creatorId: UserId | null,
  status: EventStatus | undefined,
  slice: Slice,
): Promise<StoredEvent[]> {
  let query = selectSlice(events(db), slice);
  if (creatorId !== null) query = query.where('creator_id', '=', creatorId);
  if (status) query = query.where('status', '=', status);
  return query.execute();
}

export const findAllOf = (db: Reader, creatorId: UserId): Promise<StoredEvent[]> =>
  events(db).where('creator_id', '=', creatorId).orderBy('event_date').execute();

/** Starts events that are due, and ends those that are over. @returns the ended events */
export async function advance(tx: Writer, now: Date): Promise<{ id: string; creatorId: UserId | null }[]> {
  const ended = await tx
    .updateTable('ppv_events')
    .set({ status: 'ended' })
    .where('status', 'in', ['published', 'live'])
    .where(sql<boolean>`event_date + duration_minutes * interval '1 minute' <= ${now}`)
    .returning(['id', 'creator_id as creatorId'])
    .execute();
  await tx
    .updateTable('ppv_events')
    .set({ status: 'live' })
    .where('status', '=', 'published')
    .where('event_date', '<=', now)
    .execute();
  return ended;
}

const SOON_MS = 15 * MINUTE_MS;

/** Marks due reminders as sent. @returns those that are still in time, at most one for each event */
export async function claimReminders(
  tx: Writer,
  now: Date,
): Promise<{ id: string; eventDate: Date; notice: 'day_before' | 'before_start' }[]> {
  const take = async (column: 'reminded_day_before' | 'reminded_before_start', aheadMs: number) =>
    await tx
      .updateTable('ppv_events')
      .set({ [column]: true })
      .where('status', 'in', ['published', 'live'])
      .where('event_date', '<=', new Date(now.getTime() + aheadMs))
      .where(column, '=', false)
      .returning(['id', 'event_date as eventDate'])
      .execute();
  const dayBefore = await take('reminded_day_before', DAY_MS);
  const beforeStart = await take('reminded_before_start', SOON_MS);
  const isSoon = new Set(beforeStart.map(({ id }) => id));
  return [
    ...dayBefore
      .filter(({ id }) => !isSoon.has(id))
      .map((event) => ({ ...event, notice: 'day_before' as const })),
    ...beforeStart.map((event) => ({ ...event, notice: 'before_start' as const })),
  ].filter(({ eventDate }) => eventDate > now);
}

/** Removes the posters of a creator's events. @returns their URLs */
export async function removePosters(tx: Writer, creatorId: UserId): Promise<string[]> {
  const rows = await tx
    .selectFrom('ppv_events')
    .select('poster_url as url')
    .where('creator_id', '=', creatorId)
    .where('poster_url', 'is not', null)
    .forUpdate()
    .execute();
  await tx
    .updateTable('ppv_events')
    .set({ poster_url: null })
    .where('creator_id', '=', creatorId)
    .where('poster_url', 'is not', null)
    .execute();
  return rows.flatMap(({ url }) => url ?? []);
}

/** Ended events with tickets that do not count as earned yet, and the times when they ended. */
export const findUnearned = async (db: Reader, now: Date): Promise<{ id: string; endedAt: Date }[]> => {
  const { rows } = await sql<{ id: string; endedAt: Date }>`
    select id, least(${now}, event_date + duration_minutes * interval '1 minute') as "endedAt" from ppv_events
    where status = 'ended' and id in (select subject_id from charges where purpose = 'ticket' and earned_at is null)`.execute(
    db,
  );
  return rows;
};

/**
 * Deletes the events without sales of an account that is being deleted, and cancels upcoming ones.
 * @returns the canceled events
 */
export async function closeOf(tx: Writer, creatorId: UserId): Promise<{ id: string; eventDate: Date }[]> {
  await tx
    .deleteFrom('ppv_events')
    .where('creator_id', '=', creatorId)
    .where(
      sql<boolean>`total_tickets_sold = 0 and not exists (select from tickets where event_id = ppv_events.id)`,
    )
    .execute();
  return tx
    .updateTable('ppv_events')
    .set({ status: 'canceled' })
    .where('creator_id', '=', creatorId)
    .where('status', 'in', ['published', 'live'])
    .returning(['id', 'event_date as eventDate'])
    .execute();
}
