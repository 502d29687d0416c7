/** Verifies events that Stripe sends on their raw bytes, then reads their objects from the API. */
import Stripe from 'stripe';
import { WebhookRefused } from '../provider.errors.ts';
import type { Payouts, ProviderFact, Webhooks } from '../provider.ts';
import * as objects from './stripe-objects.ts';
import type { StripeReader } from './stripe-reader.ts';

const TOLERANCE_SECONDS = 300;

interface WebhookOptions {
  /** One secret for each webhook endpoint at Stripe, and the next one while a secret is rotated. */
  readonly secrets: readonly string[];
  readonly reader: StripeReader;
  readonly payouts: Payouts;
  /** The facts of a payment. */
  readonly settledFactsOf: (paymentId: string) => Promise<readonly ProviderFact[]>;
}

export function createStripeWebhooks({ secrets, reader, payouts, settledFactsOf }: WebhookOptions): Webhooks {
  function open(rawBody: Buffer, signature: string, now: Date): unknown {
    for (const secret of secrets) {
      try {
        return Stripe.webhooks.constructEvent(
          rawBody,
          signature,
          secret,
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        );
      } catch {
        // The next secret may match.
      }
    }
    throw new WebhookRefused('The signature of this webhook is wrong, or older than five minutes.');
  }

  return {
    async verify({ headers, rawBody, now }) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string')
        throw new WebhookRefused('This webhook has no Stripe-Signature header.');
      const body = open(rawBody, signature, now);
      // Refuses times in the future, which the package's helper accepts.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (!(signedAt - now.getTime() / 1000 <= TOLERANCE_SECONDS)) {
        throw new WebhookRefused('The signature of this webhook is more than five minutes in the future.');
      }
      const { data: event } = objects.event.safeParse(body);
      if (!event) throw new WebhookRefused('This webhook is not an event about an object of Stripe.');
      // Stores only the references that are read later, since events name their payers.
      return { id: event.id, type: event.type, body: event };
    },

    async factsOf({ body }): Promise<readonly ProviderFact[]> {
      const { account, data } = objects.event.parse(body);
      const { object, id, payment_intent: paymentId } = data.object;
      // Payments that connected accounts take by themselves do not belong to this instance.
      if (account !== undefined && object !== 'account') return [];
      switch (object) {
        case 'checkout.session':
          return reader.ofCheckout(id);
        case 'charge':
        case 'refund':
        case 'dispute':
          return paymentId ? settledFactsOf(paymentId) : [];
        case 'subscription':
          return reader.ofSubscription(id);
        case 'invoice':
          return reader.ofInvoice(id);
        case 'account':
          return payouts.readAccount(id);
        case 'transfer':
          return payouts.read(id);
        default:
          return [];
      }
    },
  };
}
