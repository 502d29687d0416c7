/** The gates of channels, which decide what viewers need to watch their streams. */
import type { Gate } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';

/** @param id the id of the gate's event or tiers; the schema has both values or neither */
export const toGate = (kind: Gate['kind'] | null, id: string | null): Gate | null =>
  kind === null || id === null ? null : { kind, id };

export async function setChannelGate(tx: Writer, streamerId: UserId, gate: Gate | null): Promise<void> {
  await tx
    .updateTable('streamer_data')
    .set({ stream_gate_kind: gate?.kind ?? null, stream_gate_id: gate?.id ?? null })
    .where('user_id', '=', streamerId)
    .execute();
}

export async function setRegularGate(tx: Writer, streamerId: UserId, gate: Gate | null): Promise<void> {
  await tx
    .updateTable('streamer_data')
    .set({ regular_gate_kind: gate?.kind ?? null, regular_gate_id: gate?.id ?? null })
    .where('user_id', '=', streamerId)
    .execute();
}

/** The gate of a channel without a temporary one, such as that of an event. */
export async function findRegularGate(db: Reader, streamerId: UserId): Promise<Gate | null> {
  const row = await db
    .selectFrom('streamer_data')
    .select(['regular_gate_kind as kind', 'regular_gate_id as id'])
    .where('user_id', '=', streamerId)
    .executeTakeFirst();
  return row === undefined ? null : toGate(row.kind, row.id);
}

/** The gate of streams that the channel starts now. */
export async function findChannelGate(db: Reader, streamerId: UserId): Promise<Gate | null> {
  const row = await db
    .selectFrom('streamer_data')
    .select(['stream_gate_kind as kind', 'stream_gate_id as id'])
    .where('user_id', '=', streamerId)
    .executeTakeFirst();
  return row === undefined ? null : toGate(row.kind, row.id);
}
