/** The payment page of crypto, and refunds that creators send from their wallets. */
import type { CryptoPayment, RefundToSend, UncreditedPayment } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { checkoutErrors } from '../checkouts/checkouts.errors.ts';
import type { Checkouts, Holder } from '../checkouts/checkouts.service.ts';
import type { CreatorAccounts } from '../checkouts/creator-accounts.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import { BY_AGE, type Page, readPage } from '../pages.repo.ts';
import type { ProviderFact } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import { cryptoErrors } from './crypto.errors.ts';
import { findToSend } from './refunds-to-send.repo.ts';
import { findUncredited } from './uncredited.repo.ts';

const UNCREDITED_MAX = 50;

export type CryptoPayments = ReturnType<typeof createCryptoPayments>;

export function createCryptoPayments({
  db,
  providers,
  checkouts,
  settlement,
  accounts,
  now,
}: {
  readonly db: Database;
  readonly providers: Pick<Providers, 'find'>;
  readonly checkouts: Pick<Checkouts, 'findHeld'>;
  readonly settlement: Settlement;
  readonly accounts: () => Pick<CreatorAccounts, 'find'>;
  readonly now: () => Date;
}) {
  const findChain = async () => (await providers.find('crypto'))?.onChain ?? null;

  /** @param creatorId the creator who sent it; null: an admin confirms it */
  async function readRefund(chargeId: string, transactionHash: string, creatorId: UserId | null) {
    const charge = await db.read((reader) => findCharge(reader, chargeId));
    if (charge?.provider !== 'crypto' || (creatorId !== null && charge.creatorId !== creatorId))
      throw cryptoErrors.charge_not_found();
    const { paymentId, creatorId: recipientId } = charge;
    const chain = await findChain();
    if (!chain) throw cryptoErrors.crypto_not_available();
    const account =
      recipientId && (await db.read((reader) => accounts().find(reader, recipientId, 'crypto')));
    const asOf = now();
    const isConfirmedByAdmin = creatorId === null;
    const facts = await chain.recordRefund({ paymentId, transactionHash, account, isConfirmedByAdmin });
    return { facts, asOf };
  }

  return {
    /** @throws AppError `checkout_not_found` */
    async page(checkoutId: string, holder: Holder): Promise<CryptoPayment> {
      const { provider, reference, description, statusPath } = await checkouts.findHeld(checkoutId, holder);
      const chain = provider === 'crypto' && reference !== null ? await findChain() : null;
      const payment = chain && reference !== null ? await chain.paymentOf(reference) : null;
      if (!payment) throw checkoutErrors.checkout_not_found();
      const query = new URLSearchParams({ checkout: checkoutId });
      return {
        ...payment,
        description,
        expiresInMs: new Date(payment.expiresAt).getTime() - now().getTime(),
        returnPath: `${statusPath}${statusPath.includes('?') ? '&' : '?'}${query}`,
      };
    },

    /** Refunds that a creator has to send from their wallet, oldest first. @throws AppError `cursor_invalid` */
    async refundsToSend(creatorId: UserId, cursor: string | undefined): Promise<Page<RefundToSend>> {
      const { items, next } = await readPage(BY_AGE, { order: 'asc', cursor }, (slice) =>
        db.read((reader) => findToSend(reader, creatorId, slice)),
      );
      const chain = await findChain();
      const refunds = items.map(async ({ paymentId, amountCents, paidAt, requestedAt, ...refund }) => ({
        ...refund,
        amount: amountCents,
        paidAt: paidAt.toISOString(),
        requestedAt: requestedAt.toISOString(),
        onChain: chain && (await chain.refundOf(paymentId, amountCents)),
      }));
      return { items: await Promise.all(refunds), next };
    },

    /** Payments that arrived at a creator's wallet too late or in part, so that they were not credited. */
    async uncredited(creatorId: UserId): Promise<UncreditedPayment[]> {
      const rows = await db.read((reader) => findUncredited(reader, creatorId, UNCREDITED_MAX));
      const chain = await findChain();
      const payments = rows.map(async ({ openedAt, ...row }) => {
        const payment = (await chain?.paymentOf(row.id)) ?? null;
        return (
          payment && {
            ...row,
            openedAt: openedAt.toISOString(),
            chain: payment.chain,
            address: payment.address,
            received: payment.received.map(({ token, amount }) => ({ token, amount })),
          }
        );
      });
      return (await Promise.all(payments)).filter((payment) => payment !== null);
    },

    /**
     * @returns the amount that this transaction refunds, in minor units
     * @throws AppError `charge_not_found` also for charges of other creators, ProviderRefused, ProviderUnavailable
     */
    async recordRefund(creatorId: UserId, chargeId: string, transactionHash: string): Promise<number> {
      const { facts, asOf } = await readRefund(chargeId, transactionHash, creatorId);
      await db.transact((tx) => settlement.apply(tx, 'crypto', facts, asOf));
      return refundedCents(facts);
    },

    /**
     * Records a refund as `recordRefund` does, for any creator and from any address.
     * @param reason for the audit log
     * @returns the amount that this transaction refunds, in minor units
     */
    async confirmRefund(
      by: Actor,
      chargeId: string,
      transactionHash: string,
      reason: string,
    ): Promise<number> {
      const { facts, asOf } = await readRefund(chargeId, transactionHash, null);
      const refunded = refundedCents(facts);
      await db.transact(async (tx) => {
        await settlement.apply(tx, 'crypto', facts, asOf);
        await audit(tx, {
          by,
          action: 'charge.crypto_refund_confirmed',
          kind: 'charge',
          id: chargeId,
          reason,
          after: { transactionHash, refunded },
        });
      });
      return refunded;
    },
  };
}

const refundedCents = (facts: readonly ProviderFact[]): number =>
  facts.reduce((sum, fact) => sum + (fact.kind === 'refund' ? fact.amountCents : 0), 0);
