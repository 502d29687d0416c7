import { streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** A person was warned, or has read a warning. */
export const warningsChanged = defineEvent('moderation.warnings_changed', z.object({ userId }));

/** A running stream was reported: the process that serves it keeps a frame of it. */
export const liveStreamReported = defineEvent(
  'moderation.live_stream_reported',
  z.object({ reportId: z.uuid(), streamId }),
);
