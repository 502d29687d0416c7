import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { PaymentProvider, ProviderFact, ProviderName } from '../providers/provider.ts';
import type { Checkout } from './checkout.ts';

/** Finds the creator's account that payments go to directly; null: the platform holds the payments. */
export type FindDirectAccount = (
  db: Reader,
  provider: PaymentProvider,
  checkout: Pick<Checkout, 'provider' | 'purpose'> & { readonly creatorId: UserId },
  at: Date,
) => Promise<string | null>;

type Fact<Kind extends ProviderFact['kind']> = Extract<ProviderFact, { kind: Kind }>;

/** Accounts of creators at providers, and payouts to them, which a later feature implements. */
export interface CreatorAccounts {
  readonly findDirect: FindDirectAccount;
  /** The account that a creator has connected. */
  find(db: Reader, creatorId: UserId, provider: ProviderName): Promise<string | null>;
  /** Applies a payout's state that a provider has reported. */
  applyPayout(tx: Writer, provider: ProviderName, fact: Fact<'payout'>): Promise<void>;
  /** Applies an account's state that a provider has reported. @param asOf as in `Settlement` */
  applyAccount(tx: Writer, provider: ProviderName, fact: Fact<'account'>, asOf: Date): Promise<void>;
}
