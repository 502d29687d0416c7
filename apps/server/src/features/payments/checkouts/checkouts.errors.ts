import { AppError, defineErrors, type FieldError } from '#platform/errors.ts';

export const checkoutErrors = defineErrors({
  checkout_not_found: ['not_found', 'There is no such checkout, or it belongs to another account.'],
  checkout_closed: ['conflict', 'This checkout was closed before it was paid. Start again.'],
  idempotency_key_reused: ['conflict', 'This idempotency key belongs to a different checkout. Start again.'],
  too_many_checkouts: ['limited', 'You opened many payment pages within a short time. Try again later.'],
});

/** A field of a checkout contradicts another field or the present state. */
export function invalidField(code: string, pointer: FieldError['pointer'], detail: string): AppError {
  return new AppError(code, 'invalid', detail, { errors: [{ pointer, detail }] });
}
