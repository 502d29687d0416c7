import type { Storyboard, StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Trim } from '../recordings.tables.ts';

/** Files whose storyboard is to be made. */
export interface WantedStoryboard {
  readonly mediaId: StreamId;
  readonly trim: Trim | null;
  /** When it was asked for. */
  readonly wantedAt: Date;
}

/** The channel of a recording. */
export async function findChannel(db: Reader, id: StreamId): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('recordings')
    .select('streamer_id as streamerId')
    .where('stream_id', '=', id)
    .executeTakeFirst();
  return row?.streamerId;
}

/** Withdraws the storyboard of a recording, and asks for a new one. */
export async function setWanted(tx: Writer, id: StreamId, at: Date): Promise<void> {
  await tx
    .updateTable('recordings')
    .set({ storyboard: null, storyboard_byte_length: 0, storyboard_wanted_at: at })
    .where('stream_id', '=', id)
    .execute();
}

/** @returns null where the recording is not ready, or its storyboard is made already */
export async function findWanted(db: Reader, id: StreamId): Promise<WantedStoryboard | null> {
  const row = await db
    .selectFrom('recordings')
    .select(['media_id as mediaId', 'trim', 'storyboard_wanted_at as wantedAt'])
    .where('stream_id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row === undefined || row.wantedAt === null ? null : { ...row, wantedAt: row.wantedAt };
}

/** Ready recordings whose storyboard is to be made, oldest request first. */
export async function findAllWanted(db: Reader, limit: number): Promise<StreamId[]> {
  const rows = await db
    .selectFrom('recordings')
    .select('stream_id as id')
    .where('state', '=', 'ready')
    .where('storyboard_wanted_at', 'is not', null)
    .orderBy('storyboard_wanted_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a recording plays these files as they are trimmed for the storyboard. */
export async function isPlayed(
  db: Reader,
  { mediaId, trim }: Pick<WantedStoryboard, 'mediaId' | 'trim'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select('stream_id')
    .where('media_id', '=', mediaId)
    .where(sql`trim->>'revision'`, 'is not distinct from', trim?.revision ?? null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * @param wantedAt the request that the storyboard answers
 * @returns the streamer; null where the recording is gone, or another storyboard was asked for since
 */
export async function setMade(
  tx: Writer,
  id: StreamId,
  wantedAt: Date,
  { storyboard, byteLength }: { readonly storyboard: Storyboard | null; readonly byteLength: number },
): Promise<UserId | null> {
  const row = await tx
    .updateTable('recordings')
    .set({
      storyboard: storyboard && JSON.stringify(storyboard),
      storyboard_byte_length: byteLength,
      storyboard_wanted_at: null,
    })
    .where('stream_id', '=', id)
    .where('storyboard_wanted_at', '=', wantedAt)
    .returning('streamer_id')
    .executeTakeFirst();
  return row?.streamer_id ?? null;
}
