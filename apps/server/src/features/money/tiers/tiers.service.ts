/** Subscription tiers as the public sees them, and subscriptions. */
import type {
  OwnSubscription,
  Subscriber,
  SubscriberFilter,
  SubscriberSort,
  Tier,
  UserId,
} from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import { moneyErrors } from '../money.errors.ts';
import { BY_AGE, newestFirst, type Page, type PageRequest, readPage, type Sorting } from '../pages.repo.ts';
import { idsOf, personIn } from '../people.ts';
import { tierErrors } from './tiers.errors.ts';
import * as repo from './tiers.repo.ts';

export interface Tiers {
  /** What a channel offers, in its order. @throws AppError `streamer_not_found` */
  of(username: string): Promise<{ tiers: Tier[] }>;
  /** @throws AppError `tier_not_found`, also for another creator's; `cursor_invalid` */
  subscribers(
    creatorId: UserId,
    tierId: string,
    request: SubscriberFilter & PageRequest,
  ): Promise<Page<Subscriber>>;
  subscriptions(userId: UserId, cursor?: string): Promise<Page<OwnSubscription>>;
}

interface TiersOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
}

const SORTINGS: Readonly<Record<SubscriberSort, Sorting<repo.StoredSubscription>>> = {
  createdAt: BY_AGE,
  currentPeriodEnd: {
    column: 's.current_period_end',
    keySchema: timestampKey,
    keyOf: ({ currentPeriodEnd, id }) => [currentPeriodEnd.toISOString(), id],
  },
};

export function createTiers({ db, channels }: TiersOptions): Tiers {
  return {
    async of(username) {
      const creator = await channels.summaryByUsername(username);
      if (!creator) throw moneyErrors.streamer_not_found();
      return { tiers: await db.read((reader) => repo.findOffered(reader, creator.id)) };
    },
    async subscribers(creatorId, tierId, request) {
      const owned = await db.read((reader) => repo.ownsTier(reader, creatorId, tierId));
      if (!owned) throw tierErrors.tier_not_found();
      const { items, next } = await readPage(SORTINGS[request.sort], request, (slice) =>
        db.read((reader) => repo.findSubscribers(reader, tierId, request.status, slice)),
      );
      const people = await channels.summaries(idsOf(items, ({ userId }) => userId));
      const toItem = (row: repo.StoredSubscription) => ({
        ...common(row),
        subscriber: personIn(people, row.userId),
      });
      return { items: items.map(toItem), next };
    },
    async subscriptions(userId, cursor) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => repo.findSubscriptions(reader, userId, slice)),
      );
      const streamers = await channels.summaries(idsOf(items, ({ creatorId }) => creatorId));
      const toItem = (row: repo.StoredOwnSubscription) => ({
        ...common(row),
        price: row.price,
        currency: row.currency,
        tier: { id: row.tierId, name: row.tierName, benefits: row.benefits },
        streamer: personIn(streamers, row.creatorId),
      });
      return { items: items.map(toItem), next };
    },
  };
}

function common(row: repo.StoredSubscription) {
  const { id, status, billingCycle } = row;
  return {
    id,
    status,
    billingCycle,
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    trialEnd: row.trialEnd?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
