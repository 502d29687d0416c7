/** Payments: providers, checkouts, webhooks and settlement together. They know no purpose; handlers are given to them. */
import { hkdfSync } from 'node:crypto';
import type { UserId } from '@tributary/contracts/shared';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { JobRegistration, Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { findMoneyMode } from '../charges/money-mode.repo.ts';
import { createCheckoutBudgets } from '../checkouts/checkout-budgets.ts';
import { type CheckoutCookies, createCheckoutCookies } from '../checkouts/checkout-cookie.ts';
import { checkoutJobs } from '../checkouts/checkouts.jobs.ts';
import { type Checkouts, createCheckouts } from '../checkouts/checkouts.service.ts';
import { createOpening, type OpenCheckout } from '../checkouts/opening.service.ts';
import { type PurposeHandler, purposeHandlers } from '../checkouts/purpose.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import { type CryptoAccounts, createCryptoAccounts } from '../crypto/crypto-accounts.service.ts';
import { type CryptoPayments, createCryptoPayments } from '../crypto/crypto-payments.service.ts';
import { findDirectAccount } from '../payouts/direct-account.repo.ts';
import { createPayoutNotices, type PayoutNotices } from '../payouts/payout-notices.service.ts';
import { createPayoutSettlement, type PayoutSettlement } from '../payouts/payout-settlement.service.ts';
import { payoutTransfers } from '../payouts/payout-transfers.service.ts';
import {
  createProviders,
  DEFINITIONS,
  type Providers,
  type ProvidersOptions,
} from '../providers/providers.ts';
import { createSandbox, type Sandbox } from '../providers/sandbox/sandbox.ts';
import type { WebhookTransport } from '../providers/sandbox/sandbox-webhooks.ts';
import { openCorrectionsJob } from '../settlement/open-corrections.ts';
import { pollingJob } from '../settlement/provider-polling.ts';
import { createRefundRequests, type RefundRequests } from '../settlement/refund-requests.service.ts';
import { createRefundSending } from '../settlement/refund-sending.service.ts';
import { createSettlement } from '../settlement/settlement.service.ts';
import { purgeOldWebhooks } from '../webhooks/webhooks.jobs.ts';
import { createWebhooks, type Webhooks } from '../webhooks/webhooks.service.ts';

export interface PaymentsOptions extends Pick<ProvidersOptions, 'variables' | 'definitions'> {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly sharedState: SharedState;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly handlers: readonly PurposeHandler[];
  readonly emailOf: (userId: UserId) => Promise<string | null>;
  readonly publicUrl: string;
  /** The instance's; keys for signing and encryption are derived from it. */
  readonly secret: string;
  /** Whether test money is accepted while no real provider is set up. */
  readonly acceptsTestMoney: boolean;
  /** How the sandbox reaches this instance. */
  readonly sandboxTransport: WebhookTransport;
  readonly now: () => Date;
}

export interface Payments {
  readonly open: OpenCheckout;
  readonly checkouts: Checkouts;
  readonly cookies: CheckoutCookies;
  readonly crypto: CryptoPayments;
  readonly cryptoAccounts: CryptoAccounts;
  readonly webhooks: Webhooks;
  readonly providers: Providers;
  readonly refunds: RefundRequests;
  readonly payouts: PayoutSettlement;
  readonly payoutNotices: PayoutNotices;
  readonly settlement: Settlement;
  /** Null where test money is not accepted. */
  readonly sandbox: Sandbox | null;
  readonly jobs: readonly JobRegistration[];
}

export function createPayments(options: PaymentsOptions): Payments {
  const { db, jobs, publicUrl, secret, now } = options;
  const handlers = purposeHandlers(options.handlers);
  const sandbox = options.acceptsTestMoney
    ? createSandbox({
        ...options,
        secret: Buffer.from(hkdfSync('sha256', secret, '', 'sandbox webhooks', 32)).toString('base64url'),
        transport: options.sandboxTransport,
        imitated: options.definitions ?? DEFINITIONS,
      })
    : null;
  const providers = createProviders({
    ...options,
    sandbox: sandbox?.provider ?? null,
    moneyMode: () => db.read(findMoneyMode),
  });
  const refunds = createRefundRequests({ jobs, handlers, now });
  const payoutNotices = createPayoutNotices({ ...options, providers });
  const payouts = createPayoutSettlement({ ...options, payoutNotices });
  const settlement = createSettlement({ handlers, refunds, payouts: payouts.facts });
  const parts = { ...options, handlers, providers, settlement, payouts, payoutNotices };
  const webhooks = createWebhooks(parts);
  const checkouts = createCheckouts(parts);
  return {
    open: createOpening({
      ...parts,
      budgets: createCheckoutBudgets(options.sharedState),
      findDirectAccount,
    }),
    checkouts,
    crypto: createCryptoPayments({ ...parts, checkouts }),
    cryptoAccounts: createCryptoAccounts(parts),
    cookies: createCheckoutCookies(secret, publicUrl.startsWith('https:')),
    webhooks,
    providers,
    refunds,
    payouts,
    payoutNotices,
    settlement,
    sandbox,
    jobs: [
      webhooks.job,
      purgeOldWebhooks(db, now),
      ...createRefundSending({ ...parts, refunds }),
      openCorrectionsJob(parts),
      pollingJob(parts),
      ...checkoutJobs(db, checkouts, now),
      payoutTransfers(parts),
      ...(sandbox?.jobs ?? []),
    ],
  };
}
