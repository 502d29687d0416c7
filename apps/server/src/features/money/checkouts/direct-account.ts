import type { UserId } from '@tributary/contracts/shared';
import type { Reader } from '#platform/db/database.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import type { Checkout } from './checkout.ts';

/** Finds the creator's account that is paid directly; null: the platform holds what is paid. */
export type FindDirectAccount = (
  db: Reader,
  provider: PaymentProvider,
  checkout: Pick<Checkout, 'provider' | 'purpose'> & { readonly creatorId: UserId },
  at: Date,
) => Promise<string | null>;
