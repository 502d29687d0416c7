/** Accounts for crypto payments: an extended public key of the creator's wallet. */
import type { UserId } from '@tributary/contracts/shared';
import {
  cryptoErrors,
  type OnChainPayments,
  ProviderRefused,
  type Providers,
} from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { isUniqueViolation } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { PayoutNotices } from './payout-notices.service.ts';
import { findAccount, linkAccount, unlinkAccount } from './provider-accounts.repo.ts';

export type CryptoAccounts = ReturnType<typeof createCryptoAccounts>;

export function createCryptoAccounts({
  db,
  providers,
  payoutNotices,
  now,
}: {
  readonly db: Database;
  readonly providers: Pick<Providers, 'find'>;
  readonly payoutNotices: PayoutNotices;
  readonly now: () => Date;
}) {
  async function findChain(): Promise<OnChainPayments | null> {
    return (await providers.find('crypto'))?.onChain ?? null;
  }

  /** @throws AppError `crypto_not_available`, `crypto_key_invalid` */
  async function addressesOf(extendedPublicKey: string): Promise<readonly string[]> {
    const chain = (await findChain()) ?? fail();
    try {
      return chain.addressesOf(extendedPublicKey);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      throw new AppError('crypto_key_invalid', 'invalid', error.text).at('/extendedPublicKey');
    }
  }

  const fail = (): never => {
    throw cryptoErrors.crypto_not_available();
  };

  return {
    addressesOf,
    async of(creatorId: UserId) {
      const chain = await findChain();
      const linked = await db.read((reader) => findAccount(reader, creatorId, 'crypto'));
      return {
        isAvailable: chain !== null,
        addresses: chain && linked ? [...chain.addressesOf(linked.account)] : null,
      };
    },
    /**
     * @param firstAddress the address that the creator has compared with the wallet
     * @throws AppError, also `crypto_address_differs`, `crypto_account_taken`
     */
    async link(creatorId: UserId, extendedPublicKey: string, firstAddress: string): Promise<void> {
      const [first] = await addressesOf(extendedPublicKey);
      if (first !== firstAddress) throw cryptoErrors.crypto_address_differs();
      const account = extendedPublicKey.trim();
      const asOf = now();
      const state = { provider: 'crypto', account, isReady: true, requirements: [], asOf } as const;
      const connect = db.transact(async (tx) => {
        const known = await findAccount(tx, creatorId, 'crypto');
        await linkAccount(tx, creatorId, state);
        if (known?.account === account) return;
        await payoutNotices.send(tx, creatorId, { kind: 'wallet_connected', address: firstAddress }, asOf);
      });
      await connect.catch((error: unknown) => {
        throw isUniqueViolation(error) ? cryptoErrors.crypto_account_taken() : error;
      });
    },
    /** Disconnects the wallet. Idempotent. Open checkouts can still be paid. */
    unlink: (creatorId: UserId) =>
      db.transact(async (tx) => {
        if (!(await unlinkAccount(tx, creatorId, 'crypto'))) return;
        await payoutNotices.send(tx, creatorId, { kind: 'wallet_disconnected' }, now());
      }),
  };
}
