import { streamId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** A donation was paid. */
export const donationCompleted = defineEvent(
  'money.donation_completed',
  z.object({ donationId: z.uuid(), recipientId: userId, streamId: streamId.nullable() }),
);

/** What a channel's pages show of donations changed otherwise: settings, a refund, a hidden message. */
export const donationsChanged = defineEvent('money.donations_changed', z.object({ creatorId: userId }));
