import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** A payment supported a creator, and its rows are committed. */
export const supportCommitted = defineEvent(
  'studio.support_committed',
  z.object({ creatorId: userId, kind: z.enum(['donation', 'subscription', 'gift']), id: z.uuid() }),
);
