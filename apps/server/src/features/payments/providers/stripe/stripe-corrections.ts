/**
 * Moves money between the platform and connected accounts so that they agree with the ledger, where Stripe leaves the
 * platform with a creator's loss or with a creator's money. The fee stays on the platform in both directions, so that
 * only the creator's share moves.
 */
import type Stripe from 'stripe';
import type { Log } from '#platform/log/log.ts';
import { BalanceInsufficient, ProviderRefused } from '../provider.errors.ts';
import type { ProviderFact } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import * as objects from './stripe-objects.ts';
import { METADATA } from './stripe-objects.ts';
import type { StripeReader } from './stripe-reader.ts';

type DisputeFact = Extract<ProviderFact, { readonly kind: 'dispute' }>;

interface Destination {
  readonly account: string;
  readonly transfer: string;
  readonly currency: string;
  /** The part of the payment that was not refunded. */
  readonly remainingCents: number;
  /** The creator’s share of an amount. */
  shareOf(amountCents: number): number;
}

/** The creator's share that is sent back to a connected account, once. */
interface Return {
  readonly amountCents: number;
  readonly currency: string;
  /** The id of the failed refund or won dispute, by which the transfer is found. */
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

  const listGroup = (group: string) =>
    api.all(objects.transfer, (stripe) => stripe.transfers.list({ transfer_group: group }));

  /** All transfers of a payment to the account: the first one, and those that sent money back later. */
  async function transfersOf(paymentId: string, { transfer }: Destination): Promise<objects.Transfer[]> {
    const failed = (await reader.refunds(paymentId)).filter(({ status }) => status === 'failed');
    const won = (await reader.disputes(paymentId)).filter(({ status }) => status === 'won');
    const groups = await Promise.all([...failed, ...won].map(({ id }) => listGroup(id)));
    const first = await api.call(objects.transfer, (stripe) => stripe.transfers.retrieve(transfer));
    return [first, ...groups.flat()];
  }

  async function recoveredCents(transfers: readonly objects.Transfer[], disputeId: string): Promise<number> {
    const lists = await Promise.all(
      transfers.map(({ id }) => api.all(objects.reversal, (stripe) => stripe.transfers.listReversals(id))),
    );
    return lists
      .flat()
      .filter(({ metadata }) => metadata?.[METADATA.dispute] === disputeId)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /**
   * Takes a creator's share of a lost dispute from the connected account, since Stripe takes it from the platform
   * alone.
   */
  async function recoverLoss(
    destination: Destination,
    paymentId: string,
    { disputeId, amountCents }: DisputeFact,
  ) {
    const transfers = await transfersOf(paymentId, destination);
    // The platform bears the refunded part of a disputed payment.
    const lostCents = Math.min(amountCents, destination.remainingCents);
    let missingCents = destination.shareOf(lostCents) - (await recoveredCents(transfers, disputeId));
    for (const { id, amount, amount_reversed: reversed } of transfers) {
      const partCents = Math.min(missingCents, amount - reversed);
      if (partCents <= 0) continue;
      const params: Stripe.TransferCreateReversalParams = {
        amount: partCents,
        metadata: { [METADATA.dispute]: disputeId },
      };
      await api.callOnce(objects.onlyId, `dispute:${disputeId}:${id}`, (stripe, options) =>
        stripe.transfers.createReversal(id, params, options),
      );
      missingCents -= partCents;
    }
  }

  /** Sends the creator's share of a dispute that is won on appeal back, since Stripe gives it to the platform alone. */
  async function returnRecovered(destination: Destination, paymentId: string, { disputeId }: DisputeFact) {
    const { account, currency } = destination;
    const amountCents = await recoveredCents(await transfersOf(paymentId, destination), disputeId);
    await sendBack(account, { amountCents, currency, group: disputeId, key: `won:${disputeId}` });
  }

  /** Sends the creator's share of a failed refund back, since Stripe gives it to the platform alone. */
  async function returnShare({ account, shareOf }: Destination, paymentId: string, refundId: string) {
    const refund = (await reader.refunds(paymentId)).find(({ id }) => id === refundId);
    // Refunds that were made in the Dashboard may not have reversed the transfer.
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
    if (amountCents <= 0 || (await listGroup(group)).length > 0) return;
    const params: Stripe.TransferCreateParams = {
      amount: amountCents,
      currency,
      destination: account,
      transfer_group: group,
    };
    await api.callOnce(objects.transfer, key, (stripe, options) => stripe.transfers.create(params, options));
  }

  /** @returns the correction that follows from a fact, or null if the balances are right already */
  function correctionOf(paymentId: string, fact: ProviderFact) {
    if (fact.kind === 'refund' && fact.status === 'failed')
      return (destination: Destination) => returnShare(destination, paymentId, fact.refundId);
    if (fact.kind !== 'dispute') return null;
    if (fact.status === 'lost')
      return (destination: Destination) => recoverLoss(destination, paymentId, fact);
    return fact.status === 'won'
      ? (destination: Destination) => returnRecovered(destination, paymentId, fact)
      : null;
  }

  async function correct(paymentId: string, fact: ProviderFact): Promise<void> {
    const follow = correctionOf(paymentId, fact);
    const destination = follow && (await destinationOf(paymentId));
    if (!destination) return;
    try {
      await follow(destination);
    } catch (error) {
      // The facts are true even if the correction fails, such as when the account's balance is too low.
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

  /** Corrects the connected account, and returns the facts of the payment. */
  return async function settledFactsOf(paymentId: string): Promise<readonly ProviderFact[]> {
    const facts = await reader.ofPayment(paymentId);
    for (const fact of facts) await correct(paymentId, fact);
    return facts;
  };
}
