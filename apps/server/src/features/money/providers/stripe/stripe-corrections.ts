/**
 * Connected accounts follow the ledger where Stripe leaves the platform with a creator's loss, or with a creator's
 * money. The fee's share stays on the platform in both directions, so that only the creator's share moves.
 */
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
  /** What of an amount is the creator's. */
  shareOf(amountCents: number): number;
}

export function createStripeCorrections(api: StripeApi, reader: StripeReader, log: Pick<Log, 'warn'>) {
  async function destinationOf(paymentId: string): Promise<Destination | null> {
    const { latest_charge: charge, transfer_data: destination } = await reader.payment(paymentId);
    if (!charge?.transfer || !destination) return null;
    const fee = charge.application_fee_amount ?? 0;
    const shareOf = (amountCents: number) => amountCents - Math.round((fee * amountCents) / charge.amount);
    return { account: destination.destination, transfer: charge.transfer, shareOf };
  }

  /** Stripe takes a lost dispute from the platform alone, also when the payment went to a connected account. */
  async function recoverLoss({ transfer, shareOf }: Destination, disputeId: string, amountCents: number) {
    const reversals = await api.all(objects.reversal, (stripe) => stripe.transfers.listReversals(transfer));
    if (reversals.some(({ metadata }) => metadata?.[METADATA.dispute] === disputeId)) return;
    const params = { amount: shareOf(amountCents), metadata: { [METADATA.dispute]: disputeId } };
    await api.call(objects.onlyId, (stripe) =>
      stripe.transfers.createReversal(transfer, params, { idempotencyKey: `dispute:${disputeId}` }),
    );
  }

  /** Stripe gives the money of a failed refund to the platform alone, also when a connected account paid for it. */
  async function returnShare({ account, shareOf }: Destination, paymentId: string, refundId: string) {
    const refund = (await reader.refunds(paymentId)).find(({ id }) => id === refundId);
    // Refunds that were made in the Dashboard may have left the transfer alone.
    if (!refund?.transfer_reversal) return;
    const earlier = await api.all(objects.transfer, (stripe) =>
      stripe.transfers.list({ transfer_group: refundId }),
    );
    if (earlier.length > 0) return;
    const params = {
      amount: shareOf(refund.amount),
      currency: refund.currency,
      destination: account,
      transfer_group: refundId,
    };
    await api.call(objects.transfer, (stripe) =>
      stripe.transfers.create(params, { idempotencyKey: `failed:${refundId}` }),
    );
  }

  async function correct(paymentId: string, fact: ProviderFact): Promise<void> {
    const isLost = fact.kind === 'dispute' && fact.status === 'lost';
    const isFailed = fact.kind === 'refund' && fact.status === 'failed';
    const destination = isLost || isFailed ? await destinationOf(paymentId) : null;
    if (!destination) return;
    try {
      if (isLost) await recoverLoss(destination, fact.disputeId, fact.amountCents);
      if (isFailed) await returnShare(destination, paymentId, fact.refundId);
    } catch (error) {
      // Such as when the account's balance does not cover it. The facts are true all the same.
      if (!(error instanceof ProviderRefused || error instanceof BalanceInsufficient)) throw error;
      const about = isLost ? { dispute: fact.disputeId } : { refund: isFailed ? fact.refundId : null };
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
