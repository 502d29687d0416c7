/** The gates of streams: what people need to watch them. */
import type { Gate } from '@tributary/contracts/channels';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { toGate } from '#features/channels/index.ts';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';

/** @returns null where there is no such stream */
export async function setGate(
  tx: Writer,
  id: StreamId,
  gate: Gate | null,
): Promise<{ streamId: StreamId; streamerId: UserId; ownerId: ProcessId | null } | null> {
  const row = await tx
    .updateTable('streams')
    .set(({ ref }) => ({
      gate_kind: gate?.kind ?? null,
      gate_id: gate?.id ?? null,
      // No frame of a gated stream is shown to strangers.
      ...(gate && {
        thumbnail_url: sql<
          string | null
        >`CASE WHEN ${ref('has_custom_thumbnail')} THEN ${ref('thumbnail_url')} END`,
      }),
    }))
    .where('id', '=', id)
    .returning(['id as streamId', 'streamer_id as streamerId', 'owner_id as ownerId'])
    .executeTakeFirst();
  return row ?? null;
}

/** Null where there is no such stream, an admin hides it, or its streamer is banned. */
export async function findGated(
  db: Reader,
  id: StreamId,
): Promise<{ readonly streamerId: UserId; readonly gate: Gate | null; readonly isEnded: boolean } | null> {
  const row = await db
    .selectFrom('streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select(['s.streamer_id', 's.gate_kind', 's.gate_id', 's.status'])
    .where('s.id', '=', id)
    .where('s.hidden_at', 'is', null)
    .where(isPublic)
    .executeTakeFirst();
  if (row === undefined) return null;
  const gate = toGate(row.gate_kind, row.gate_id);
  return { streamerId: row.streamer_id, gate, isEnded: row.status === 'ended' };
}

/** The channel's running stream, if there is one. */
export async function findLiveGate(
  db: Reader,
  streamerId: UserId,
): Promise<{ readonly streamId: StreamId; readonly gate: Gate | null } | null> {
  const row = await db
    .selectFrom('streams')
    .select(['id', 'gate_kind', 'gate_id'])
    .where('streamer_id', '=', streamerId)
    .where('status', '=', 'live')
    .executeTakeFirst();
  return row === undefined ? null : { streamId: row.id, gate: toGate(row.gate_kind, row.gate_id) };
}
