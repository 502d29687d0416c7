/**
 * Applies facts of providers to the database: charges, refunds, disputes and the purposes behind them. Applying a fact
 * again, or late, changes nothing. Knows neither the providers' APIs nor what donations or tickets are.
 */
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Writer } from '#platform/db/database.ts';
import { type Charge, remainingCents } from '../charges/charge.ts';
import { findChargeByPayment } from '../charges/charges.repo.ts';
import { recordCharge, reverseCharge } from '../charges/charges.service.ts';
import { openDispute, settleDispute } from '../charges/disputes.service.ts';
import { findMoneyMode } from '../charges/money-mode.repo.ts';
import { failUnsentRefunds, recordProviderRefund } from '../charges/refunds.service.ts';
import type { Checkout } from '../checkouts/checkout.ts';
import { hasOpenReal, lockCheckout, setStatus, setSubscriptionAsOf } from '../checkouts/checkouts.repo.ts';
import type { CreatorAccounts } from '../checkouts/creator-accounts.ts';
import { handlerOf, type Payment, type PurposeHandlers, type RefundDue } from '../checkouts/purpose.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import { splitFee } from '../ledger/fees.ts';
import type { CapturedFact, ProviderFact, ProviderName } from '../providers/provider.ts';
import { type Changed, changeCharge } from './change-charge.ts';
import type { RefundRequests } from './refund-requests.service.ts';

/** Another system on the same account may use metadata of the same names. */
const isId = (id: string): boolean => z.uuid().safeParse(id).success;

const NO_TEST_MONEY = 'This instance takes real payments now. Nothing was charged, so start again.';

/**
 * Test money must not be booked while a page for real money is open, since its payment could not be booked beside it.
 */
async function takesTestMoney(tx: Writer): Promise<boolean> {
  const mode = await findMoneyMode(tx);
  return mode === 'test' || (mode === null && !(await hasOpenReal(tx)));
}

type Fact<Kind extends ProviderFact['kind']> = Extract<ProviderFact, { kind: Kind }>;

export function createSettlement({
  handlers,
  refunds,
  accounts,
}: {
  readonly handlers: PurposeHandlers;
  readonly refunds: Pick<RefundRequests, 'request'>;
  readonly accounts: () => CreatorAccounts;
}): Settlement {
  async function lockOwn(tx: Writer, provider: ProviderName, checkoutId: string): Promise<Checkout | null> {
    if (!isId(checkoutId)) return null;
    const checkout = await lockCheckout(tx, checkoutId);
    return checkout?.provider === provider ? checkout : null;
  }

  async function close(
    tx: Writer,
    checkout: Checkout,
    outcome: 'failed' | 'expired' | 'canceled',
    reason: string | null,
  ): Promise<void> {
    if (checkout.status !== 'open') return;
    await setStatus(tx, checkout.id, outcome, reason);
    await handlerOf(handlers, checkout.purpose).closed?.(tx, checkout);
  }

  async function capture(tx: Writer, provider: ProviderName, fact: CapturedFact): Promise<void> {
    const checkout = await lockOwn(tx, provider, fact.checkoutId);
    if (!checkout || (await findChargeByPayment(tx, provider, fact.paymentId))) return;
    if (fact.currency !== checkout.currency) {
      throw new Error(
        `The payment ${fact.paymentId} is in ${fact.currency}, but the checkout ${checkout.id} in ${checkout.currency}.`,
      );
    }
    if (checkout.isTest && !(await takesTestMoney(tx))) return close(tx, checkout, 'failed', NO_TEST_MONEY);
    const handler = handlerOf(handlers, checkout.purpose);
    let charge: Charge | null = null;
    const record: Payment['record'] = async (paid) => {
      charge = await recordCharge(tx, {
        id: uuidv7(),
        checkoutId: checkout.id,
        provider,
        isTest: checkout.isTest,
        paymentId: fact.paymentId,
        purpose: checkout.purpose,
        payerId: checkout.payerId,
        creatorId: checkout.creatorId,
        grossCents: fact.amountCents,
        feeCents: splitFee(fact.amountCents, checkout.feeBasisPoints).fee,
        currency: fact.currency,
        heldBy: fact.heldBy,
        capturedAt: fact.capturedAt,
        ...paid,
      });
      await handler.project?.(tx, { before: null, after: charge });
      return charge;
    };
    const refundDue = await handler.paid(tx, checkout, { fact, record });
    // Books money that cannot be kept first, so that its refund has a charge.
    const booked = charge ?? (await record({ subjectId: checkout.subjectId, availableAt: null }));
    if (checkout.status !== 'paid' && !refundDue?.leavesCheckoutOpen)
      await setStatus(tx, checkout.id, 'paid');
    if (refundDue) await refundAll(tx, booked, refundDue);
  }

  /** Changes the charge of a payment. Does nothing for a payment of another system. */
  async function changeOwn(
    tx: Writer,
    provider: ProviderName,
    paymentId: string,
    work: (chargeId: string) => Promise<void>,
  ): Promise<Changed | undefined> {
    const charge = await findChargeByPayment(tx, provider, paymentId);
    return charge ? changeCharge(tx, handlers, charge.id, () => work(charge.id)) : undefined;
  }

  async function applyDispute(tx: Writer, provider: ProviderName, fact: Fact<'dispute'>): Promise<void> {
    const { disputeId: providerDisputeId, amountCents, reason, evidenceDueAt, status, occurredAt: at } = fact;
    const { settledByRefunds = false, lostCents, settledAt = at } = fact;
    const change = await changeOwn(tx, provider, fact.paymentId, async (chargeId) => {
      const opened = { id: uuidv7(), chargeId, providerDisputeId, amountCents, reason, evidenceDueAt, at };
      const { id } = await openDispute(tx, { ...opened, settledByRefunds });
      if (status !== 'open') await settleDispute(tx, { id, status, lostCents, at: settledAt });
    });
    if (status === 'won' && change?.refundDue) await refundAll(tx, change.after, change.refundDue);
  }

  const refundAll = (tx: Writer, charge: Charge, { refundReason: reason }: RefundDue) =>
    refunds.request(tx, {
      id: uuidv7(),
      chargeId: charge.id,
      amountCents: remainingCents(charge),
      reason,
      requestedBy: null,
    });

  async function applyOne(tx: Writer, provider: ProviderName, fact: ProviderFact, asOf: Date): Promise<void> {
    switch (fact.kind) {
      case 'captured':
        return capture(tx, provider, fact);
      case 'checkout_closed': {
        const checkout = await lockOwn(tx, provider, fact.checkoutId);
        return checkout ? close(tx, checkout, fact.outcome, fact.reason) : undefined;
      }
      case 'refund':
        await changeOwn(tx, provider, fact.paymentId, (chargeId) =>
          recordProviderRefund(tx, {
            id: uuidv7(),
            chargeId,
            providerRefundId: fact.refundId,
            requestId: fact.requestId,
            byCreator: fact.byCreator ?? false,
            amountCents: fact.amountCents,
            status: fact.status,
            at: fact.occurredAt,
          }),
        );
        return;
      case 'dispute':
        return applyDispute(tx, provider, fact);
      case 'payment_reversed':
        await changeOwn(tx, provider, fact.paymentId, async (chargeId) => {
          const at = fact.occurredAt;
          await reverseCharge(tx, { chargeId, at });
          await failUnsentRefunds(tx, chargeId, 'A chain reorganization took the payment back.', at);
        });
        return;
      case 'subscription': {
        const checkout = await lockOwn(tx, provider, fact.checkoutId);
        if (!checkout || (checkout.subscriptionAsOf && asOf < checkout.subscriptionAsOf)) return;
        if (!(await handlerOf(handlers, checkout.purpose).subscribed?.(tx, checkout, fact))) return;
        await setSubscriptionAsOf(tx, checkout.id, asOf);
        if (checkout.status === 'open') await setStatus(tx, checkout.id, 'paid');
        return;
      }
      case 'payout':
        return isId(fact.payoutId) ? accounts().applyPayout(tx, provider, fact) : undefined;
      case 'account':
        return accounts().applyAccount(tx, provider, fact, asOf);
    }
  }

  return {
    async apply(tx, provider, facts, asOf) {
      for (const fact of facts) await applyOne(tx, provider, fact, asOf);
    },
  };
}
