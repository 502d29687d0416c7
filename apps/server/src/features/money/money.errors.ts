import { defineErrors } from '#platform/errors.ts';

export const moneyErrors = defineErrors({
  streamer_not_found: ['not_found', 'There is no streamer of that name here.'],
  event_not_found: ['not_found', 'There is no event at this address.'],
  tier_not_found: ['not_found', 'You have no such tier.'],
});
