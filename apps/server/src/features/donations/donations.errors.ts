import { defineErrors } from '#platform/errors.ts';

export const donationErrors = defineErrors({
  donation_not_found: ['not_found', 'There is no such donation to your channel.'],
  donation_refunded: ['conflict', 'Nothing of this donation is left to refund.'],
  donation_paid_out: [
    'conflict',
    'Your available balance doesn’t cover this refund, since this donation was paid out. Refund it once you have earned enough, or ask an admin.',
  ],
  overlay_not_found: ['not_found', 'This address is no longer valid. Copy the new one from your dashboard.'],
});
