/** Implements the provider port for the sandbox. */
import type { Database } from '#platform/db/database.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';
import type { PaymentProvider, ProviderFact } from '../provider.ts';
import type { BackOffice } from './back-office.ts';
import type { SandboxBilling } from './sandbox-billing.ts';
import { accountFact, factsOfSession, payoutFact } from './sandbox-facts.ts';
import { ACCOUNT, DISPUTE, PAYMENT, PAYOUT, SESSION } from './sandbox-objects.ts';
import { create, createdBetween, get, lock, save } from './sandbox-store.ts';
import type { SandboxWebhooks } from './sandbox-webhooks.ts';

const PAYOUT_MS = 60_000;

interface ProviderOptions {
  readonly db: Database;
  readonly billing: SandboxBilling;
  readonly backOffice: BackOffice;
  readonly webhooks: SandboxWebhooks;
  readonly now: () => Date;
}

export function createSandboxProvider(options: ProviderOptions): PaymentProvider {
  const { db, billing, backOffice, webhooks, now } = options;

  /** @throws ProviderUnavailable while the sandbox simulates an outage */
  async function call<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (await db.read((reader) => backOffice.isDown(reader))) {
      throw new ProviderUnavailable(`${what}: the sandbox is set to be down`);
    }
    return work();
  }

  const pathOfSession = (id: string) => `/sandbox/pay/${id}`;

  return {
    name: 'sandbox',
    isTest: true,
    refundsBy: 'provider',

    openCheckout: (request) =>
      call('Opening a checkout', () =>
        db.transact(async (tx) => {
          const { id: checkoutId, method, description, amountCents, currency, subscription } = request;
          const { statusUrl, cancelUrl, expiresAt, recipient } = request;
          const state = {
            checkoutId,
            method,
            description,
            amountCents,
            currency,
            subscription,
            statusUrl,
            cancelUrl,
            expiresAt,
            account: recipient.account,
            status: 'open' as const,
            reason: null,
          };
          const { id } = await create(tx, SESSION, state, { at: now(), key: checkoutId });
          return { reference: id, redirectUrl: pathOfSession(id) };
        }),
      ),
    closeCheckout: (reference) =>
      call('Closing a checkout', () =>
        db.transact(async (tx) => {
          const { state } = await lock(tx, SESSION, reference);
          if (state.status === 'open') {
            const isExpired = state.expiresAt <= now();
            await save(tx, reference, { ...state, status: isExpired ? 'expired' : 'canceled' });
            await webhooks.announce(tx, 'session.closed', { kind: 'session', id: reference });
          }
          return factsOfSession(tx, reference);
        }),
      ),
    readCheckout: (reference) =>
      call('Reading a checkout', () => db.read((reader) => factsOfSession(reader, reference))),
    refund: ({ id, paymentId, amountCents }) =>
      call('Refunding', () =>
        db.transact(async (tx): Promise<ProviderFact[]> => {
          const refundId = await backOffice.refund(tx, paymentId, amountCents, id);
          const { parent } = await get(tx, PAYMENT, paymentId);
          const facts = await factsOfSession(tx, parent ?? '');
          return facts.filter((fact) => fact.kind === 'refund' && fact.refundId === refundId);
        }),
      ),
    testConnection: () =>
      call('Testing the connection', async () => 'The sandbox answers. It takes test money only.'),
    async *listPayments(since, until) {
      for (const { id, state, createdAt } of await call('Listing payments', () =>
        db.read((reader) => createdBetween(reader, PAYMENT, since, until)),
      )) {
        const { amountCents, refundedCents, currency } = state;
        yield { paymentId: id, amountCents, refundedCents, currency, capturedAt: createdAt };
      }
    },

    webhooks: {
      verify: webhooks.verify,
      factsOf: (event) => call('Reading an event', () => webhooks.factsOf(event)),
    },
    subscriptions: {
      change: (request) => call('Changing a subscription', () => billing.change(request)),
      cancel: (id, when) => call('Canceling a subscription', () => billing.cancel(id, when)),
      resume: (id) => call('Resuming a subscription', () => billing.resume(id)),
      portalUrl: async (id, returnUrl) =>
        `/sandbox/portal/${id}?${new URLSearchParams({ return: pathOf(returnUrl) })}`,
    },
    payouts: {
      onboard: ({ creatorId, returnUrl }) =>
        call('Onboarding', () =>
          db.transact(async (tx) => {
            const state = { isReady: false, returnUrl: pathOf(returnUrl), payoutsFail: false };
            const { id } = await create(tx, ACCOUNT, state, { at: now(), key: creatorId });
            return { account: id, url: `/sandbox/onboarding/${id}` };
          }),
        ),
      readAccount: (account) =>
        call('Reading an account', async () => [
          accountFact(await db.read((reader) => get(reader, ACCOUNT, account))),
        ]),
      send: ({ id, account, amountCents, currency }) =>
        call('Sending a payout', () =>
          db.transact(async (tx) => {
            const { state: recipient } = await get(tx, ACCOUNT, account);
            if (!recipient.isReady) throw new ProviderRefused('The creator has not completed onboarding.');
            const at = now();
            const state = {
              payoutId: id,
              account,
              amountCents,
              currency,
              status: 'pending' as const,
              reason: null,
              changedAt: at,
            };
            const dueAt = new Date(at.getTime() + PAYOUT_MS);
            return [payoutFact(await create(tx, PAYOUT, state, { at, key: id, dueAt }))];
          }),
        ),
      read: (reference) =>
        call('Reading a payout', async () => [
          payoutFact(await db.read((reader) => get(reader, PAYOUT, reference))),
        ]),
    },
    disputes: {
      submitEvidence: (disputeId, evidence) =>
        call('Submitting evidence', () =>
          db.transact(async (tx) => {
            const dispute = await lock(tx, DISPUTE, disputeId);
            if (dispute.state.status !== 'open') {
              throw new ProviderRefused(
                `The dispute is ${dispute.state.status}; evidence is no longer accepted.`,
              );
            }
            await save(tx, disputeId, { ...dispute.state, evidence });
            const { parent } = await get(tx, PAYMENT, dispute.parent ?? '');
            return factsOfSession(tx, parent ?? '');
          }),
        ),
    },
  };
}

/** The path of a page of this instance, with which the sandbox works under any of its host names. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return pathname + search;
}
