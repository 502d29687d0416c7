/** The recordings that need renditions, and the progress of each. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { StoredLadder } from '#media/recorder/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Trim } from '../recordings.tables.ts';

export interface WantedLadder {
  readonly id: StreamId;
  readonly streamerId: UserId;
  readonly mediaId: StreamId;
  readonly trim: Trim | null;
}

/** A process's hold on the renditions of a recording. */
export interface Hold {
  readonly id: StreamId;
  readonly holder: string;
}

const revisionOf = sql<string | null>`r.trim->>'revision'`;

/** Kept recordings whose renditions are incomplete or lack the edges of their cuts. */
const wanted = (db: Reader) =>
  db
    .selectFrom('recordings as r')
    .leftJoin('recording_ladders as l', 'l.stream_id', 'r.stream_id')
    .select(['r.stream_id as id', 'r.streamer_id as streamerId', 'r.media_id as mediaId', 'r.trim'])
    .where('r.state', '=', 'ready')
    .where('r.has_video', '=', true)
    .where('r.decide_by', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('l.state', 'is', null),
        eb('l.state', '=', 'making'),
        and([eb('l.state', '=', 'ready'), eb('l.revision', 'is distinct from', revisionOf)]),
        and([eb('l.state', '=', 'failed'), eb('l.updated_at', '<', sql<Date>`now() - interval '1 day'`)]),
      ]),
    )
    .where(({ eb, or }) => or([eb('l.held_until', 'is', null), eb('l.held_until', '<', sql<Date>`now()`)]));

/** @returns undefined where it has all that it needs, or a process makes them */
export const findWanted = (db: Reader, id: StreamId): Promise<WantedLadder | undefined> =>
  wanted(db).where('r.stream_id', '=', id).executeTakeFirst();

/** The newest first, which most viewers watch. */
export const findAllWanted = (db: Reader, limit: number): Promise<WantedLadder[]> =>
  wanted(db).orderBy('r.created_at', 'desc').orderBy('r.stream_id').limit(limit).execute();

/** @returns false where another process holds them, or the recording is gone */
export async function hold(tx: Writer, { id, holder }: Hold, seconds: number): Promise<boolean> {
  // Waits for a deletion of the recording.
  const recording = await tx
    .selectFrom('recordings')
    .select('stream_id')
    .where('stream_id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (recording === undefined) return false;
  const held = { holder, held_until: sql<Date>`now() + make_interval(secs => ${seconds})` };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('recording_ladders')
    .values({ stream_id: id, ...held })
    .onConflict((conflict) =>
      conflict
        .column('stream_id')
        .doUpdateSet({ ...held, state: 'making' })
        .where(({ eb, or }) =>
          or([
            eb('recording_ladders.held_until', 'is', null),
            eb('recording_ladders.held_until', '<', sql<Date>`now()`),
          ]),
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const held = (tx: Writer, { id, holder }: Hold) =>
  tx.updateTable('recording_ladders').where('stream_id', '=', id).where('holder', '=', holder);

const isReady = ({ id }: Hold, mediaId: StreamId) =>
  sql<boolean>`EXISTS (SELECT FROM recordings WHERE stream_id = ${id} AND media_id = ${mediaId} AND state = 'ready')`;

/** @returns false where the recording was deleted, or another process has taken over */
export async function extend(
  tx: Writer,
  hold: Hold,
  mediaId: StreamId,
  {
    seconds,
    share,
    names,
  }: { readonly seconds: number; readonly share?: number; readonly names?: readonly string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, hold)
    .set({
      held_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
      updated_at: sql`now()`,
      ...(share !== undefined && { share, problem: null }),
      ...(names && { names: [...names] }),
    })
    .where(isReady(hold, mediaId))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets another process, or this one later, go on. */
export async function release(
  tx: Writer,
  hold: Hold,
  changes: { readonly problem?: string; readonly failures?: number; readonly isFailed?: boolean } = {},
): Promise<void> {
  const { problem, failures, isFailed } = changes;
  await held(tx, hold)
    .set({
      held_until: null,
      holder: null,
      updated_at: sql`now()`,
      ...(problem !== undefined && { problem }),
      ...(failures !== undefined && { failures }),
      ...(isFailed && { state: 'failed', failures: 0 }),
    })
    .execute();
}

export async function failuresOf(db: Reader, { id }: Hold): Promise<number> {
  const row = await db
    .selectFrom('recording_ladders')
    .select('failures')
    .where('stream_id', '=', id)
    .executeTakeFirst();
  return row?.failures ?? 0;
}

/** @param trim whose edges the renditions have @returns false where another process has taken over, or it was deleted */
export async function setReady(
  tx: Writer,
  hold: Hold,
  trim: Pick<Trim, 'revision'> | null,
  ladder: StoredLadder,
): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, hold)
    .set({
      state: 'ready',
      names: ladder.renditions.map(({ name }) => name),
      ladder: JSON.stringify(ladder),
      revision: trim?.revision ?? null,
      share: 1,
      problem: null,
      failures: 0,
      held_until: null,
      holder: null,
      updated_at: sql`now()`,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A part that is split off plays the same files. */
export async function copyLadder(tx: Writer, from: StreamId, to: StreamId): Promise<void> {
  await tx
    .insertInto('recording_ladders')
    .columns(['stream_id', 'state', 'names', 'share', 'ladder', 'revision'])
    .expression((eb) =>
      eb
        .selectFrom('recording_ladders')
        .select([sql<StreamId>`${to}::uuid`.as('stream_id'), 'state', 'names', 'share', 'ladder', 'revision'])
        .where('stream_id', '=', from)
        .where('state', '=', 'ready'),
    )
    .execute();
}
