/** The payment page of crypto, and refunds that creators send from their wallets. */
import type { CryptoPayment, UserId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { checkoutErrors } from '../checkouts/checkouts.errors.ts';
import type { Checkouts, Holder } from '../checkouts/checkouts.service.ts';
import type { Providers } from '../providers/providers.ts';
import type { Settlement } from '../settlement/settlement.service.ts';
import { cryptoErrors } from './crypto.errors.ts';

export type CryptoPayments = ReturnType<typeof createCryptoPayments>;

export function createCryptoPayments({
  db,
  providers,
  checkouts,
  settlement,
  now,
}: {
  readonly db: Database;
  readonly providers: Pick<Providers, 'find'>;
  readonly checkouts: Pick<Checkouts, 'held'>;
  readonly settlement: Settlement;
  readonly now: () => Date;
}) {
  const findChain = async () => (await providers.find('crypto'))?.onChain ?? null;

  return {
    /** @throws AppError `checkout_not_found` */
    async page(checkoutId: string, holder: Holder): Promise<CryptoPayment> {
      const { provider, reference, description, statusPath } = await checkouts.held(checkoutId, holder);
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

    /**
     * @param isAdmin admins record refunds of every creator
     * @returns what counts as refunded by this transaction
     * @throws AppError `charge_not_found`, ProviderRefused, ProviderUnavailable
     */
    async recordRefund(
      chargeId: string,
      transactionHash: string,
      by: { readonly userId: UserId; readonly isAdmin: boolean },
    ): Promise<number> {
      const charge = await db.read((reader) => findCharge(reader, chargeId));
      const isOwn = charge?.creatorId === by.userId || by.isAdmin;
      if (charge?.provider !== 'crypto' || !isOwn) throw cryptoErrors.charge_not_found();
      const chain = await findChain();
      if (!chain) throw cryptoErrors.crypto_not_available();
      const asOf = now();
      const facts = await chain.recordRefund({ paymentId: charge.paymentId, transactionHash });
      await db.transact((tx) => settlement.apply(tx, 'crypto', facts, asOf));
      return facts.reduce((sum, fact) => sum + (fact.kind === 'refund' ? fact.amountCents : 0), 0);
    },
  };
}
