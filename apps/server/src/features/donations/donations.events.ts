import { streamId, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';
import { defineHook } from '#platform/hooks.ts';

/** A donation was paid. */
export const donationCompleted = defineEvent(
  'money.donation_completed',
  z.object({ donationId: z.uuid(), recipientId: userId, streamId: streamId.nullable() }),
);

/** Settings, a refund or a hidden message changed what a channel's pages show about donations. */
export const donationsChanged = defineEvent('money.donations_changed', z.object({ creatorId: userId }));

export interface WrittenDonation {
  readonly creatorId: UserId;
  /** Null: a guest. */
  readonly payerId: UserId | null;
  readonly message: string;
  /** The name that a guest has entered; empty: none. */
  readonly guestName: string;
}

/**
 * Hook: a payer wants to donate with a message or a guest's name, which others see. A handler that throws refuses the
 * donation before it is paid.
 */
export const donationWritten = defineHook<WrittenDonation>('donations.written');
