import type { MediaRange } from '@tributary/contracts/recordings';
import { type StreamId, streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';
import { defineHook } from '#platform/hooks.ts';

/** A creator wants a running stream recorded that is not: the process that serves it begins. */
export const recordingRequested = defineEvent(
  'recordings.requested',
  z.object({ streamId, streamerId: userId }),
);

/** Hook: runs in the transaction that deletes a recording permanently, before its row is gone. */
export const recordingRemoving = defineHook<{ readonly streamId: StreamId }>('recordings.recording_removing');

/** Hook: runs in the transaction that changes what is kept of a recording, in ranges of the original. */
export const recordingTrimmed = defineHook<{
  readonly streamId: StreamId;
  readonly before: readonly MediaRange[];
  readonly after: readonly MediaRange[];
}>('recordings.recording_trimmed');
