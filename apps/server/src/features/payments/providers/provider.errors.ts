/**
 * Errors of calls to payment providers. Their messages are shown to people, and never contain a key or a raw response.
 */
import { AppError } from '#platform/errors.ts';
import { localized, type Text } from '#platform/messages/index.ts';

const RETRY_AFTER_SECONDS = 30;

/**
 * The call's outcome is unknown: the provider was unreachable, slow, failing, or returned an invalid response. The call
 * can be repeated with the same id.
 */
export class ProviderUnavailable extends AppError {
  /** @param what the outcome, for the log: `POST /v1/refunds answered 502` */
  constructor(what: string, options?: ErrorOptions) {
    super('provider_unavailable', 'unavailable', localized('errors.provider.provider_unavailable'), {
      cause: new Error(what, options),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** The balance at the provider is too low. The call succeeds later, when payments have settled. */
export class BalanceInsufficient extends ProviderUnavailable {}

/** The provider has refused the call for good; repeating it changes nothing. */
export class ProviderRefused extends AppError {
  /** @param reason a sentence for the person who asked: `The payment was already refunded in full.` */
  constructor(reason: Text, options?: ErrorOptions) {
    super('provider_refused', 'conflict', reason, options);
  }
}

const MAX_CHARACTERS = 500;

/** The cause of an error, for admins. The message of `ProviderUnavailable` is for payers; its cause says more. */
export function causeOf(error: unknown): string {
  const shown = error instanceof ProviderUnavailable ? error.cause : error;
  return (shown instanceof Error ? shown.message : String(shown)).slice(0, MAX_CHARACTERS);
}

/** A webhook with a wrong signature, age or form. */
export class WebhookRefused extends AppError {
  /** @param reason a sentence for the provider's log: `The signature does not match the body.` */
  constructor(reason: string, options?: ErrorOptions) {
    super('webhook_refused', 'unauthenticated', reason, options);
  }
}
