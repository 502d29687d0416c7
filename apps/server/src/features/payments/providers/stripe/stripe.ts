/** Payments through Stripe: Checkout, Billing and Connect. */
import type Stripe from 'stripe';
import type { Log } from '#platform/log/log.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { Disputes, PaymentProvider } from '../provider.ts';
import { createStripeApi, type StripeApiOptions } from './stripe-api.ts';
import { describeConnection } from './stripe-connection.ts';
import { createStripeCorrections } from './stripe-corrections.ts';
import * as objects from './stripe-objects.ts';
import { createStripePayments } from './stripe-payments.ts';
import { createStripePayouts } from './stripe-payouts.ts';
import { createStripeReader } from './stripe-reader.ts';
import { createStripeSubscriptions } from './stripe-subscriptions.ts';
import { createStripeWebhooks } from './stripe-webhooks.ts';

const EVIDENCE_REFUSED =
  'Stripe takes evidence once, while the dispute needs a response. Open the dispute at Stripe to see its state.';

export interface StripeOptions extends StripeApiOptions {
  /** Signing secrets of the webhook endpoints: for events of this account, and of connected accounts. */
  readonly webhookSecrets: readonly string[];
  readonly log: Pick<Log, 'warn'>;
}

export function createStripe(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecrets, log } = options;
  const api = createStripeApi(options);
  const reader = createStripeReader(api);
  const payouts = createStripePayouts(api);
  const isTest = /^[rs]k_test_/.test(secretKey);
  const settledFactsOf = createStripeCorrections(api, reader, log);
  const disputes: Disputes = {
    async submitEvidence(disputeId, evidence) {
      const params: Stripe.DisputeUpdateParams = {
        evidence: { uncategorized_text: evidence },
        submit: true,
      };
      const { payment_intent: paymentId } = await api
        .call(objects.dispute, (stripe) => stripe.disputes.update(disputeId, params))
        .catch((error: unknown) => {
          if (!(error instanceof ProviderRefused)) throw error;
          throw new ProviderRefused(EVIDENCE_REFUSED, { cause: error.cause });
        });
      return paymentId === null ? [] : settledFactsOf(paymentId);
    },
  };
  return {
    name: 'stripe',
    isTest,
    refundsBy: 'provider',
    ...createStripePayments(api, reader),
    testConnection: () => describeConnection(api, isTest),
    subscriptions: createStripeSubscriptions(api, reader),
    payouts,
    disputes,
    ...(webhookSecrets.length > 0 && {
      webhooks: createStripeWebhooks({ secrets: webhookSecrets, reader, payouts, settledFactsOf }),
    }),
  };
}
