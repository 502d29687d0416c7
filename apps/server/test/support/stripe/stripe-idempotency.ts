/**
 * Idempotency keys as at Stripe (docs.stripe.com/api/idempotent_requests): keeps the status and body of the first
 * executed request for a day, errors included. Requests that fail validation are not executed, and not kept.
 */
import type { Answer } from '../payments/failing-server.ts';
import { StripeAnswerError } from './stripe-errors.ts';
import type { StripeStore } from './stripe-store.ts';

const DAY_SECONDS = 86_400;

interface KeptAnswer extends Answer {
  readonly request: string;
  readonly at: number;
}

export function createIdempotency(store: StripeStore) {
  const kept = new Map<string, KeptAnswer>();

  function find(key: string): KeptAnswer | undefined {
    const answer = kept.get(key);
    return answer && store.seconds - answer.at < DAY_SECONDS ? answer : undefined;
  }

  return {
    /** @throws StripeAnswerError if the key was used for another request */
    once(key: string, request: string, execute: () => Answer): Answer {
      const earlier = find(key);
      if (!earlier) {
        const answer = execute();
        kept.set(key, { ...answer, request, at: store.seconds });
        return answer;
      }
      if (earlier.request !== request) {
        const message = 'Keys for idempotent requests can only be used with the same parameters.';
        throw new StripeAnswerError(400, message, { type: 'idempotency_error' });
      }
      const { status, body } = earlier;
      return { status, body, headers: { 'idempotent-replayed': 'true' } };
    },
    forget: () => kept.clear(),
  };
}
