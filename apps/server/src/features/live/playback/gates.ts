/** Sets who may watch streams, in the transactions of the features that decide it. */
import type { Gate } from '@tributary/contracts/channels';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import * as channels from '#features/channels/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { errors } from '../live.errors.ts';
import { streamChanged, streamGateChanged } from '../live.events.ts';
import { lockStreamer } from '../streamer-lock.repo.ts';
import * as repo from './gates.repo.ts';

/** Gates a stream, or opens it to everybody (null), wherever it is served. @throws stream_not_found */
export async function setStreamGate(tx: Writer, id: StreamId, gate: Gate | null): Promise<void> {
  const stream = await repo.setGate(tx, id, gate);
  if (stream === null) throw errors.stream_not_found();
  const { ownerId, ...ids } = stream;
  await publish(tx, streamGateChanged, { ...ids, ownerId, isGated: gate !== null });
  await publish(tx, streamChanged, ids);
}

const isSame = (one: Gate | null, other: Gate | null): boolean =>
  one?.kind === other?.kind && one?.id === other?.id;

/** @param regular the gate of the channel while no other one is attached to it */
type GateChange = (gate: Gate | null, regular: Gate | null) => Gate | null | Promise<Gate | null>;

/** Changes the gate of the streams that a channel starts from now on. The running one stays as it is. */
export async function changeNextGate(tx: Writer, streamerId: UserId, change: GateChange): Promise<void> {
  await lockStreamer(tx, streamerId);
  const regular = await channels.findRegularGate(tx, streamerId);
  await channels.setChannelGate(
    tx,
    streamerId,
    await change(await channels.findChannelGate(tx, streamerId), regular),
  );
}

/** Changes that of the running stream, if there is one. @returns what it has then */
export async function changeLiveGate(
  tx: Writer,
  streamerId: UserId,
  change: GateChange,
): Promise<Gate | null> {
  await lockStreamer(tx, streamerId);
  const live = await repo.findLiveGate(tx, streamerId);
  if (live === null) return null;
  const gate = await change(live.gate, await channels.findRegularGate(tx, streamerId));
  if (!isSame(gate, live.gate)) await setStreamGate(tx, live.streamId, gate);
  return gate;
}

/** Changes both, each from what it was. */
async function changeGates(tx: Writer, streamerId: UserId, change: GateChange): Promise<void> {
  await changeNextGate(tx, streamerId, change);
  await changeLiveGate(tx, streamerId, change);
}

/** Gates the running stream of a channel, if there is one, and those that it starts from now on. */
export const gateChannel = (tx: Writer, streamerId: UserId, gate: Gate | null): Promise<void> =>
  changeGates(tx, streamerId, () => gate);

/** Sets the gate to which a channel returns from others. Streams with another one keep it until then. */
export async function setRegularGate(tx: Writer, streamerId: UserId, regular: Gate | null): Promise<void> {
  await changeGates(tx, streamerId, (gate, before) => (isSame(gate, before) ? regular : gate));
  await channels.setRegularGate(tx, streamerId, regular);
}
