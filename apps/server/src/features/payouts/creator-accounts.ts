/** Implements the ports of payments for creators' accounts and payouts. */
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { PaymentsFeature } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { findDirectAccount } from './accounts/direct-account.repo.ts';
import { createPayoutNotices, type PayoutNotices } from './accounts/payout-notices.service.ts';
import { findAccount } from './accounts/provider-accounts.repo.ts';
import { createPayoutSettlement, type PayoutSettlement } from './payout-settlement.service.ts';

interface Options {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly payments: Pick<PaymentsFeature, 'useAccounts' | 'providers'>;
  readonly now: () => Date;
}

export function connectAccounts({ payments, ...options }: Options): {
  readonly payoutNotices: PayoutNotices;
  readonly payouts: PayoutSettlement;
} {
  const payoutNotices = createPayoutNotices({ ...options, providers: payments.providers });
  const payouts = createPayoutSettlement({ ...options, payoutNotices });
  payments.useAccounts({
    ...payouts.facts,
    findDirect: findDirectAccount,
    find: async (db, creatorId, provider) => (await findAccount(db, creatorId, provider))?.account ?? null,
  });
  return { payoutNotices, payouts };
}
