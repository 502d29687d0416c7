/** Subscription tiers and subscriptions as the public, creators and subscribers see them. */
import type {
  OwnSubscription,
  OwnTier,
  Subscriber,
  SubscriberFilter,
  SubscriberSort,
  Tier,
  UserId,
} from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import { readSettings } from '#platform/settings/index.ts';
import { splitFee } from '../ledger/fees.ts';
import { moneyErrors } from '../money.errors.ts';
import { BY_AGE, newestFirst, type Page, type PageRequest, readPage, type Sorting } from '../pages.repo.ts';
import { idsOf, personIn } from '../people.ts';
import * as repo from './tiers.repo.ts';

export interface Tiers {
  /** A channel's active tiers. @throws AppError `streamer_not_found` */
  of(username: string): Promise<{ tiers: Tier[] }>;
  own(creatorId: UserId): Promise<{ tiers: OwnTier[]; netPerMonth: number; currency: string }>;
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
      const tiers = await db.read((reader) => repo.findTiers(reader, creator.id));
      return { tiers: tiers.filter(({ isActive }) => isActive) };
    },
    async own(creatorId) {
      const { currency, platformFeeBasisPoints } = await db.read(readSettings);
      const stored = await db.read((reader) => repo.findTiers(reader, creatorId));
      const ids = stored.map(({ id }) => id);
      const counts = await db.read((reader) => repo.countSubscribers(reader, ids));
      const tiers = stored.map((tier) => ({ ...tier, subscribers: subscribersOf(tier.id, counts) }));
      const netPerMonth = stored.reduce((sum, tier) => sum + netOf(tier, counts, platformFeeBasisPoints), 0);
      return { tiers, netPerMonth, currency };
    },
    async subscribers(creatorId, tierId, request) {
      const owned = await db.read((reader) => repo.ownsTier(reader, creatorId, tierId));
      if (!owned) throw moneyErrors.tier_not_found();
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

function subscribersOf(tierId: string, counts: readonly repo.SubscriberCount[]): OwnTier['subscribers'] {
  const of = (status: repo.SubscriberCount['status']) =>
    counts
      .filter((row) => row.tierId === tierId && row.status === status)
      .reduce((sum, { count }) => sum + count, 0);
  return {
    active: of('active'),
    trialing: of('trialing'),
    pastDue: of('past_due'),
    canceled: of('canceled'),
  };
}

/** Net monthly income of a tier's active subscribers; yearly ones count a twelfth, rounded down. */
function netOf(
  tier: repo.StoredTier,
  counts: readonly repo.SubscriberCount[],
  feeBasisPoints: number,
): number {
  return counts
    .filter(({ tierId, status }) => tierId === tier.id && status === 'active')
    .reduce((sum, { billingCycle, count }) => {
      const price = (billingCycle === 'yearly' ? tier.priceYearly : tier.priceMonthly) ?? 0;
      const { net } = splitFee(price, feeBasisPoints);
      return sum + Math.floor((net * count) / (billingCycle === 'yearly' ? 12 : 1));
    }, 0);
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
