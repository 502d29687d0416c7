import { defineErrors } from '#platform/errors.ts';

export const adminErrors = defineErrors('admin', {
  currency_fixed: 'conflict',
  own_second_factor_first: 'invalid',
});
