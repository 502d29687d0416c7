/** Composes providers, checkouts, webhooks and settlement. Later features add purposes and payouts. */
import { hkdfSync } from 'node:crypto';
import type { Purpose } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { JobRegistration, Jobs } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { findMoneyMode } from './charges/money-mode.repo.ts';
import { createCheckoutBudgets } from './checkouts/checkout-budgets.ts';
import { type CheckoutCookies, createCheckoutCookies } from './checkouts/checkout-cookie.ts';
import { checkoutJobs } from './checkouts/checkouts.jobs.ts';
import { type Checkouts, createCheckouts } from './checkouts/checkouts.service.ts';
import type { CreatorAccounts } from './checkouts/creator-accounts.ts';
import { createOpening, type OpenCheckout } from './checkouts/opening.service.ts';
import type { PurposeHandler } from './checkouts/purpose.ts';
import type { Settlement } from './checkouts/settlement.ts';
import { type CryptoPayments, createCryptoPayments } from './crypto/crypto-payments.service.ts';
import {
  createProviders,
  DEFINITIONS,
  type Providers,
  type ProvidersOptions,
} from './providers/providers.ts';
import { createSandbox, type Sandbox } from './providers/sandbox/sandbox.ts';
import type { WebhookTransport } from './providers/sandbox/sandbox-webhooks.ts';
import { openCorrectionsJob } from './settlement/open-corrections.ts';
import { pollingJob } from './settlement/provider-polling.ts';
import { createRefundRequests, type RefundRequests } from './settlement/refund-requests.service.ts';
import { createRefundSending } from './settlement/refund-sending.service.ts';
import { createSettlement } from './settlement/settlement.service.ts';
import { purgeOldWebhooks } from './webhooks/webhooks.jobs.ts';
import { createWebhooks, type Webhooks } from './webhooks/webhooks.service.ts';

export interface PaymentsOptions extends Pick<ProvidersOptions, 'variables' | 'definitions'> {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly sharedState: SharedState;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly emailOf: (userId: UserId) => Promise<string | null>;
  readonly publicUrl: string;
  /** The instance's secret, from which keys for signing and encryption are derived. */
  readonly secret: string;
  /** Whether test money is accepted while no real provider is set up. */
  readonly acceptsTestMoney: boolean;
  /** Delivers the sandbox's webhooks to this instance. */
  readonly sandboxTransport: WebhookTransport;
  readonly now: () => Date;
}

export interface Payments {
  /** Adds a purpose of checkouts. */
  addPurpose(handler: PurposeHandler): void;
  /** Sets the accounts of creators, and payouts to them. */
  useAccounts(accounts: CreatorAccounts): void;
  readonly open: OpenCheckout;
  readonly checkouts: Checkouts;
  readonly cookies: CheckoutCookies;
  readonly crypto: CryptoPayments;
  readonly webhooks: Webhooks;
  readonly providers: Providers;
  readonly refunds: RefundRequests;
  readonly settlement: Settlement;
  /** Null where test money is not accepted. */
  readonly sandbox: Sandbox | null;
  readonly jobs: readonly JobRegistration[];
}

export function createPaymentsService(options: PaymentsOptions): Payments {
  const { db, jobs, publicUrl, secret, now } = options;
  const handlers = new Map<Purpose, PurposeHandler>();
  let added: CreatorAccounts | null = null;
  const accounts = (): CreatorAccounts => {
    if (!added) throw new Error('No feature has set the accounts of creators. Call useAccounts first.');
    return added;
  };
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
  const settlement = createSettlement({ handlers, refunds, accounts });
  const parts = { ...options, handlers, providers, settlement, accounts };
  const webhooks = createWebhooks(parts);
  const checkouts = createCheckouts(parts);
  return {
    addPurpose: (handler) => void handlers.set(handler.purpose, handler),
    useAccounts(known) {
      added = known;
    },
    open: createOpening({
      ...parts,
      budgets: createCheckoutBudgets(options.sharedState),
      findDirectAccount: (...about) => accounts().findDirect(...about),
    }),
    checkouts,
    crypto: createCryptoPayments({ ...parts, checkouts }),
    cookies: createCheckoutCookies(secret, publicUrl.startsWith('https:')),
    webhooks,
    providers,
    refunds,
    settlement,
    sandbox,
    jobs: [
      webhooks.job,
      purgeOldWebhooks(db, now),
      ...createRefundSending({ ...parts, refunds }),
      openCorrectionsJob(parts),
      pollingJob(parts),
      ...checkoutJobs(db, checkouts, now),
      ...(sandbox?.jobs ?? []),
    ],
  };
}
