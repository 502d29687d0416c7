/** Drives the PayPal adapter on a local PayPal server for the conformance suite. */
import { userId } from '@tributary/contracts/shared';
import { expect, onTestFinished } from 'vitest';
import { createPaypal } from '#features/payments/providers/paypal/paypal.ts';
import type { Failure } from '../payments/failing-server.ts';
import type { ProviderDriver } from '../payments/provider-driver.ts';
import { SERVER_ERROR, startPaypalServer } from './paypal-server.ts';

const OUTAGES: Readonly<Record<'unreachable' | 'failing' | 'nonsense', Failure>> = {
  unreachable: { kind: 'disconnect' },
  failing: SERVER_ERROR,
  nonsense: { kind: 'answer', status: 200, body: '{"id":7}' },
};

const idOf = (reference: string): string => reference.split(':')[0] ?? '';

export async function openPaypalDriver(): Promise<ProviderDriver> {
  const server = await startPaypalServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { store, people, bank, outage } = server;
  const provider = createPaypal(server.options);
  let taken = 0;
  return {
    provider,
    method: 'paypal',
    account: null,
    now: () => store.now,
    advance(ms) {
      store.now = new Date(store.now.getTime() + ms);
    },
    async approve({ reference }) {
      people.approve(idOf(reference));
      // The payer's approval moves no money; the return to this instance captures it.
      const facts = await provider.readCheckout(reference);
      if (facts.some(({ kind }) => kind === 'checkout_closed')) expect.fail('Nothing was captured');
    },
    async decline({ reference }) {
      bank.capture = 'DECLINED';
      people.approve(idOf(reference));
    },
    async refundAtProvider(paymentId, amountCents) {
      people.refund(paymentId, amountCents);
    },
    async openDispute(paymentId) {
      people.dispute(paymentId);
    },
    settleDispute: async (disputeId, outcome) => people.closeDispute(disputeId, outcome),
    async completeOnboarding(account) {
      const creatorId = userId.parse(account.replace('pending:', ''));
      const { payouts } = provider;
      const request = {
        creatorId,
        email: 'ada@example.org',
        account,
        returnUrl: 'https://live.example.org/',
      };
      const { url = '' } = (await payouts?.onboard(request)) ?? {};
      const query = people.logIn(url).searchParams;
      return (
        (await payouts?.finishOnboarding?.(creatorId, query)) ?? expect.fail('Onboarding needs no login')
      );
    },
    async settlePayout(reference, status) {
      people.settlePayout(reference, status === 'completed' ? 'SUCCESS' : 'FAILED');
    },
    confirmChange: async (subscriptionId) => people.confirmRevision(subscriptionId),
    async renew(subscriptionId, payment) {
      bank.isDeclining = payment === 'fails';
      people.renew(subscriptionId);
    },
    acceptsLateWebhooks: true,
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
