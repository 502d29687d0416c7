/** The changes of a stream's row, each with its events in the same transaction. */

import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import {
  type StreamIds,
  streamChanged,
  streamEnded,
  streamInterrupted,
  streamPlayable,
  streamResumed,
  streamStarted,
  streamStarting,
  streamStopped,
} from '../live.events.ts';
import type { EndReason } from '../live.tables.ts';
import * as rows from './stream-lifecycle.repo.ts';

/** Writes a stream that became playable, new or resumed, and runs the hook of a new one. */
export async function recordPlayable(
  tx: Writer,
  hooks: Hooks,
  stream: rows.NewStream,
  playableAt: Date,
): Promise<void> {
  const ids = { streamId: stream.id, streamerId: stream.streamerId };
  const at = playableAt.toISOString();
  const { outcome, replaced } = await rows.begin(tx, stream);
  for (const { id, endedAt } of replaced) await publishEnd(tx, { ...ids, streamId: id }, endedAt, 'lost');
  if (outcome === 'kicked') return;
  if (outcome === 'started') {
    await hooks.run(tx, streamStarting, ids);
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
  at: Date,
  reason: EndReason,
): Promise<void> {
  if (!(await rows.setInterrupted(tx, ids.streamId, at, reason === 'unpublished'))) return;
  await publish(tx, streamInterrupted, { ...ids, at: at.toISOString(), reason });
  await publish(tx, streamChanged, ids);
}

export async function recordResumption(tx: Writer, ids: StreamIds, at: Date): Promise<void> {
  if (!(await rows.setInterrupted(tx, ids.streamId, null))) return;
  await publish(tx, streamResumed, { ...ids, at: at.toISOString() });
  await publish(tx, streamChanged, ids);
}

export async function recordEnd(tx: Writer, ids: StreamIds, at: Date, reason: EndReason): Promise<void> {
  if (await rows.end(tx, ids.streamId, at, reason)) await publishEnd(tx, ids, at, reason);
}

/** Marks the streams that a stopped instance left live. Their encoders have the grace period to return. */
export async function recordLeftLive(tx: Writer, at: Date): Promise<StreamIds[]> {
  const left = await rows.markAllInterrupted(tx, at);
  for (const ids of left) {
    await publish(tx, streamInterrupted, { ...ids, at: at.toISOString(), reason: 'lost' });
    await publish(tx, streamChanged, ids);
  }
  return left;
}

/** Ends a stream whose encoder did not return after a restart, at the time it was last seen live. */
export async function recordLost(tx: Writer, ids: StreamIds, interruptedAt: Date): Promise<void> {
  const endedAt = await rows.endLost(tx, ids.streamId, interruptedAt);
  if (endedAt !== null) await publishEnd(tx, ids, endedAt, 'lost');
}

/** An admin ends a stream: from the commit on its row says so, whether its process hears of it or not. */
export async function stopStream(tx: Writer, ids: StreamIds): Promise<void> {
  await recordEnd(tx, ids, new Date(), 'kicked');
  await publish(tx, streamStopped, ids);
}

async function publishEnd(tx: Writer, ids: StreamIds, at: Date, reason: EndReason): Promise<void> {
  await publish(tx, streamEnded, { ...ids, at: at.toISOString(), reason });
  await publish(tx, streamChanged, ids);
}
