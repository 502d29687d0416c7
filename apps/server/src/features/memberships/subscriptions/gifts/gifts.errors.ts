import { defineErrors } from '#platform/errors.ts';

export const giftErrors = defineErrors('gifts', {
  gift_needs_account: 'invalid',
  tier_not_found: 'invalid',
  tier_is_free: 'invalid',
  own_tier: 'invalid',
  recipient_not_found: 'invalid',
  own_account: 'invalid',
  recipient_is_creator: 'invalid',
  already_subscribed: 'invalid',
});
