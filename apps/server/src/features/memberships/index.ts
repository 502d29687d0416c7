/** Memberships: the tiers of channels, subscriptions to them and gifts. */
import { type UserId, userId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { Live } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { PaymentsFeature } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Hooks } from '#platform/hooks.ts';
import { advanceEveryMinute } from './memberships.jobs.ts';
import { membershipsUserData } from './memberships-user-data.ts';
import {
  findCoveredTiers,
  isSubscriber,
  subscribersAmong,
} from './subscriptions/entitlements/entitlements.repo.ts';
import { createStreamSubscribers } from './subscriptions/entitlements/stream-subscribers.service.ts';
import { createGiftPurpose } from './subscriptions/gifts/gift-purpose.service.ts';
import { createSubscriptionPurpose } from './subscriptions/subscription-purpose.service.ts';
import { type SubscriptionJobsOptions, subscriptionJobs } from './subscriptions/subscriptions.jobs.ts';
import {
  giftReceived,
  subscribed,
  unusedPeriodRefunded,
} from './subscriptions/subscriptions.notifications.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts';
import { createSubscriptions } from './subscriptions/subscriptions.service.ts';
import { createSubscriptionsAtProvider } from './subscriptions/subscriptions-at-provider.ts';
import { refundsOfUnusedPeriods } from './subscriptions/unused/unused-periods.jobs.ts';
import { ownTierRoutes } from './tiers/own-tiers.routes.ts';
import { createOwnTiers } from './tiers/own-tiers.service.ts';
import { findOffered } from './tiers/tiers.repo.ts';
import { tierRoutes } from './tiers/tiers.routes.ts';
import { createTiers } from './tiers/tiers.service.ts';

export { sumSimplyReserved } from './subscriptions/unused/reserved.repo.ts';
export { reservedCents } from './subscriptions/unused/reserved.ts';
export { findPaidPeriods } from './subscriptions/unused/unused-periods.repo.ts';

export interface MembershipsOptions extends Omit<SubscriptionJobsOptions, 'atProvider' | 'now'> {
  readonly db: Database;
  readonly hooks: Pick<Hooks, 'run'>;
  readonly users: Pick<Users, 'find' | 'findByUsername'>;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly live: { readonly playback: Pick<Live['playback'], 'addAccessPolicy'> };
  readonly payments: Pick<PaymentsFeature, 'addPurpose' | 'providers' | 'refunds' | 'settlement'>;
  /** Tests set the clock. */
  readonly now?: () => Date;
}

export interface MembershipsFeature extends Feature {
  /** The people among these who show a subscriber badge in the channel. */
  subscribersAmong(creatorId: UserId, userIds: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /**
   * The tiers of a channel whose benefits a person has: the one that they subscribe to, and those that cost no more.
   */
  coveredTiers(creatorId: UserId, userId: UserId): Promise<ReadonlySet<string>>;
  /** The offered tiers of a channel, in its order. */
  offeredTiers(creatorId: UserId): Promise<readonly { readonly id: string; readonly name: string }[]>;
}

export function createMemberships(options: MembershipsOptions): MembershipsFeature {
  const { db, live, payments, now = () => new Date() } = options;
  live.playback.addAccessPolicy('subscribers', (id, gate) =>
    db.read((reader) => isSubscriber(reader, id, userId.parse(gate.id), now())),
  );
  payments.addPurpose(createSubscriptionPurpose({ ...options, now }));
  payments.addPurpose(createGiftPurpose({ ...options, now }));
  const atProvider = createSubscriptionsAtProvider({ ...payments, db, now });
  return {
    ...membershipsUserData({ ...options, now }),
    name: 'memberships',
    notifications: [subscribed, giftReceived, unusedPeriodRefunded],
    subscribersAmong: (creatorId, ids) =>
      db.read((reader) => subscribersAmong(reader, creatorId, ids, now())),
    coveredTiers: (creatorId, id) => db.read((reader) => findCoveredTiers(reader, creatorId, id, now())),
    offeredTiers: async (creatorId) =>
      (await db.read((reader) => findOffered(reader, creatorId))).map(({ id, name }) => ({ id, name })),
    jobs: [
      advanceEveryMinute(db, now),
      refundsOfUnusedPeriods({ ...options, refunds: payments.refunds }),
      ...subscriptionJobs({ ...options, atProvider, now }),
    ],
    routes(app) {
      tierRoutes(app, createTiers(options));
      subscriptionRoutes(
        app,
        createSubscriptions({ ...options, atProvider, now }),
        createStreamSubscribers(db),
      );
      ownTierRoutes(app, createOwnTiers(db));
    },
  };
}
