/** Payouts: creators' balances, accounts and payouts, and the receipts of payers. */
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { PaymentsFeature } from '#features/payments/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { cryptoAccountRoutes } from './accounts/crypto-accounts.routes.ts';
import { createCryptoAccounts } from './accounts/crypto-accounts.service.ts';
import { createPayoutAccounts } from './accounts/payout-accounts.service.ts';
import { payoutNoticeMails } from './accounts/payout-notices.jobs.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { createBilling } from './billing/billing.service.ts';
import { guestReceiptMails } from './billing/guest-receipts.jobs.ts';
import { createIssuer } from './billing/receipt-issuer.ts';
import { connectAccounts } from './creator-accounts.ts';
import { earningRoutes } from './earnings/earnings.routes.ts';
import { createEarnings } from './earnings/earnings.service.ts';
import { payoutOpeningJobs } from './openings/payout-openings.jobs.ts';
import { createPayoutOpenings } from './openings/payout-openings.service.ts';
import { payoutAccountChanged, payoutSettled } from './payouts.notifications.ts';
import { payoutRoutes } from './payouts.routes.ts';
import { createPayouts as createPayoutsService } from './payouts.service.ts';
import { payoutsUserData } from './payouts-user-data.ts';
import { statementRoutes } from './statements/statements.routes.ts';
import { createStatements } from './statements/statements.service.ts';
import { payoutTransfers } from './transfers/payout-transfers.service.ts';

export { mailGuestReceipt } from './billing/guest-receipts.jobs.ts';
export { sumNet as netBetween } from './earnings/earnings.repo.ts';
export { requestPayout, settlePayout } from './payout-requests.service.ts';
export { lockWithdrawable } from './withdrawable.repo.ts';

export interface PayoutsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly users: Pick<Users, 'find'>;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly payments: Pick<PaymentsFeature, 'useAccounts' | 'providers' | 'settlement' | 'emailOf'>;
  readonly publicUrl: string;
  readonly instanceName: () => string;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export function createPayouts(options: PayoutsOptions): Feature {
  const { db, payments, now = () => new Date() } = options;
  const { providers, settlement, emailOf } = payments;
  const connected = connectAccounts({ ...options, now });
  const parts = { ...options, ...connected, providers, settlement, emailOf, now };
  const openings = createPayoutOpenings(parts);
  const issuer = createIssuer(db, options.instanceName);
  return {
    ...payoutsUserData(db, now),
    name: 'payouts',
    notifications: [payoutSettled, payoutAccountChanged],
    jobs: [
      ...payoutOpeningJobs(openings),
      payoutTransfers(parts),
      payoutNoticeMails(options),
      guestReceiptMails({ ...options, issuer }),
    ],
    routes(app) {
      const payouts = createPayoutsService(parts);
      billingRoutes(app, createBilling({ ...options, issuer }));
      statementRoutes(app, createStatements({ db, payouts, issuer }));
      const accounts = createPayoutAccounts(parts);
      payoutRoutes(app, { payouts, openings, accounts, settlement: parts.payouts }, recordExports(db));
      cryptoAccountRoutes(app, createCryptoAccounts(parts));
      earningRoutes(app, createEarnings(db, now));
    },
  };
}
