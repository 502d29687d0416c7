/** The changes of a stream's row, each with its events in the same transaction. */
import type { UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import {
  type StreamIds,
  streamChanged,
  streamEnded,
  streamGateChanged,
  streamInterrupted,
  streamMoved,
  streamPlayable,
  streamResumed,
  streamStarted,
  streamStarting,
  streamStopped,
} from '../live.events.ts';
import type { EndReason } from '../live.tables.ts';
import type { GateSchedule } from '../playback/gate-schedule.ts';
import * as rows from './stream-lifecycle.repo.ts';
import * as ownership from './stream-ownership.repo.ts';

/**
 * Writes a stream that became playable, new or resumed, and runs the hook of a new one. A stream that an admin
 * has ended or that another process serves stays as it is.
 */
export async function recordPlayable(
  tx: Writer,
  { hooks, gates }: { readonly hooks: Hooks; readonly gates: Pick<GateSchedule, 'applyToNewStream'> },
  stream: rows.NewStream,
  playableAt: Date,
): Promise<void> {
  const ids = { streamId: stream.id, streamerId: stream.streamerId };
  const at = playableAt.toISOString();
  const { outcome, replaced } = await rows.begin(tx, stream);
  for (const { id, endedAt } of replaced) await publishEnd(tx, { ...ids, streamId: id }, endedAt, 'lost');
  if (outcome === 'kicked' || outcome === 'elsewhere') return;
  if (outcome === 'started') {
    // The gate that is due may have changed since the encoder was admitted.
    const gate = await gates.applyToNewStream(tx, stream.streamerId);
    await hooks.run(tx, streamStarting, ids);
    await publish(tx, streamGateChanged, { ...ids, ownerId: stream.ownerId, isGated: gate !== null });
    await publish(tx, streamStarted, { ...ids, at: stream.startedAt.toISOString() });
  } else {
    await publish(tx, streamResumed, { ...ids, at });
  }
  await publish(tx, streamPlayable, { ...ids, at });
  await publish(tx, streamChanged, ids);
}

export async function recordInterruption(
  tx: Writer,
  ids: StreamIds,
  ownerId: ProcessId,
  at: Date,
  reason: EndReason,
): Promise<void> {
  if (!(await rows.setInterrupted(tx, ids.streamId, ownerId, at, reason === 'unpublished'))) return;
  await publish(tx, streamInterrupted, { ...ids, at: at.toISOString(), reason });
  await publish(tx, streamChanged, ids);
}

export async function recordResumption(
  tx: Writer,
  ids: StreamIds,
  ownerId: ProcessId,
  at: Date,
): Promise<void> {
  if (!(await rows.setInterrupted(tx, ids.streamId, ownerId, null))) return;
  await publish(tx, streamResumed, { ...ids, at: at.toISOString() });
  await publish(tx, streamChanged, ids);
}

export async function recordEnd(
  tx: Writer,
  ids: StreamIds,
  ownerId: ProcessId,
  at: Date,
  reason: EndReason,
): Promise<void> {
  if (await rows.end(tx, ids.streamId, at, reason, ownerId)) await publishEnd(tx, ids, at, reason);
}

/**
 * Makes a process the owner of a channel's live stream, so that its encoder can continue it there, unless
 * another living process receives the signal.
 * @returns null where the channel has no live stream
 */
export async function recordClaim(
  tx: Writer,
  streamerId: UserId,
  ownerId: ProcessId,
): Promise<ownership.Claim | null> {
  const at = new Date();
  const claim = await ownership.claimLive(tx, streamerId, ownerId, at);
  if (claim?.isInterrupted) {
    const ids = { streamId: claim.streamId, streamerId };
    await publish(tx, streamInterrupted, { ...ids, at: at.toISOString(), reason: 'lost' });
    await publish(tx, streamChanged, ids);
  }
  if (claim?.outcome === 'taken' && claim.formerOwnerId !== null) {
    await publish(tx, streamMoved, { streamId: claim.streamId, streamerId, ownerId });
  }
  return claim;
}

/**
 * Marks the live streams of dead processes as interrupted. Their encoders have the grace period to return.
 * @param predecessor a process that is dead although its lease runs
 */
export async function recordOrphans(tx: Writer, at: Date, predecessor: ProcessId | null): Promise<void> {
  for (const ids of await ownership.orphan(tx, at, predecessor)) {
    await publish(tx, streamInterrupted, { ...ids, at: at.toISOString(), reason: 'lost' });
    await publish(tx, streamChanged, ids);
  }
}

/** Ends lost orphans at the time when they were last seen live. */
export async function recordLost(tx: Writer, before: ownership.LostBefore): Promise<void> {
  for (const { endedAt, ...ids } of await ownership.endOrphans(tx, before)) {
    await publishEnd(tx, ids, endedAt, 'lost');
  }
}

/** An admin ends a stream. Its row is ended with the commit, even if the event never reaches its owner. */
export async function stopStream(tx: Writer, ids: StreamIds): Promise<void> {
  const at = new Date();
  if (await rows.end(tx, ids.streamId, at, 'kicked')) await publishEnd(tx, ids, at, 'kicked');
  await publish(tx, streamStopped, ids);
}

async function publishEnd(tx: Writer, ids: StreamIds, at: Date, reason: EndReason): Promise<void> {
  await publish(tx, streamEnded, { ...ids, at: at.toISOString(), reason });
  await publish(tx, streamChanged, ids);
}
