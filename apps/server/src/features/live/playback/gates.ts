/** Sets who may watch streams, in the transactions of the features that decide it. */
import type { Gate, StreamId, UserId } from '@tributary/contracts';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { lockStreamer } from '../lifecycle/stream-lifecycle.repo.ts';
import { errors } from '../live.errors.ts';
import { streamChanged, streamGateChanged } from '../live.events.ts';
import * as repo from './gates.repo.ts';

/** Gates a stream, or opens it to everybody (null), wherever it is served. @throws stream_not_found */
export async function setStreamGate(tx: Writer, id: StreamId, gate: Gate | null): Promise<void> {
  const stream = await repo.setGate(tx, id, gate);
  if (stream === null) throw errors.stream_not_found();
  const { ownerId, ...ids } = stream;
  await publish(tx, streamGateChanged, { ...ids, ownerId, isGated: gate !== null });
  await publish(tx, streamChanged, ids);
}

/** Gates the streams that a channel starts from now on, from their first byte. The running one stays as it is. */
export async function setChannelGate(tx: Writer, streamerId: UserId, gate: Gate | null): Promise<void> {
  await lockStreamer(tx, streamerId);
  await repo.setChannelGate(tx, streamerId, gate);
}

/**
 * Changes the gate of the running stream of a channel, if there is one, and that of the streams that it starts from
 * now on, each from what it was.
 */
export async function changeGates(
  tx: Writer,
  streamerId: UserId,
  change: (gate: Gate | null) => Gate | null,
): Promise<void> {
  await lockStreamer(tx, streamerId);
  await repo.setChannelGate(tx, streamerId, change(await repo.findChannelGate(tx, streamerId)));
  const live = await repo.findLiveGate(tx, streamerId);
  const gate = live && change(live.gate);
  if (live && (gate?.kind !== live.gate?.kind || gate?.id !== live.gate?.id))
    await setStreamGate(tx, live.streamId, gate);
}

/** Gates the running stream of a channel, if there is one, and those that it starts from now on. */
export const gateChannel = (tx: Writer, streamerId: UserId, gate: Gate | null): Promise<void> =>
  changeGates(tx, streamerId, () => gate);
