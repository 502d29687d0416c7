import { defineErrors } from '#platform/errors.ts';

export const checkoutErrors = defineErrors('checkouts', {
  checkout_not_found: 'not_found',
  checkout_closed: 'conflict',
  idempotency_key_reused: 'conflict',
  too_many_checkouts: 'limited',
  too_many_receipts: 'invalid',
  method_unavailable: 'invalid',
});
