/** Which process serves a live stream: a stream belongs to one, and to none after that process died. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { isAlive } from '#platform/processes/processes.repo.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import type { StreamIds } from '../live.events.ts';

const ownerIsAlive = isAlive(sql.ref('streams.owner_id'));

export interface Claim {
  /** `taken`: this process serves the stream now. `elsewhere`: another process receives its signal. */
  readonly outcome: 'taken' | 'elsewhere';
  readonly streamId: StreamId;
  readonly isHidden: boolean;
  readonly isGated: boolean;
  /** The process that served the stream until now, where that is another one. */
  readonly formerOwnerId: ProcessId | null;
  /** The former owner died without recording an interruption, so the claim records it. */
  readonly isInterrupted: boolean;
}

/**
 * Makes a process the owner of a channel's live stream, unless another living process receives its signal.
 * @returns null where the channel has no live stream
 */
export async function claimLive(
  tx: Writer,
  streamerId: UserId,
  claimant: ProcessId,
  at: Date,
): Promise<Claim | null> {
  const row = await tx
    .selectFrom('streams')
    .select(['id', 'owner_id', 'interrupted_at', 'hidden_at', 'gate_kind', ownerIsAlive.as('owner_is_alive')])
    .where('streamer_id', '=', streamerId)
    .where('status', '=', 'live')
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const isOwn = row.owner_id === claimant;
  const stream = {
    streamId: row.id,
    isHidden: row.hidden_at !== null,
    isGated: row.gate_kind !== null,
  };
  if (!isOwn && row.owner_is_alive && row.interrupted_at === null) {
    return { ...stream, outcome: 'elsewhere', formerOwnerId: row.owner_id, isInterrupted: false };
  }
  const isInterrupted = !isOwn && row.interrupted_at === null;
  const interruption = { interrupted_at: at, interrupted_cleanly: false, awaits_encoder: true };
  await tx
    .updateTable('streams')
    .set({ owner_id: claimant, ...(isInterrupted && interruption) })
    .where('id', '=', row.id)
    .execute();
  const formerOwnerId = isOwn ? null : row.owner_id;
  return { ...stream, outcome: 'taken', formerOwnerId, isInterrupted };
}

/** Gives up a stream that was claimed for an encoder which left before its first part. */
export async function releaseClaim(tx: Writer, id: StreamId, owner: ProcessId): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ owner_id: null, awaits_encoder: true })
    .where('id', '=', id)
    .where('status', '=', 'live')
    .where('owner_id', '=', owner)
    .where('interrupted_at', 'is not', null)
    .execute();
}

/**
 * Marks live streams whose process died as interrupted; their encoders have the grace period to return to
 * any process.
 * @param predecessor the process whose rows count as left by a dead one although its lease runs
 */
export async function orphan(tx: Writer, at: Date, predecessor: ProcessId | null): Promise<StreamIds[]> {
  return await tx
    .updateTable('streams')
    .set({
      interrupted_at: at,
      interrupted_cleanly: false,
      awaits_encoder: true,
      owner_id: null,
      current_viewers: 0,
    })
    .where('status', '=', 'live')
    .where(({ eb, or, and, not }) => {
      // From before streams had owners.
      const withoutOwner = and([eb('owner_id', 'is', null), eb('awaits_encoder', '=', false)]);
      return or([
        and([eb('owner_id', 'is not', null), not(ownerIsAlive)]),
        ...(predecessor === null ? [] : [eb('owner_id', '=', predecessor), withoutOwner]),
      ]);
    })
    .returning(['id as streamId', 'streamer_id as streamerId'])
    .execute();
}

/** Whether a live stream has a dead owner, or lost its owner and waits for its encoder. */
export async function hasAbandoned(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('streams')
    .select('id')
    .where('status', '=', 'live')
    .where(({ eb, or, and, not }) =>
      or([
        and([eb('owner_id', 'is', null), eb('interrupted_at', 'is not', null)]),
        and([eb('owner_id', 'is not', null), not(ownerIsAlive)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An orphan is lost where it was interrupted, or last seen live, before these times. */
export interface LostBefore {
  readonly interruptedAt: Date;
  readonly seenAt: Date;
}

/** Ends lost orphans at the time when they were last seen live. */
export async function endOrphans(
  tx: Writer,
  before: LostBefore,
): Promise<(StreamIds & { readonly endedAt: Date })[]> {
  return await tx
    .updateTable('streams')
    .set((eb) => ({
      status: 'ended',
      ended_at: eb.ref('seen_at'),
      end_reason: 'lost',
      interrupted_at: null,
      current_viewers: 0,
    }))
    .where('status', '=', 'live')
    .where('owner_id', 'is', null)
    .where('interrupted_at', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('interrupted_at', '<=', before.interruptedAt), eb('seen_at', '<', before.seenAt)]),
    )
    .returning(['id as streamId', 'streamer_id as streamerId', sql<Date>`ended_at`.as('endedAt')])
    .execute();
}

/**
 * The streams that a process serves but other processes have taken from it: `lost` where they ended the stream
 * as lost and none serves it, `moved` where another process serves it or replaced it.
 */
export async function findForsaken(
  db: Reader,
  ids: readonly StreamId[],
  owner: ProcessId,
): Promise<{ readonly streamId: StreamId; readonly streamerId: UserId; readonly fate: 'lost' | 'moved' }[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('streams')
    .select(['id as streamId', 'streamer_id as streamerId'])
    .select(
      sql<'lost' | 'moved'>`CASE
        WHEN streams.status = 'live' AND streams.owner_id IS NOT NULL THEN 'moved'
        WHEN EXISTS (
          SELECT 1 FROM streams AS other
          WHERE other.streamer_id = streams.streamer_id AND other.status = 'live' AND other.id <> streams.id
        ) THEN 'moved'
        ELSE 'lost' END`.as('fate'),
    )
    .where('id', '=', sql<StreamId>`any(${ids}::uuid[])`)
    .where(({ eb, or, and }) =>
      or([
        and([eb('status', '=', 'live'), eb('owner_id', 'is distinct from', owner)]),
        eb('end_reason', '=', 'lost'),
      ]),
    )
    .execute();
}

/** The process that serves a stream, or served it until its end; null: none. */
export async function findOwner(db: Reader, id: StreamId): Promise<ProcessId | null> {
  const row = await db.selectFrom('streams').select('owner_id').where('id', '=', id).executeTakeFirst();
  return row?.owner_id ?? null;
}
