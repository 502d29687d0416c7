/** What moderation sees and changes of streams. */
import type { StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface JudgedStream {
  readonly streamerId: UserId;
  readonly title: string;
  readonly live: boolean;
  readonly hiddenReason: string | null;
}

/** Holds the row until `tx` ends. */
export async function lockStream(tx: Writer, id: StreamId): Promise<JudgedStream | undefined> {
  const row = await tx
    .selectFrom('streams')
    .select(['streamer_id', 'title', 'status', 'hidden_reason'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      streamerId: row.streamer_id,
      title: row.title,
      live: row.status === 'live',
      hiddenReason: row.hidden_reason,
    }
  );
}

export async function setHidden(
  tx: Writer,
  id: StreamId,
  hidden: { by: UserId | null; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('streams')
    .set({
      hidden_at: hidden && sql<Date>`now()`,
      hidden_by: hidden?.by ?? null,
      hidden_reason: hidden?.reason ?? null,
    })
    .where('id', '=', id)
    .execute();
}

export const findTitles = (db: Reader, ids: readonly string[]) =>
  db.selectFrom('streams').select(['id', 'title']).where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
