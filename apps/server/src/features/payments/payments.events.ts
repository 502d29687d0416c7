import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineHook } from '#platform/hooks.ts';

export const support = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('donation'), id: z.uuid(), creatorId: userId }),
  /** For the first time, or again after an end. */
  z.object({ kind: z.literal('subscription'), id: z.uuid(), creatorId: userId, subscriberId: userId }),
  z.object({
    kind: z.literal('gift'),
    id: z.uuid(),
    creatorId: userId,
    /** Null: their account is gone. */
    giverId: userId.nullable(),
    recipientId: userId,
  }),
]);
export type Support = z.infer<typeof support>;

/** Hook: somebody has paid to support a creator. Runs in the transaction that records it, once. */
export const supported = defineHook<Support>('payments.supported');
