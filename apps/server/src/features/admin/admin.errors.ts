import { defineErrors } from '#platform/errors.ts';

export const adminErrors = defineErrors({
  own_second_factor_first: [
    'invalid',
    'Set up two-factor authentication for your own account first. Otherwise this setting locks you out.',
  ],
});
