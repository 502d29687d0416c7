import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineHook } from '#platform/hooks.ts';

export const support = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('donation'), id: z.uuid(), creatorId: userId }),
  /** A subscription that started, or started again after its end. */
  z.object({ kind: z.literal('subscription'), id: z.uuid(), creatorId: userId, subscriberId: userId }),
  z.object({
    kind: z.literal('gift'),
    id: z.uuid(),
    creatorId: userId,
    /** Null: the giver's account is deleted. */
    giverId: userId.nullable(),
    recipientId: userId,
  }),
]);
export type Support = z.infer<typeof support>;

/** Hook: a payment supports a creator. Runs once, in the transaction that records the payment. */
export const supported = defineHook<Support>('payments.supported');
