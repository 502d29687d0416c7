/** Writes events for their creators. */
import type { EventEdit, EventStatus } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { lockChannel } from '#features/channels/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { events, type StoredEvent } from './events.repo.ts';

const OPEN: readonly EventStatus[] = ['draft', 'published', 'live'];

/** @returns null if this creator has no such event */
export async function findOwn(db: Reader, creatorId: UserId, id: string): Promise<StoredEvent | null> {
  const found = await events(db).where('id', '=', id).where('creator_id', '=', creatorId).executeTakeFirst();
  return found ?? null;
}

/** Like `findOwn`; locks the event until `tx` ends. */
export async function lockOwn(tx: Writer, creatorId: UserId, id: string): Promise<StoredEvent | null> {
  const found = await events(tx)
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export async function countOpen(tx: Writer, creatorId: UserId): Promise<number> {
  await lockChannel(tx, creatorId);
  const { count } = await tx
    .selectFrom('ppv_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creator_id', '=', creatorId)
    .where('status', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return count;
}

const columnsOf = (edit: EventEdit) => ({
  title: edit.title,
  description: edit.description,
  event_date: new Date(edit.eventDate),
  timezone: edit.timezone,
  duration_minutes: edit.durationMinutes,
  price_cents: edit.priceCents,
  capacity: edit.capacity,
});

/** Finds a draft in which all fields are the same. */
export const findSameDraft = async (
  tx: Writer,
  creatorId: UserId,
  edit: EventEdit,
): Promise<StoredEvent | null> =>
  (await events(tx)
    .where('creator_id', '=', creatorId)
    .where('status', '=', 'draft')
    .where((where) => where.and(columnsOf(edit)))
    .executeTakeFirst()) ?? null;

export async function insertDraft(tx: Writer, id: string, creatorId: UserId, edit: EventEdit): Promise<void> {
  await tx
    .insertInto('ppv_events')
    .values({ id, creator_id: creatorId, status: 'draft', ...columnsOf(edit) })
    .execute();
}

interface Changes {
  readonly edit?: EventEdit;
  /** Whether the date has changed, so that its reminders are sent again. */
  readonly isMoved?: boolean;
  readonly status?: EventStatus;
  readonly publishedAt?: Date;
  readonly posterUrl?: string | null;
  readonly takesStreams?: boolean;
}

export async function update(tx: Writer, id: string, changes: Changes): Promise<void> {
  const { edit, isMoved, status, publishedAt, posterUrl, takesStreams } = changes;
  await tx
    .updateTable('ppv_events')
    .set({
      ...(edit && columnsOf(edit)),
      ...(isMoved && { reminded_day_before: false, reminded_before_start: false }),
      ...(status && { status }),
      ...(publishedAt && { published_at: publishedAt }),
      ...(posterUrl !== undefined && { poster_url: posterUrl }),
      ...(takesStreams !== undefined && { takes_streams: takesStreams }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function remove(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('ppv_events').where('id', '=', id).execute();
}
