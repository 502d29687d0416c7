import { AppError, defineErrors } from '#platform/errors.ts';
import { localized } from '#platform/messages/index.ts';

export const subscriptionErrors = defineErrors('subscriptions', {
  tier_has_price: 'conflict',
  own_tier: 'conflict',
  subscription_not_found: 'not_found',
  subscription_not_billed: 'conflict',
  subscription_ending: 'conflict',
  subscription_past_due: 'conflict',
  subscription_in_trial: 'conflict',
  subscription_ended: 'conflict',
  tier_held: 'conflict',
  no_tiers: 'conflict',
  gift_not_changeable: 'conflict',
});

/** Errors of paying for a subscription. */
export const offerErrors = defineErrors('offers', {
  subscription_needs_account: 'invalid',
  tier_not_found: 'invalid',
  own_tier: 'invalid',
  tier_is_free: 'invalid',
  already_subscribed: 'invalid',
  checkout_open: 'invalid',
});

/** The error for a person who subscribes to another tier of the channel. */
export const channelSubscribed = (): AppError =>
  new AppError('already_subscribed', 'invalid', localized('errors.offers.channel_subscribed'));
