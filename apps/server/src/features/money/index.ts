/** Money: what streamers offer and what was given for it. Read only: no payment provider is connected. */
import type { Channels } from '#features/channels/index.ts';
import { recordExports } from '#platform/audit/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import { createBooks } from './books.ts';
import { createDonations } from './donations.service.ts';
import { createEarnings } from './earnings.service.ts';
import { createEvents, type PpvEvents } from './events.service.ts';
import { exportRoutes } from './exports.routes.ts';
import { moneyRoutes } from './money.routes.ts';
import { createPayouts } from './payouts.service.ts';
import { createTiers, type Tiers } from './tiers.service.ts';

export { sumNet as netBetween } from './earnings.repo.ts';
export { divide, divideTickets } from './fees.ts';

export interface MoneyOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername' | 'streamerDataOf'>;
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
  const books = createBooks(db);
  const events = createEvents(options);
  const tiers = createTiers(options);
  const parts = {
    donations: createDonations(options),
    earnings: createEarnings(db, now),
    events,
    payouts: createPayouts(db, channels),
    tiers,
  };
  return {
    name: 'money',
    tiersOf: (username) => tiers.of(username),
    upcomingEventsOf: (username, cursor) => events.upcomingOf(username, cursor),
    eventById: (id) => events.byId(id),
    routes(app) {
      moneyRoutes(app, parts);
      exportRoutes(app, { ...parts, recordExport: recordExports(db) });
    },
    exportUserData: async (userId) => ({ money: await books.exportOf(userId) }),
    deleteUserData: (tx, userId) => books.onDelete(tx, userId),
  };
}
