/** Drives the Stripe adapter on a local Stripe server for the conformance suite. */
import { onTestFinished } from 'vitest';
import { createStripe } from '#features/payments/providers/stripe/stripe.ts';
import type { Failure } from '../payments/failing-server.ts';
import type { ProviderDriver } from '../payments/provider-driver.ts';
import { SERVER_ERROR, type StripeServer, startStripeServer } from './stripe-server.ts';
import { PLATFORM } from './stripe-store.ts';

const OUTAGES: Readonly<Record<'unreachable' | 'failing' | 'nonsense', Failure>> = {
  unreachable: { kind: 'disconnect' },
  failing: SERVER_ERROR,
  nonsense: { kind: 'answer', status: 200, body: '{"object":"page","id":7}' },
};

/** A connected account that can receive money. */
export function readyAccount(server: StripeServer): string {
  const { id } = server.store.add('account', {
    type: 'express',
    country: 'US',
    email: 'ada@example.org',
    metadata: {},
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    capabilities: { transfers: 'inactive' },
    requirements: { currently_due: [], errors: [], disabled_reason: null },
  });
  server.people.completeOnboarding(id);
  return id;
}

export async function openStripeDriver(): Promise<ProviderDriver> {
  const server = await startStripeServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { store, people, bank, outage } = server;
  const account = readyAccount(server);
  // Earlier payments have left this balance for payouts.
  store.move(null, PLATFORM, 1_000_000);
  let taken = server.events.length;
  return {
    provider: createStripe(server.options),
    method: 'stripe',
    account,
    now: () => store.now,
    advance(ms) {
      store.now = new Date(store.now.getTime() + ms);
    },
    approve: async ({ reference }) => people.pay(reference),
    async decline({ reference }) {
      people.payLater(reference);
      people.confirmLater(reference, false);
    },
    async refundAtProvider(paymentId, amountCents) {
      people.refund(paymentId, amountCents);
    },
    async openDispute(paymentId) {
      people.dispute(paymentId);
    },
    settleDispute: async (disputeId, outcome) => people.closeDispute(disputeId, outcome),
    async completeOnboarding(id) {
      people.completeOnboarding(id);
      return id;
    },
    async renew(subscriptionId, payment) {
      bank.isDeclining = payment === 'fails';
      people.renew(subscriptionId);
    },
    async takeWebhooks() {
      const events = server.events.slice(taken);
      taken = server.events.length;
      return events.map((event) => server.webhookOf(event));
    },
    break(how) {
      outage.failure = OUTAGES[how];
    },
    repair() {
      outage.failure = null;
    },
  };
}
