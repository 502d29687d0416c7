import type { Chapter, Gate, StreamId, StreamSettings } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Trim } from './trim.ts';

export interface Trimmed {
  /** Null: the recording is whole. */
  readonly trim: Trim | null;
  readonly durationMs: number;
  /** As viewers see them. */
  readonly chapters: readonly Chapter[];
}

const columns = ({ trim, durationMs, chapters }: Trimmed) => ({
  trim: trim && JSON.stringify(trim),
  duration_ms: durationMs,
  chapters: JSON.stringify(chapters),
});

export async function setTrim(tx: Writer, id: StreamId, trimmed: Trimmed): Promise<void> {
  await tx.updateTable('recordings').set(columns(trimmed)).where('stream_id', '=', id).execute();
}

/** What a part that is split off gets from the stream, and what keeps it from being split. */
export interface SourceStream extends Pick<StreamSettings, 'category' | 'tags' | 'isMature'> {
  readonly gateKind: Gate['kind'] | null;
  readonly gateId: string | null;
  /** An admin hides or has stopped it. */
  readonly isWithdrawn: boolean;
}

export const findStream = (db: Reader, id: StreamId): Promise<SourceStream> =>
  db
    .selectFrom('streams')
    .select(['category', 'tags', 'is_mature as isMature', 'gate_kind as gateKind', 'gate_id as gateId'])
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
    .select(['description', 'allows_download'])
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
