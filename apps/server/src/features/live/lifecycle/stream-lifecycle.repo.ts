/** How a stream's row changes from its first part to its end. */
import type { Gate, StreamSettings } from '@tributary/contracts/channels';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { findChannelGate, toGate } from '#features/channels/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import type { EndReason } from '../live.tables.ts';
import { lockStreamer } from '../streamer-lock.repo.ts';
import { freeSlug } from '../streams/stream-settings.repo.ts';

export interface NewStream {
  readonly id: StreamId;
  readonly streamerId: UserId;
  readonly settings: StreamSettings;
  /** Derived from the title. A number is appended where the streamer has used it already. */
  readonly slug: string;
  readonly startedAt: Date;
  /** The process that serves it. */
  readonly ownerId: ProcessId;
}

export interface Begun {
  /**
   * `resumed`: the row existed. `kicked`: an admin has ended the stream. `elsewhere`: another process serves it
   * now.
   */
  readonly outcome: 'started' | 'resumed' | 'kicked' | 'elsewhere';
  /** What people need to watch it. */
  readonly gate: Gate | null;
  /** Other streams of this streamer that were still live. */
  readonly replaced: readonly { readonly id: StreamId; readonly endedAt: Date }[];
}

/**
 * Begins a stream, or resumes the one with the same id. First ends any other live stream of this streamer,
 * since a channel has one live stream at a time.
 */
export async function begin(tx: Writer, stream: NewStream): Promise<Begun> {
  const { settings, startedAt } = stream;
  await lockStreamer(tx, stream.streamerId);
  const replaced = await tx
    .updateTable('streams')
    .set((eb) => ({ status: 'ended', ended_at: eb.ref('seen_at'), end_reason: 'lost', current_viewers: 0 }))
    .where('streamer_id', '=', stream.streamerId)
    .where('status', '=', 'live')
    .where('id', '!=', stream.id)
    .returning(['id', sql<Date>`ended_at`.as('endedAt')])
    .execute();
  const present = await tx
    .selectFrom('streams')
    .select(['status', 'end_reason', 'owner_id', 'gate_kind', 'gate_id'])
    .where('id', '=', stream.id)
    .forUpdate()
    .executeTakeFirst();
  const gate = present
    ? toGate(present.gate_kind, present.gate_id)
    : await findChannelGate(tx, stream.streamerId);
  if (present?.end_reason === 'kicked') return { outcome: 'kicked', gate, replaced };
  const isElsewhere = present?.owner_id != null && present.owner_id !== stream.ownerId;
  if (present?.status === 'live' && isElsewhere) return { outcome: 'elsewhere', gate, replaced };
  if (present !== undefined) {
    // The stream may have been ended as lost just before its encoder's first part.
    await tx
      .updateTable('streams')
      .set({
        status: 'live',
        interrupted_at: null,
        awaits_encoder: false,
        owner_id: stream.ownerId,
        seen_at: startedAt,
        ended_at: null,
        end_reason: null,
      })
      .where('id', '=', stream.id)
      .execute();
    return { outcome: 'resumed', gate, replaced };
  }
  const slug = await freeSlug(tx, stream.streamerId, stream.slug, stream.id);
  await tx
    .insertInto('streams')
    .values({
      id: stream.id,
      streamer_id: stream.streamerId,
      title: settings.title,
      category: settings.category,
      tags: settings.tags,
      is_mature: settings.isMature,
      language: settings.language,
      gate_kind: gate?.kind ?? null,
      gate_id: gate?.id ?? null,
      slug,
      thumbnail_url: settings.thumbnailUrl,
      has_custom_thumbnail: settings.thumbnailUrl !== null,
      current_viewers: 0,
      peak_viewers: 0,
      status: 'live',
      interrupted_at: null,
      owner_id: stream.ownerId,
      started_at: startedAt,
      seen_at: startedAt,
      ended_at: null,
      end_reason: null,
    })
    .execute();
  return { outcome: 'started', gate, replaced };
}

/**
 * @param at since when; null: the signal is back
 * @param cleanly the encoder ended the publication itself
 * @returns false where the stream is not live, or another process serves it
 */
export async function setInterrupted(
  tx: Writer,
  id: StreamId,
  ownerId: ProcessId,
  at: Date | null,
  cleanly = false,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('streams')
    .set({ interrupted_at: at, interrupted_cleanly: cleanly })
    .where('id', '=', id)
    .where('status', '=', 'live')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * @param ownerId ends the stream only where this process serves it; undefined: wherever it is
 * @returns false where there is no such live stream
 */
export async function end(
  tx: Writer,
  id: StreamId,
  at: Date,
  reason: EndReason,
  ownerId?: ProcessId,
): Promise<boolean> {
  let query = tx
    .updateTable('streams')
    .set({ status: 'ended', ended_at: at, end_reason: reason, interrupted_at: null, current_viewers: 0 })
    .where('id', '=', id)
    .where('status', '=', 'live');
  if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of these streams that an admin has ended. */
export async function findKicked(db: Reader, ids: readonly StreamId[]): Promise<StreamId[]> {
  const rows = await db
    .selectFrom('streams')
    .select('id')
    .where('id', '=', sql<StreamId>`any(${ids}::uuid[])`)
    .where('end_reason', '=', 'kicked')
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these streams an admin hides, and which have a gate. */
export async function findRestrictions(
  db: Reader,
  ids: readonly StreamId[],
): Promise<{ readonly streamId: StreamId; readonly isHidden: boolean; readonly isGated: boolean }[]> {
  const rows = await db
    .selectFrom('streams')
    .select(['id', 'hidden_at', 'gate_kind'])
    .where('id', '=', sql<StreamId>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id, hidden_at, gate_kind }) => ({
    streamId: id,
    isHidden: hidden_at !== null,
    isGated: gate_kind !== null,
  }));
}
