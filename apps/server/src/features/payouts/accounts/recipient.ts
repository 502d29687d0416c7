/** The account that a creator's payouts are sent to. */
import type { UserId } from '@tributary/contracts/shared';
import type { ProviderName } from '#features/payments/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { findAccountsOf } from './provider-accounts.repo.ts';

export interface Recipient {
  readonly provider: ProviderName;
  readonly account: string;
  readonly isReady: boolean;
  readonly payableAt: Date | null;
}

/** The account that the creator has chosen, or else the first payable one at one of these providers. */
export async function findRecipient(
  db: Reader,
  streamerId: UserId,
  senders: readonly ProviderName[],
): Promise<Recipient | null> {
  const ready = (await findAccountsOf(db, streamerId)).filter(
    ({ provider, isReady }) => isReady && senders.includes(provider),
  );
  const chosen = ready.find(({ isChosen }) => isChosen);
  const inOrder = ready.toSorted((a, b) => senders.indexOf(a.provider) - senders.indexOf(b.provider));
  return chosen ?? inOrder[0] ?? null;
}
