import { defineErrors } from '#platform/errors.ts';

export const subscriptionErrors = defineErrors({
  tier_has_price: [
    'conflict',
    'This tier has a price. Only free tiers can be subscribed to without a payment.',
  ],
  own_tier: ['conflict', 'This is a tier of your own channel.'],
  subscription_not_found: ['not_found', 'There is no such subscription of yours.'],
  subscription_not_billed: ['conflict', 'This subscription has no payments, so there is nothing to change.'],
  subscription_ending: ['conflict', 'This subscription is ending. Resume it before you change it.'],
  subscription_past_due: ['conflict', 'A payment is overdue. Change your payment method first.'],
  subscription_in_trial: [
    'conflict',
    'Your trial is for this tier only. You can change to another tier once the trial has ended.',
  ],
  subscription_ended: ['conflict', 'This subscription has ended. Subscribe again instead.'],
  tier_held: ['conflict', 'You have another subscription to this tier.'],
  no_tiers: ['conflict', 'Create a tier first. Without one, viewers couldn’t subscribe to watch.'],
  gift_not_changeable: ['conflict', 'A gift ends with its period and can’t be changed.'],
});
