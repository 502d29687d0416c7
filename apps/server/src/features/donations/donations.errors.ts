import { defineErrors } from '#platform/errors.ts';

export const donationErrors = defineErrors('donations', {
  donation_not_found: 'not_found',
  donation_refunded: 'conflict',
  donation_paid_out: 'conflict',
  overlay_not_found: 'not_found',
  recipient_not_found: 'invalid',
  own_channel: 'invalid',
  donations_closed: 'invalid',
});
