/**
 * The order in which uploads are processed. Channels take turns, and each has one upload at a time in a lane. A process
 * holds the upload that it works on for a short time, and extends it: what a process that died held is free again soon.
 */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Lane } from './uploads.tables.ts';

/** A process's hold on an upload. A later one counts more attempts. */
export interface Hold {
  readonly id: StreamId;
  readonly streamerId: UserId;
  readonly lane: Lane;
  readonly attempts: number;
}

const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** @returns the lane in which it waits; null where it is processed already, or there is none */
export async function enqueue(tx: Writer, id: StreamId, lane: Lane): Promise<Lane | null> {
  const row = await tx
    .updateTable('uploads')
    .set((eb) => ({
      state: 'processing',
      lane,
      queued_at: sql`now()`,
      updated_at: sql`now()`,
      received_bytes: eb.ref('byte_length'),
    }))
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .returning('lane')
    .executeTakeFirst();
  return row?.lane ?? null;
}

/**
 * Holds the upload whose turn it is: the one that waits longest, of a channel without another one that is held. The
 * channel's other uploads go to the end of the line.
 */
export async function takeTurn(tx: Writer, lane: Lane, seconds: number): Promise<Hold | null> {
  // Two processes must not take two uploads of one channel.
  await sql`select pg_advisory_xact_lock(hashtext(${`uploads.${lane}`}))`.execute(tx);
  const next = await tx
    .selectFrom('uploads')
    .select(['id', 'streamer_id as streamerId'])
    .where('state', '=', 'processing')
    .where('lane', '=', lane)
    .where('streamer_id', 'not in', (eb) =>
      eb
        .selectFrom('uploads')
        .select('streamer_id')
        .where('state', '=', 'processing')
        .where('lane', '=', lane)
        .where('held_until', '>', sql<Date>`now()`),
    )
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return null;
  await tx
    .updateTable('uploads')
    .set({ queued_at: sql`now()` })
    .where('streamer_id', '=', next.streamerId)
    .where('lane', '=', lane)
    .where('state', '=', 'processing')
    .execute();
  const { attempts } = await tx
    .updateTable('uploads')
    .set((eb) => ({ held_until: after(seconds), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', next.id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return { ...next, lane, attempts };
}

const held = (tx: Writer, { id, attempts }: Hold) =>
  tx
    .updateTable('uploads')
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('attempts', '=', attempts);

/** @returns false where the upload was canceled, or another process has taken it over */
export async function extend(tx: Writer, hold: Hold, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await held(tx, hold)
    .set({ held_until: after(seconds) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The next turn is that of another upload of the channel, if one waits. */
export async function release(tx: Writer, hold: Hold, waitSeconds: number): Promise<void> {
  await held(tx, hold)
    .set({ held_until: after(waitSeconds), queued_at: sql`now()` })
    .execute();
}

export async function moveToLane(tx: Writer, hold: Hold, lane: Lane): Promise<void> {
  await held(tx, hold).set({ lane, held_until: null, queued_at: sql`now()`, attempts: 0 }).execute();
}

/** The lanes in which uploads wait. */
export async function findWaitingLanes(db: Reader): Promise<Lane[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('lane')
    .distinct()
    .where('state', '=', 'processing')
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', sql<Date>`now()`)]))
    .execute();
  return rows.map(({ lane }) => lane);
}

/** For each upload of a channel that waits, how many are processed before it. */
export async function countAhead(db: Reader, streamerId: UserId): Promise<ReadonlyMap<StreamId, number>> {
  const { rows } = await sql<{ id: StreamId; ahead: number }>`
    with turns as (
      select id, streamer_id, lane, min(queued_at) over channel as first,
        row_number() over (channel order by queued_at, id) as turn
      from uploads
      where state = 'processing' and (held_until is null or held_until <= now())
      window channel as (partition by lane, streamer_id)
    ), line as (
      select id, streamer_id, (row_number() over (partition by lane order by turn, first, id) - 1)::int as ahead
      from turns
    )
    select id, ahead from line where streamer_id = ${streamerId}`.execute(db);
  return new Map(rows.map(({ id, ahead }) => [id, ahead]));
}
