import type { ChatPin } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { findMessage } from '../messages/message-pages.repo.ts';

/** Null if no message is pinned: the time is over, the message was deleted, or the stream has ended. */
export async function findPin(db: Reader, id: StreamId): Promise<ChatPin | null> {
  const pin = await db
    .selectFrom('chat_pins as pin')
    .innerJoin('streams as s', 's.id', 'pin.stream_id')
    .leftJoin('profiles as p', (join) => join.onRef('p.id', '=', 'pin.pinned_by').on(isPublic))
    .select(['pin.number', 'p.display_name as pinnedBy'])
    .select(
      sql<number | null>`ceil(extract(epoch FROM pin.until - clock_timestamp()) * 1000)::float8`.as('leftMs'),
    )
    .where('pin.stream_id', '=', id)
    .where('s.status', '=', 'live')
    .where(sql<boolean>`(pin.until IS NULL OR pin.until > clock_timestamp())`)
    .executeTakeFirst();
  const message = pin && (await findMessage(db, id, pin.number));
  return message && message.text !== null ? { message, pinnedBy: pin.pinnedBy, leftMs: pin.leftMs } : null;
}

export interface NewPin {
  readonly streamId: StreamId;
  readonly number: number;
  readonly pinnedBy: UserId;
  readonly seconds: number | null;
}

/** Pins a message in place of the previous one. */
export async function putPin(tx: Writer, { streamId, number, pinnedBy, seconds }: NewPin): Promise<void> {
  const pin = {
    number,
    pinned_by: pinnedBy,
    until: seconds === null ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
  };
  await tx
    .insertInto('chat_pins')
    .values({ stream_id: streamId, ...pin })
    .onConflict((conflict) => conflict.column('stream_id').doUpdateSet(pin))
    .execute();
}

/** @returns the number of the unpinned message; null if none was pinned */
export async function removePin(tx: Writer, id: StreamId): Promise<number | null> {
  const row = await tx
    .deleteFrom('chat_pins')
    .where('stream_id', '=', id)
    .returning('number')
    .executeTakeFirst();
  return row?.number ?? null;
}
