/**
 * Idempotency keys of requests that are repeated for days. Stripe repeats its first answer to a key for a day, refusals
 * included, even if their cause is gone. A refused request had no effect, so the next attempt takes another key. While
 * the outcome of an attempt is unknown, its key stays.
 */
import Stripe from 'stripe';

/** The number of remembered keys. They only save requests: without them, replayed refusals are skipped one by one. */
const MAX_KEPT = 1_000;
/** A limit above the number of attempts in a day. */
const MAX_SKIPPED = 200;

const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;

const isReplayed = ({ headers }: Stripe.errors.StripeError): boolean =>
  headers?.['idempotent-replayed'] === 'true';

export function createKeys() {
  const attempts = new Map<string, number>();

  function keep(key: string, attempt: number): void {
    attempts.delete(key);
    attempts.set(key, attempt);
    const [oldest] = attempts.keys();
    if (attempts.size > MAX_KEPT && oldest !== undefined) attempts.delete(oldest);
  }

  /** @throws what `request` throws */
  return async function withKey<T>(key: string, request: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const first = attempts.get(key) ?? 1;
    for (let attempt = first; ; attempt++) {
      try {
        return await request(attempt === 1 ? key : `${key}:${attempt}`);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        keep(key, attempt + 1);
        if (!isReplayed(error) || attempt - first >= MAX_SKIPPED) throw error;
      }
    }
  };
}
