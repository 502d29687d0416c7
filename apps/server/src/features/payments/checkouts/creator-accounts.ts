import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { PaymentProvider, ProviderFact, ProviderName } from '../providers/provider.ts';
import type { Checkout } from './checkout.ts';

/** Finds the creator's account that is paid directly; null: the platform holds what is paid. */
export type FindDirectAccount = (
  db: Reader,
  provider: PaymentProvider,
  checkout: Pick<Checkout, 'provider' | 'purpose'> & { readonly creatorId: UserId },
  at: Date,
) => Promise<string | null>;

type Fact<Kind extends ProviderFact['kind']> = Extract<ProviderFact, { kind: Kind }>;

/** What payments asks of the feature that knows creators' accounts at providers and pays out to them. */
export interface CreatorAccounts {
  readonly findDirect: FindDirectAccount;
  /** The account that a creator has connected. */
  find(db: Reader, creatorId: UserId, provider: ProviderName): Promise<string | null>;
  /** A provider has reported what became of a payout. */
  applyPayout(tx: Writer, provider: ProviderName, fact: Fact<'payout'>): Promise<void>;
  /** A provider has reported the state of an account. @param asOf as in `Settlement` */
  applyAccount(tx: Writer, provider: ProviderName, fact: Fact<'account'>, asOf: Date): Promise<void>;
}
