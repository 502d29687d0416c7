/** What happens to live streams. Every event is published in the transaction that writes the stream's row. */
import { streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';
import { defineHook } from '#platform/hooks.ts';
import { processId } from '#platform/processes/processes.tables.ts';
import { END_REASONS } from './live.tables.ts';

const stream = z.object({ streamId, streamerId: userId });
const timed = stream.extend({ at: z.iso.datetime() });
const reason = z.enum(END_REASONS);

/** A new stream has its row; `at` is when its first frame arrived. */
export const streamStarted = defineEvent('live.stream_started', timed);

/** Players can load the stream: it has just started, or resumed on a process that was restarted. */
export const streamPlayable = defineEvent('live.stream_playable', timed);

/** The signal is gone, and the grace period runs. */
export const streamInterrupted = defineEvent('live.stream_interrupted', timed.extend({ reason }));

/** The signal is back in the same stream. */
export const streamResumed = defineEvent('live.stream_resumed', timed);

/** The stream is over. One whose end was not seen ends when it was last seen (`lost`), which may be long ago. */
export const streamEnded = defineEvent('live.stream_ended', timed.extend({ reason }));

/** The encoder of an interrupted stream returned to another process, which serves the stream from now on. */
export const streamMoved = defineEvent('live.stream_moved', stream.extend({ ownerId: processId }));

/** What people see of a stream changed: with each of the events above, and with its title, thumbnail or visibility. */
export const streamChanged = defineEvent('live.stream_changed', stream);

/** An admin has ended the stream: its encoder must be disconnected. */
export const streamStopped = defineEvent('live.stream_stopped', stream);

/** An admin has hidden the stream, or shows it again. */
export const streamHidden = defineEvent('live.stream_hidden', stream.extend({ isHidden: z.boolean() }));

/**
 * A stream began, or its gate changed: `isGated` says whether it has one now. `ownerId` is the process that
 * serves it.
 */
export const streamGateChanged = defineEvent(
  'live.stream_gate_changed',
  stream.extend({ isGated: z.boolean(), ownerId: processId.nullable() }),
);

/**
 * A person lost a right to watch, by a refund for instance. Later features publish it; their players ask for the
 * right again, and those of other streams get it.
 */
export const accessRevoked = defineEvent('live.access_revoked', z.object({ userId }));

/** Hook: runs in the transaction that writes a new stream's row. */
export const streamStarting = defineHook<z.infer<typeof stream>>('live.stream_starting');

export type StreamIds = z.infer<typeof stream>;
