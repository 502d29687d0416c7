/** Money: donations, subscription tiers, pay-per-view events, payouts and earnings. Only time changes them: no payment provider is connected. */
import type { Channels } from '#features/channels/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Images } from '#platform/images/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { donationRoutes } from './donations/donations.routes.ts';
import { createDonations } from './donations/donations.service.ts';
import { earningRoutes } from './earnings/earnings.routes.ts';
import { createEarnings } from './earnings/earnings.service.ts';
import { eventJobs } from './events/events.jobs.ts';
import { eventRoutes } from './events/events.routes.ts';
import { createEvents, type PpvEvents } from './events/events.service.ts';
import { ownEventRoutes } from './events/own-events.routes.ts';
import { createOwnEvents } from './events/own-events.service.ts';
import { advanceStatusesEveryMinute } from './money.jobs.ts';
import { createMoneyUserData } from './money-user-data.service.ts';
import { payoutRoutes } from './payouts/payouts.routes.ts';
import { createPayouts } from './payouts/payouts.service.ts';
import { ticketRoutes } from './tickets/tickets.routes.ts';
import { createTickets } from './tickets/tickets.service.ts';
import { tierRoutes } from './tiers/tiers.routes.ts';
import { createTiers, type Tiers } from './tiers/tiers.service.ts';

export type { NewCharge } from './charges/charge.ts';
export { recordCharges, releaseCharges, releasePending } from './charges/charges.service.ts';
export { openDispute } from './charges/disputes.service.ts';
export { requestRefund, settleRefund } from './charges/refunds.service.ts';
export { sumNet as netBetween } from './earnings/earnings.repo.ts';
export { checkLedger } from './ledger/check.repo.ts';
export { splitFee } from './ledger/fees.ts';
export { requestPayout, settlePayout } from './payouts/payout-requests.service.ts';

export interface MoneyOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername' | 'streamerDataOf'>;
  readonly images: Pick<Images, 'store' | 'claim' | 'release' | 'discard'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly instanceName: string;
  readonly publicUrl: string;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export interface MoneyFeature extends Feature {
  /** What a channel offers. @throws AppError `streamer_not_found` */
  tiersOf: Tiers['of'];
  /** @throws AppError `streamer_not_found` */
  upcomingEventsOf: PpvEvents['upcomingOf'];
  /** @throws AppError `event_not_found` */
  eventById: PpvEvents['byId'];
}

export function createMoney(options: MoneyOptions): MoneyFeature {
  const { db, channels, now = () => new Date() } = options;
  const events = createEvents({ ...options, now });
  const tiers = createTiers(options);
  const userData = createMoneyUserData({ db, images: options.images, now });
  return {
    name: 'money',
    tiersOf: (username) => tiers.of(username),
    upcomingEventsOf: (username, cursor) => events.upcomingOf(username, cursor),
    eventById: (id) => events.byId(id),
    jobs: [advanceStatusesEveryMinute(db, now), ...eventJobs({ ...options, now })],
    routes(app) {
      const recordExport = recordExports(db);
      donationRoutes(app, createDonations(options), recordExport);
      tierRoutes(app, tiers);
      eventRoutes(app, events, recordExport);
      ticketRoutes(app, createTickets({ ...options, now }));
      ownEventRoutes(app, createOwnEvents({ ...options, now }));
      payoutRoutes(app, createPayouts(db, channels), recordExport);
      earningRoutes(app, createEarnings(db, now));
    },
    exportUserData: async (userId) => ({ money: await userData.exportOf(userId) }),
    deleteUserData: (tx, userId, onCommit) => userData.onDelete(tx, userId, onCommit),
  };
}
