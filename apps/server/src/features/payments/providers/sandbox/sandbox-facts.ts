/** Converts the sandbox's objects to facts. */
import type { Reader } from '#platform/db/database.ts';
import type { CapturedFact, ProviderFact, RefundFact } from '../provider.ts';
import { afterCapture } from '../refund-order.ts';
import {
  type Account,
  DISPUTE,
  PAYMENT,
  type Payment,
  type Payout,
  REFUND,
  SESSION,
  SUBSCRIPTION,
} from './sandbox-objects.ts';
import { childrenOf, get, type SandboxObject } from './sandbox-store.ts';

/** All facts about a payment page: payments, refunds, disputes and the subscription, or its end. */
export async function factsOfSession(db: Reader, sessionId: string): Promise<ProviderFact[]> {
  const { state: session } = await get(db, SESSION, sessionId);
  const facts: ProviderFact[] = [];
  for (const payment of await childrenOf(db, PAYMENT, sessionId)) {
    facts.push(capturedFact(session.checkoutId, payment), ...(await factsAfterCapture(db, payment.id)));
  }
  for (const { id, state } of await childrenOf(db, SUBSCRIPTION, sessionId)) {
    const { status, cycle, amountCents, periodStart, periodEnd, trialEnd, cancelAtPeriodEnd, creditCents } =
      state;
    facts.push({
      kind: 'subscription',
      checkoutId: session.checkoutId,
      subscriptionId: id,
      status,
      cycle,
      amountCents,
      periodStart,
      periodEnd,
      trialEnd,
      cancelAtPeriodEnd,
      creditCents,
    });
  }
  if (session.status !== 'open' && session.status !== 'paid') {
    const { checkoutId, status: outcome, reason } = session;
    facts.push({ kind: 'checkout_closed', checkoutId, outcome, reason });
  }
  return facts;
}

function capturedFact(checkoutId: string, { id, state, createdAt }: SandboxObject<Payment>): CapturedFact {
  const { amountCents, currency, heldBy, subscription } = state;
  return {
    kind: 'captured',
    checkoutId,
    paymentId: id,
    amountCents,
    currency,
    heldBy,
    subscription,
    capturedAt: createdAt,
  };
}

/** Facts about the refunds and disputes of a payment. */
async function factsAfterCapture(db: Reader, paymentId: string): Promise<ProviderFact[]> {
  const refunds = await childrenOf(db, REFUND, paymentId);
  const disputes = await childrenOf(db, DISPUTE, paymentId);
  return afterCapture(
    refunds.map(
      ({ id, state, createdAt }): RefundFact => ({
        kind: 'refund',
        paymentId,
        refundId: id,
        requestId: state.requestId,
        amountCents: state.amountCents,
        status: 'succeeded',
        occurredAt: createdAt,
      }),
    ),
    disputes.map(({ id, state }): ProviderFact => {
      const { amountCents, status, reason, evidenceDueAt, changedAt } = state;
      return {
        kind: 'dispute',
        paymentId,
        disputeId: id,
        amountCents,
        status,
        reason,
        evidenceDueAt,
        occurredAt: changedAt,
      };
    }),
  );
}

export const accountFact = ({ id, state }: SandboxObject<Account>): ProviderFact => ({
  kind: 'account',
  account: id,
  isReady: state.isReady,
  requirements: state.isReady ? [] : ['Complete the form of the sandbox.'],
});

export const payoutFact = ({ id, state }: SandboxObject<Payout>): ProviderFact => ({
  kind: 'payout',
  payoutId: state.payoutId,
  reference: id,
  status: state.status,
  reason: state.reason,
  occurredAt: state.changedAt,
});
