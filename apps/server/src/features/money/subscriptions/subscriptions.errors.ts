import { defineErrors } from '#platform/errors.ts';

export const subscriptionErrors = defineErrors({
  tier_has_price: [
    'conflict',
    'This tier has a price. Only free tiers can be subscribed to without a payment.',
  ],
  own_tier: ['conflict', 'This is a tier of your own channel.'],
  subscription_not_found: ['not_found', 'There is no such subscription of yours.'],
  subscription_has_price: [
    'conflict',
    'This subscription has a price, so it can’t be canceled like a free one.',
  ],
});
