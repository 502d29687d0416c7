/** Money: payments, donations, subscription tiers, pay-per-view events, payouts and earnings. */
import { type UserId, userId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { Live } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Images } from '#platform/images/index.ts';
import type { Mailer } from '#platform/mail/index.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { adminChargeRoutes } from './admin/admin-charges.routes.ts';
import { createMoneyAdmin } from './admin/money-admin.service.ts';
import { reconciliationRoutes } from './admin/reconciliations.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { createBilling } from './billing/billing.service.ts';
import { guestReceiptMails } from './billing/guest-receipts.jobs.ts';
import { createDonationOverlays } from './donations/donation-overlays.service.ts';
import { donationPageRoutes } from './donations/donation-pages.routes.ts';
import { createDonationPages } from './donations/donation-pages.service.ts';
import { createDonationPurpose } from './donations/donation-purpose.service.ts';
import { donationRoutes } from './donations/donations.routes.ts';
import { createDonations } from './donations/donations.service.ts';
import { createDonationsTopic } from './donations/donations.topics.ts';
import { earningRoutes } from './earnings/earnings.routes.ts';
import { createEarnings } from './earnings/earnings.service.ts';
import { createEventGates } from './events/event-gates.ts';
import { eventJobs } from './events/events.jobs.ts';
import { eventRoutes } from './events/events.routes.ts';
import { createEvents } from './events/events.service.ts';
import { ownEventRoutes } from './events/own-events.routes.ts';
import { createOwnEvents } from './events/own-events.service.ts';
import { createStreamEvents } from './events/stream-event.service.ts';
import { advanceStatusesEveryMinute } from './money.jobs.ts';
import { createMoneyUserData } from './money-user-data.service.ts';
import { notificationsOfAdmins } from './notify-admins.jobs.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { createPayments, type PaymentsOptions } from './payments/payments.service.ts';
import { createPayoutAccounts } from './payouts/payout-accounts.service.ts';
import { payoutNoticeMails } from './payouts/payout-notices.jobs.ts';
import { payoutOpeningJobs } from './payouts/payout-openings.jobs.ts';
import { createPayoutOpenings } from './payouts/payout-openings.service.ts';
import { payoutRoutes } from './payouts/payouts.routes.ts';
import { createPayouts } from './payouts/payouts.service.ts';
import { statementRoutes } from './payouts/statements.routes.ts';
import { createStatements } from './payouts/statements.service.ts';
import type { OfferedMethod } from './providers/providers.ts';
import { postToInstance } from './providers/sandbox/sandbox-webhooks.ts';
import { createIssuer } from './receipt-issuer.ts';
import {
  findCoveredTiers,
  isSubscriber,
  subscribersAmong,
} from './subscriptions/entitlements/entitlements.repo.ts';
import { createStreamSubscribers } from './subscriptions/entitlements/stream-subscribers.service.ts';
import { createGiftPurpose } from './subscriptions/gifts/gift-purpose.service.ts';
import { createSubscriptionPurpose } from './subscriptions/subscription-purpose.service.ts';
import { subscriptionJobs } from './subscriptions/subscriptions.jobs.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts';
import { createSubscriptions } from './subscriptions/subscriptions.service.ts';
import { createSubscriptionsAtProvider } from './subscriptions/subscriptions-at-provider.ts';
import { refundsOfUnusedPeriods } from './subscriptions/unused/unused-periods.jobs.ts';
import { noticesOfTickets } from './tickets/ticket-notices.jobs.ts';
import { createTicketPurpose } from './tickets/ticket-purpose.service.ts';
import { refundsOfTickets } from './tickets/ticket-refunds.jobs.ts';
import { hasValidTicket } from './tickets/tickets.repo.ts';
import { ticketRoutes } from './tickets/tickets.routes.ts';
import { createTickets } from './tickets/tickets.service.ts';
import { ownTierRoutes } from './tiers/own-tiers.routes.ts';
import { createOwnTiers } from './tiers/own-tiers.service.ts';
import { findOffered } from './tiers/tiers.repo.ts';
import { tierRoutes } from './tiers/tiers.routes.ts';
import { createTiers } from './tiers/tiers.service.ts';

export type { NewCharge } from './charges/charge.ts';
export { hasPayments } from './charges/charges.repo.ts';
export { earnTickets, recordCharge, recordCharges, releasePending } from './charges/charges.service.ts';
export { openDispute } from './charges/disputes.service.ts';
export { holdingEnd } from './charges/holding.ts';
export { requestRefund, settleRefund } from './charges/refunds.service.ts';
export { donationCompleted, donationsChanged } from './donations/donations.events.ts';
export { removeDonationMessage } from './donations/donations.service.ts';
export { sumNet as netBetween } from './earnings/earnings.repo.ts';
export { checkLedger } from './ledger/check.repo.ts';
export { splitFee } from './ledger/fees.ts';
export { donationWritten, type Support, support, supported, type WrittenDonation } from './money.events.ts';
export { requestPayout, settlePayout } from './payouts/payout-requests.service.ts';
export { lockWithdrawable } from './payouts/withdrawable.repo.ts';
export { createDemoSubscription } from './providers/sandbox/sandbox-seeding.ts';

export interface MoneyOptions
  extends Pick<PaymentsOptions, 'log' | 'jobs' | 'sharedState' | 'publicUrl' | 'secret' | 'variables'> {
  readonly db: Database;
  readonly hooks: Pick<Hooks, 'run'>;
  readonly users: Pick<Users, 'find' | 'findByUsername' | 'findByEmail' | 'withRole'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly live: Pick<Live, 'addAccessPolicy' | 'planGates'>;
  /** A demo instance accepts test money. */
  readonly demo: boolean;
  /** Whether another instance accepts it, too. */
  readonly allowSandboxPayments: boolean;
  readonly processes: Pick<ProcessRegistry, 'id' | 'urlOf'>;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername' | 'streamerDataOf'>;
  readonly images: Pick<Images, 'store' | 'claim' | 'release' | 'discard'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly instanceName: string;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export interface MoneyFeature extends Feature {
  /** Those of these people who show a subscriber badge in the channel. */
  subscribersAmong(creatorId: UserId, userIds: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /** The tiers of a channel whose benefits a person has: that of their subscription, and those that cost no more. */
  coveredTiers(creatorId: UserId, userId: UserId): Promise<ReadonlySet<string>>;
  /** What a channel offers, in its order. */
  offeredTiers(creatorId: UserId): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** The ways to pay that are offered now, and for what. */
  paymentMethods(): Promise<readonly OfferedMethod[]>;
  /** Whether this program knows a way to pay of this name, offered or not. */
  hasMethod(method: string): boolean;
  /** The token in the addresses of a creator's overlays. */
  overlayToken(creatorId: UserId): Promise<string>;
  /** Whose overlays a token opens. @throws AppError `overlay_not_found` */
  overlayOwner(token: string): Promise<UserId>;
}

export function createMoney(options: MoneyOptions): MoneyFeature {
  const { db, now = () => new Date() } = options;
  const events = createEvents({ ...options, now });
  options.live.planGates(createEventGates(now));
  options.live.addAccessPolicy('event', (userId, gate) =>
    db.read((reader) => hasValidTicket(reader, gate.id, userId)),
  );
  options.live.addAccessPolicy('subscribers', (id, gate) =>
    db.read((reader) => isSubscriber(reader, id, userId.parse(gate.id), now())),
  );
  const amongSubscribers: MoneyFeature['subscribersAmong'] = (creatorId, ids) =>
    db.read((reader) => subscribersAmong(reader, creatorId, ids, now()));
  const tiers = createTiers(options);
  const { users, demo, allowSandboxPayments, processes } = options;
  const emailOf = async (userId: UserId) => (await users.find(userId))?.email ?? null;
  const payments = createPayments({
    ...options,
    handlers: [
      createDonationPurpose(options),
      createTicketPurpose(),
      createSubscriptionPurpose({ ...options, now }),
      createGiftPurpose({ ...options, now }),
    ],
    emailOf,
    acceptsTestMoney: demo || allowSandboxPayments,
    sandboxTransport: postToInstance(() => processes.urlOf(processes.id)),
    now,
  });
  const openings = createPayoutOpenings({ ...options, providers: payments.providers, now });
  const accounts = createPayoutAccounts({ ...options, ...payments, emailOf, now });
  const atProvider = createSubscriptionsAtProvider({ ...payments, db, now });
  const admin = createMoneyAdmin({ ...options, payments, now });
  const donationPages = createDonationPages({ ...options, now });
  const overlays = createDonationOverlays({ ...options, pages: donationPages });
  const donationsTopic = createDonationsTopic({ ...options, pages: donationPages });
  const userData = createMoneyUserData({ ...options, now });
  const issuer = createIssuer(db, options.instanceName);
  return {
    name: 'money',
    subscribersAmong: amongSubscribers,
    coveredTiers: (creatorId, id) => db.read((reader) => findCoveredTiers(reader, creatorId, id, now())),
    offeredTiers: async (creatorId) =>
      (await db.read((reader) => findOffered(reader, creatorId))).map(({ id, name }) => ({ id, name })),
    paymentMethods: () => payments.providers.methods(),
    hasMethod: (method) => payments.providers.purposesOf(method).length > 0,
    overlayToken: async (creatorId) => (await overlays.own(creatorId)).token,
    overlayOwner: (token) => overlays.ownerOf(token),
    jobs: [
      advanceStatusesEveryMinute(db, now),
      ...eventJobs({ ...options, now }),
      noticesOfTickets(options),
      refundsOfTickets({ ...payments, db }),
      refundsOfUnusedPeriods({ ...options, ...payments }),
      ...payoutOpeningJobs(openings),
      payoutNoticeMails(options),
      guestReceiptMails({ ...options, issuer }),
      notificationsOfAdmins(options),
      ...subscriptionJobs({ ...options, atProvider, now }),
      ...payments.jobs,
      ...admin.jobs,
    ],
    topics: [donationsTopic.topic, overlays.topic],
    subscriptions: [...donationsTopic.subscriptions, ...overlays.subscriptions],
    close: () => payments.providers.close(),
    routes(app) {
      paymentRoutes(app, db, payments, now);
      const recordExport = recordExports(db);
      adminChargeRoutes(app, admin, recordExport);
      reconciliationRoutes(app, admin.reconciliations, recordExport);
      const donations = createDonations({ ...options, ...payments, subscribersAmong: amongSubscribers, now });
      donationRoutes(app, donations, recordExport);
      donationPageRoutes(app, donationPages, overlays);
      tierRoutes(app, tiers);
      subscriptionRoutes(
        app,
        createSubscriptions({ ...options, atProvider, now }),
        createStreamSubscribers(db),
      );
      ownTierRoutes(app, createOwnTiers(db));
      eventRoutes(app, events, recordExport);
      ticketRoutes(app, createTickets({ ...options, now }));
      ownEventRoutes(app, createOwnEvents({ ...options, now }), createStreamEvents(db, now));
      const payouts = createPayouts({ ...options, providers: payments.providers, now });
      billingRoutes(app, createBilling({ ...options, issuer }));
      statementRoutes(app, createStatements({ db, payouts, issuer }));
      payoutRoutes(app, { payouts, openings, accounts, settlement: payments.payouts }, recordExport);
      earningRoutes(app, createEarnings(db, now));
    },
    exportUserData: async (userId) => ({ money: await userData.exportOf(userId) }),
    deleteUserData: (tx, userId, onCommit) => userData.onDelete(tx, userId, onCommit),
  };
}
