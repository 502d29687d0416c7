/** Disputes: evidence, and the creator's share of what was lost. */
import { ProviderRefused } from '../provider.errors.ts';
import type { Disputes, ProviderFact } from '../provider.ts';
import type { StripeApi } from './stripe-api.ts';
import * as objects from './stripe-objects.ts';
import { METADATA } from './stripe-objects.ts';
import type { StripeReader } from './stripe-reader.ts';

export interface StripeDisputes extends Disputes {
  /** The facts of a dispute's payment. A lost dispute is taken back from the connected account first. */
  factsOf(paymentId: string): Promise<readonly ProviderFact[]>;
}

export function createStripeDisputes(api: StripeApi, reader: StripeReader): StripeDisputes {
  /**
   * Stripe takes a dispute from the platform alone, whoever received the payment. The platform's fee covers its
   * own share, so that no more is taken from the connected account than it has received.
   */
  async function reverseTransfer(paymentId: string, disputeId: string, amountCents: number): Promise<void> {
    const { latest_charge: charge } = await reader.payment(paymentId);
    const transfer = charge?.transfer;
    if (!transfer) return;
    const reversals = await api.all(objects.reversal, (stripe) => stripe.transfers.listReversals(transfer));
    if (reversals.some(({ metadata }) => metadata?.[METADATA.dispute] === disputeId)) return;
    const feeCents = Math.round(((charge.application_fee_amount ?? 0) * amountCents) / charge.amount);
    const params = { amount: amountCents - feeCents, metadata: { [METADATA.dispute]: disputeId } };
    try {
      await api.call(objects.onlyId, (stripe) =>
        stripe.transfers.createReversal(transfer, params, { idempotencyKey: `dispute:${disputeId}` }),
      );
    } catch (error) {
      // Such as when the account's balance does not cover it. The dispute is lost all the same.
      if (!(error instanceof ProviderRefused)) throw error;
    }
  }

  async function factsOf(paymentId: string): Promise<readonly ProviderFact[]> {
    const facts = await reader.ofPayment(paymentId);
    for (const fact of facts) {
      if (fact.kind === 'dispute' && fact.status === 'lost') {
        await reverseTransfer(paymentId, fact.disputeId, fact.amountCents);
      }
    }
    return facts;
  }

  return {
    factsOf,
    async submitEvidence(disputeId, evidence) {
      const { payment_intent: paymentId } = await api.call(objects.dispute, (stripe) =>
        stripe.disputes.update(disputeId, { evidence: { uncategorized_text: evidence }, submit: true }),
      );
      return paymentId === null ? [] : factsOf(paymentId);
    },
  };
}
