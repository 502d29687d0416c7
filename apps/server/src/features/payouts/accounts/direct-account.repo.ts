import type { FindDirectAccount } from '#features/payments/index.ts';
import { wasPaidOut } from '../payouts.repo.ts';
import { findAccount, isPayable } from './provider-accounts.repo.ts';

/**
 * Finds the account that payments go to directly. The platform holds payments for tickets, whose event may not take
 * place, to channels that were never paid out, and while an account is too new. A provider without payouts, such as a
 * chain, can only pay the creator.
 */
export const findDirectAccount: FindDirectAccount = async (
  db,
  { payouts },
  { provider, purpose, creatorId },
  at,
) => {
  const account = await findAccount(db, creatorId, provider);
  if (!account || !isPayable(account, at)) return null;
  const mayHold = payouts !== undefined;
  if (mayHold && (purpose === 'ticket' || !(await wasPaidOut(db, creatorId)))) return null;
  return account.account;
};
