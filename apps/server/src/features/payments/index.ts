/** Payments: providers, checkouts and their settlement on the ledger. Later features own what is paid for. */
import type { Users } from '#features/identity/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Feature } from '#platform/feature.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import { adminChargeRoutes } from './admin/admin-charges.routes.ts';
import { createMoneyAdmin, type MoneyAdminOptions } from './admin/money-admin.service.ts';
import { reconciliationRoutes } from './admin/reconciliations.routes.ts';
import { adminMoneyTask } from './admins.notifications.ts';
import { notificationsOfAdmins } from './notify-admins.jobs.ts';
import { releaseEveryMinute } from './payments.jobs.ts';
import { paymentMetrics } from './payments.metrics.ts';
import { paymentRoutes } from './payments.routes.ts';
import { createPaymentsService, type Payments, type PaymentsOptions } from './payments.service.ts';
import { paymentsUserData } from './payments-user-data.ts';
import { postToInstance } from './providers/sandbox/sandbox-webhooks.ts';
import { refundNotMade, refundToSend } from './settlement/refunds.notifications.ts';

export { type Charge, type ChargeChange, type NewCharge, remainingCents } from './charges/charge.ts';
export { findCharge, findChargesFor, findChargesOfCheckout, hasPayments } from './charges/charges.repo.ts';
export {
  earnTickets,
  mustLock,
  recordCharge,
  recordCharges,
  releasePending,
} from './charges/charges.service.ts';
export { openDispute } from './charges/disputes.service.ts';
export { holdingEnd } from './charges/holding.ts';
export { findRefund } from './charges/refunds.repo.ts';
export { requestRefund, settleRefund } from './charges/refunds.service.ts';
export type { Checkout } from './checkouts/checkout.ts';
export { clearDonationText } from './checkouts/checkouts.repo.ts';
export type { Checkouts } from './checkouts/checkouts.service.ts';
export type { CreatorAccounts, FindDirectAccount } from './checkouts/creator-accounts.ts';
export { clearReceiptEmail, findGuestReceipt, type GuestReceipt } from './checkouts/guest-receipts.repo.ts';
export type { PurposeHandler, RefundDue } from './checkouts/purpose.ts';
export type { Settlement } from './checkouts/settlement.ts';
export { cryptoErrors } from './crypto/crypto.errors.ts';
export { lockAvailable } from './ledger/accounts.repo.ts';
export { toDecimal } from './ledger/amounts.ts';
export { closeCreator } from './ledger/close-creator.repo.ts';
export { splitFee } from './ledger/fees.ts';
export { post } from './ledger/ledger.repo.ts';
export type { Entry, Posting } from './ledger/posting.ts';
export { notifyAdmins } from './notify-admins.jobs.ts';
export {
  BY_AGE,
  idsBooked,
  newestFirst,
  type Page,
  type PageRequest,
  readPage,
  type Slice,
  type Sorting,
  selectSlice,
} from './pages.repo.ts';
export { type Support, support, supported } from './payments.events.ts';
export { type Cycle, periodAfter } from './providers/billing-period.ts';
export { ProviderRefused, ProviderUnavailable } from './providers/provider.errors.ts';
export type {
  CapturedFact,
  OnChainPayments,
  Payouts,
  ProviderFact,
  ProviderName,
  Subscriptions,
} from './providers/provider.ts';
export type { Providers } from './providers/providers.ts';
export { createDemoSubscription } from './providers/sandbox/sandbox-seeding.ts';
export type { RefundRequests } from './settlement/refund-requests.service.ts';
export { refunds } from './settlement/refunds.notifications.ts';

export interface PaymentsFeatureOptions
  extends Omit<PaymentsOptions, 'emailOf' | 'acceptsTestMoney' | 'sandboxTransport' | 'now'>,
    Omit<MoneyAdminOptions, 'payments' | 'now'> {
  readonly users: Pick<Users, 'find' | 'withRole'> & MoneyAdminOptions['users'];
  /** Whether this is a demo instance, which accepts test money. */
  readonly demo: boolean;
  /** Whether an instance that is no demo accepts test money, too. */
  readonly allowSandboxPayments: boolean;
  readonly processes: Pick<ProcessRegistry, 'id' | 'urlOf'>;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export interface PaymentsFeature
  extends Feature,
    Pick<
      Payments,
      'addPurpose' | 'useAccounts' | 'providers' | 'refunds' | 'settlement' | 'checkouts' | 'open'
    > {
  /** Whether this program knows a payment method of this name, offered or not. */
  hasMethod(method: string): boolean;
  emailOf: PaymentsOptions['emailOf'];
}

export function createPayments(options: PaymentsFeatureOptions): PaymentsFeature {
  const { db, users, demo, allowSandboxPayments, processes, now = () => new Date() } = options;
  const emailOf: PaymentsOptions['emailOf'] = async (userId) => (await users.find(userId))?.email ?? null;
  const payments = createPaymentsService({
    ...options,
    emailOf,
    acceptsTestMoney: demo || allowSandboxPayments,
    sandboxTransport: postToInstance(() => processes.urlOf(processes.id)),
    now,
  });
  const admin = createMoneyAdmin({ ...options, payments, now });
  return {
    ...payments,
    ...paymentsUserData(db, options.jobs),
    name: 'payments',
    metrics: paymentMetrics(db),
    notifications: [refundToSend, refundNotMade, adminMoneyTask],
    emailOf,
    hasMethod: (method) => payments.providers.purposesOf(method).length > 0,
    jobs: [releaseEveryMinute(db, now), notificationsOfAdmins(options), ...payments.jobs, ...admin.jobs],
    close: () => payments.providers.close(),
    routes(app) {
      paymentRoutes(app, db, payments, now);
      const recordExport = recordExports(db);
      adminChargeRoutes(app, admin, recordExport);
      reconciliationRoutes(app, admin.reconciliations, recordExport);
    },
  };
}
