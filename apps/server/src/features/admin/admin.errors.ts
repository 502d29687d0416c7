import { defineErrors } from '#platform/errors.ts';

export const adminErrors = defineErrors({
  currency_fixed: [
    'conflict',
    'Somebody has started to pay on this instance, so its currency can no longer change: amounts of different currencies cannot be added up.',
  ],
  own_second_factor_first: [
    'invalid',
    'Set up two-factor authentication for your own account first. Otherwise this setting locks you out.',
  ],
});
