/** What calls to payment providers throw. Messages are shown to people: they never contain a key or a raw response. */
import { AppError } from '#platform/errors.ts';

const RETRY_AFTER_SECONDS = 30;

/**
 * Nothing is known about what the provider did: it was unreachable, slow, failing, or returned an invalid response. The call
 * can be repeated with the same id.
 */
export class ProviderUnavailable extends AppError {
  /** @param what happened, for the log: `POST /v1/refunds answered 502` */
  constructor(what: string, options?: ErrorOptions) {
    super(
      'provider_unavailable',
      'unavailable',
      'The payment provider does not respond at the moment. You are not charged twice if you try again in a minute.',
      { cause: new Error(what, options), retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

/** The balance at the provider does not cover this yet, so that the call succeeds later, when payments have settled. */
export class BalanceInsufficient extends ProviderUnavailable {}

/** The provider's final answer is no; repeating the call changes nothing. */
export class ProviderRefused extends AppError {
  /** @param reason a sentence for the person who asked: `The payment was already refunded in full.` */
  constructor(reason: string, options?: ErrorOptions) {
    super('provider_refused', 'conflict', reason, options);
  }
}

const MAX_CHARACTERS = 500;

/** What happened, for admins: the sentence of `ProviderUnavailable` is for payers, its cause says more. */
export function causeOf(error: unknown): string {
  const shown = error instanceof ProviderUnavailable ? error.cause : error;
  return (shown instanceof Error ? shown.message : String(shown)).slice(0, MAX_CHARACTERS);
}

/** A webhook whose signature, age or form is wrong. */
export class WebhookRefused extends AppError {
  /** @param reason a sentence for the provider's log: `The signature does not match the body.` */
  constructor(reason: string, options?: ErrorOptions) {
    super('webhook_refused', 'unauthenticated', reason, options);
  }
}
