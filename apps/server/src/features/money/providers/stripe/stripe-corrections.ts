/**
 * Connected accounts follow the ledger where Stripe leaves the platform with a creator's loss, or with a creator's
 * money. The fee's share stays on the platform in both directions, so that only the creator's share moves.
 */
import type Stripe from 'stripe';
import type { Log } from '#platform/log/log.ts';
import { BalanceInsufficient, ProviderRefused } from '../provider.errors.ts';
import type { ProviderFact } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import * as objects from './stripe-objects.ts';
import { METADATA } from './stripe-objects.ts';
import type { StripeReader } from './stripe-reader.ts';

interface Destination {
  readonly account: string;
  readonly transfer: string;
  readonly currency: string;
  /** What was not refunded. */
  readonly remainingCents: number;
  /** What of an amount is the creator's. */
  shareOf(amountCents: number): number;
}

/** A share that moves to a connected account, once. */
interface Return {
  readonly amountCents: number;
  readonly currency: string;
  /** What it follows: a refund that failed or a dispute that was won. The transfer is found by it. */
  readonly group: string;
  readonly key: string;
}

export function createStripeCorrections(api: StripeApi, reader: StripeReader, log: Pick<Log, 'warn'>) {
  async function destinationOf(paymentId: string): Promise<Destination | null> {
    const { latest_charge: charge, transfer_data: destination, currency } = await reader.payment(paymentId);
    if (!charge?.transfer || !destination) return null;
    const transferred = charge.transfer_data?.amount ?? null;
    const fee = transferred === null ? (charge.application_fee_amount ?? 0) : charge.amount - transferred;
    return {
      account: destination.destination,
      transfer: charge.transfer,
      currency: currency.toLowerCase(),
      remainingCents: charge.amount - charge.amount_refunded,
      shareOf: (amountCents) => amountCents - Math.round((fee * amountCents) / charge.amount),
    };
  }

  const reversalOf = async (transfer: string, disputeId: string) =>
    (await api.all(objects.reversal, (stripe) => stripe.transfers.listReversals(transfer))).find(
      ({ metadata }) => metadata?.[METADATA.dispute] === disputeId,
    );

  /** Stripe takes a lost dispute from the platform alone, also when the payment went to a connected account. */
  async function recoverLoss(destination: Destination, disputeId: string, amountCents: number) {
    const { transfer, remainingCents, shareOf } = destination;
    if (await reversalOf(transfer, disputeId)) return;
    const { amount, amount_reversed: reversed } = await api.call(objects.transfer, (stripe) =>
      stripe.transfers.retrieve(transfer),
    );
    // What was refunded of a disputed payment is the platform's loss.
    const recovered = Math.min(shareOf(Math.min(amountCents, remainingCents)), amount - reversed);
    if (recovered <= 0) return;
    const params: Stripe.TransferCreateReversalParams = {
      amount: recovered,
      metadata: { [METADATA.dispute]: disputeId },
    };
    await api.callOnce(objects.onlyId, `dispute:${disputeId}`, (stripe, options) =>
      stripe.transfers.createReversal(transfer, params, options),
    );
  }

  /** Stripe gives the money of a dispute that is won on appeal to the platform alone, after its loss was recovered. */
  async function returnRecovered(destination: Destination, disputeId: string) {
    const reversal = await reversalOf(destination.transfer, disputeId);
    if (!reversal) return;
    const { account, currency } = destination;
    await sendBack(account, {
      amountCents: reversal.amount,
      currency,
      group: disputeId,
      key: `won:${disputeId}`,
    });
  }

  /** Stripe gives the money of a failed refund to the platform alone, also when a connected account paid for it. */
  async function returnShare({ account, shareOf }: Destination, paymentId: string, refundId: string) {
    const refund = (await reader.refunds(paymentId)).find(({ id }) => id === refundId);
    // Refunds that were made in the Dashboard may have left the transfer alone.
    if (!refund?.transfer_reversal) return;
    const { amount, currency } = refund;
    await sendBack(account, {
      amountCents: shareOf(amount),
      currency,
      group: refundId,
      key: `failed:${refundId}`,
    });
  }

  async function sendBack(account: string, { amountCents, currency, group, key }: Return) {
    const earlier = await api.all(objects.transfer, (stripe) =>
      stripe.transfers.list({ transfer_group: group }),
    );
    if (earlier.length > 0 || amountCents <= 0) return;
    const params: Stripe.TransferCreateParams = {
      amount: amountCents,
      currency,
      destination: account,
      transfer_group: group,
    };
    await api.callOnce(objects.transfer, key, (stripe, options) => stripe.transfers.create(params, options));
  }

  /** @returns how to follow a fact, or null where the platform has its money already */
  function correctionOf(paymentId: string, fact: ProviderFact) {
    if (fact.kind === 'refund' && fact.status === 'failed')
      return (destination: Destination) => returnShare(destination, paymentId, fact.refundId);
    if (fact.kind !== 'dispute') return null;
    const { disputeId, status, amountCents } = fact;
    if (status === 'lost')
      return (destination: Destination) => recoverLoss(destination, disputeId, amountCents);
    return status === 'won' ? (destination: Destination) => returnRecovered(destination, disputeId) : null;
  }

  async function correct(paymentId: string, fact: ProviderFact): Promise<void> {
    const follow = correctionOf(paymentId, fact);
    const destination = follow && (await destinationOf(paymentId));
    if (!destination) return;
    try {
      await follow(destination);
    } catch (error) {
      // Such as when the account's balance does not cover it. The facts are true all the same.
      if (!(error instanceof ProviderRefused || error instanceof BalanceInsufficient)) throw error;
      const about = {
        ...(fact.kind === 'dispute' && { dispute: fact.disputeId }),
        ...(fact.kind === 'refund' && { refund: fact.refundId }),
      };
      log.warn(
        { err: error.cause, payment: paymentId, account: destination.account, ...about },
        'The account of a creator at Stripe could not follow the ledger; the platform has the difference',
      );
    }
  }

  /** The facts of a payment, after the connected account follows them. */
  return async function settledFactsOf(paymentId: string): Promise<readonly ProviderFact[]> {
    const facts = await reader.ofPayment(paymentId);
    for (const fact of facts) await correct(paymentId, fact);
    return facts;
  };
}
