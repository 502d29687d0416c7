import { defineErrors } from '#platform/errors.ts';

export const cryptoErrors = defineErrors('crypto', {
  crypto_not_available: 'conflict',
  crypto_address_differs: 'conflict',
  crypto_account_taken: 'conflict',
  charge_not_found: 'not_found',
});
