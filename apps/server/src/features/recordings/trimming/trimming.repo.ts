import type { Gate, StreamSettings } from '@tributary/contracts/channels';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { PendingTrim, Trimmed } from '../recordings.tables.ts';

const columns = ({ trim, durationMs, chapters }: Trimmed) => ({
  trim: trim && JSON.stringify(trim),
  duration_ms: durationMs,
  chapters: JSON.stringify(chapters),
});

/** One whose edges are being encoded is given up. */
export async function setTrim(tx: Writer, id: StreamId, trimmed: Trimmed): Promise<void> {
  await tx
    .updateTable('recordings')
    .set({ ...columns(trimmed), pending_trim: null })
    .where('stream_id', '=', id)
    .execute();
}

export async function setPending(tx: Writer, id: StreamId, pending: PendingTrim): Promise<void> {
  await tx
    .updateTable('recordings')
    .set({ pending_trim: JSON.stringify(pending) })
    .where('stream_id', '=', id)
    .execute();
}

/** Changes a trimming whose edges are being encoded, unless another one has been asked for since. */
export async function updatePending(
  tx: Writer,
  id: StreamId,
  revision: string,
  part: Partial<Pick<PendingTrim, 'share' | 'failure'>>,
): Promise<void> {
  await tx
    .updateTable('recordings')
    .set({ pending_trim: sql<string>`pending_trim || ${JSON.stringify(part)}::jsonb` })
    .where('stream_id', '=', id)
    .where(sql<boolean>`pending_trim->>'revision' = ${revision}`)
    .execute();
}

/** Exact trimmings that are still being encoded, and were asked for before a time. */
export async function findStuck(
  db: Reader,
  askedBefore: Date,
  limit: number,
): Promise<{ readonly id: StreamId; readonly mediaId: StreamId; readonly revision: string }[]> {
  const revision = sql<string>`pending_trim->>'revision'`;
  return await db
    .selectFrom('recordings')
    .select(['stream_id as id', 'media_id as mediaId', revision.as('revision')])
    .where('pending_trim', 'is not', null)
    .where(sql`pending_trim->>'failure'`, 'is', null)
    .where(sql<boolean>`coalesce((pending_trim->>'askedAt')::timestamptz, '-infinity') < ${askedBefore}`)
    .orderBy('stream_id')
    .limit(limit)
    .execute();
}

/** Whether a recording plays the files of a trimming, or they are being made for one. */
export async function isRevisionUsed(db: Reader, mediaId: StreamId, revision: string): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select('stream_id')
    .where('media_id', '=', mediaId)
    .where(({ eb, or, and }) =>
      or([
        eb(sql`trim->>'revision'`, '=', revision),
        and([
          eb(sql`pending_trim->>'revision'`, '=', revision),
          eb(sql`pending_trim->>'failure'`, 'is', null),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose recording an exact trimming is of; null where another one has been asked for since. */
export async function findPending(
  db: Reader,
  id: StreamId,
  revision: string,
): Promise<{
  readonly streamerId: UserId;
  readonly mediaId: StreamId;
  readonly pending: PendingTrim;
} | null> {
  const row = await db
    .selectFrom('recordings')
    .select(['streamer_id as streamerId', 'media_id as mediaId', 'pending_trim as pending'])
    .where('stream_id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  const pending = row?.pending;
  if (row === undefined || pending?.revision !== revision || pending.failure !== null) return null;
  return { ...row, pending };
}

/** What a part that is split off gets from the stream, and what keeps it from being split. */
export interface SourceStream extends Pick<StreamSettings, 'category' | 'tags' | 'isMature' | 'language'> {
  readonly gateKind: Gate['kind'] | null;
  readonly gateId: string | null;
  /** An admin hides or has stopped it. */
  readonly isWithdrawn: boolean;
}

export const findStream = (db: Reader, id: StreamId): Promise<SourceStream> =>
  db
    .selectFrom('streams')
    .select(['category', 'tags', 'language', 'is_mature as isMature'])
    .select(['gate_kind as gateKind', 'gate_id as gateId'])
    .select(sql<boolean>`hidden_at IS NOT NULL OR end_reason IS NOT DISTINCT FROM 'kicked'`.as('isWithdrawn'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Adds the private recording of a part, which plays the same files and is kept as long as they were. */
export async function addPart(
  tx: Writer,
  id: StreamId,
  { from, startsAt, ...trimmed }: Trimmed & { readonly from: StreamId; readonly startsAt: Date },
): Promise<void> {
  const source = await tx
    .selectFrom('recordings')
    .select(['streamer_id', 'media_id as split_from', 'byte_length', 'created_at', 'decide_by'])
    .select(['description', 'allows_download', 'has_video'])
    .where('stream_id', '=', from)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('recordings')
    .values({
      ...source,
      ...columns(trimmed),
      stream_id: id,
      state: 'ready',
      visibility: 'private',
      starts_at: startsAt,
    })
    .execute();
}
