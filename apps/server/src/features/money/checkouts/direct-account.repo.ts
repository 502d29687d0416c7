/** Whether a payment goes to the creator's own account at once. */
import type { UserId } from '@tributary/contracts';
import type { Reader } from '#platform/db/database.ts';
import { wasPaidOut } from '../payouts/payouts.repo.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { findAccount, isPayable } from '../settlement/provider-accounts.repo.ts';
import type { Checkout } from './checkout.ts';

/**
 * The creator's account that is paid directly; null: the platform holds what is paid. It does for tickets, whose event
 * may not take place, for channels that were never paid out, and while an account is too new. A provider that pays
 * nothing out, such as a chain, can only pay the creator.
 */
export async function findDirectAccount(
  db: Reader,
  { payouts }: PaymentProvider,
  { provider, purpose, creatorId }: Pick<Checkout, 'provider' | 'purpose'> & { readonly creatorId: UserId },
  at: Date,
): Promise<string | null> {
  const account = await findAccount(db, creatorId, provider);
  if (!account || !isPayable(account, at)) return null;
  const mayHold = payouts !== undefined;
  if (mayHold && (purpose === 'ticket' || !(await wasPaidOut(db, creatorId)))) return null;
  return account.account;
}
