import { streamId, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** A creator wants a running stream recorded that is not: the process that serves it begins. */
export const recordingRequested = defineEvent(
  'recordings.requested',
  z.object({ streamId, streamerId: userId }),
);
