import { streamId, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';
import { defineHook } from '#platform/hooks.ts';

/** A donation was paid. */
export const donationCompleted = defineEvent(
  'money.donation_completed',
  z.object({ donationId: z.uuid(), recipientId: userId, streamId: streamId.nullable() }),
);

/** Settings, a refund or a hidden message changed what a channel's pages show of donations. */
export const donationsChanged = defineEvent('money.donations_changed', z.object({ creatorId: userId }));

export interface WrittenDonation {
  readonly creatorId: UserId;
  /** Null: somebody who is not signed in. */
  readonly payerId: UserId | null;
  readonly message: string;
  /** The name that somebody without an account gives; empty: none. */
  readonly guestName: string;
}

/** Hook: somebody wants to donate with a message or a guest's name, which others see. A handler that throws refuses it, before anything is paid. */
export const donationWritten = defineHook<WrittenDonation>('donations.written');
