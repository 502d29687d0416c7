/** Subscription tiers and who subscribes, as the public, creators and subscribers see them. */
import {
  type OwnSubscription,
  type OwnTier,
  PLATFORM_FEE_BASIS_POINTS,
  type Subscriber,
  type Tier,
  type UserId,
} from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { CURRENCY } from './currency.ts';
import { divide } from './fees.ts';
import { moneyErrors } from './money.errors.ts';
import { type Page, toPage } from './paging.ts';
import { idsOf, personIn } from './people.ts';
import * as repo from './tiers.repo.ts';

export interface Tiers {
  /** What a channel offers. @throws AppError `streamer_not_found` */
  of(username: string): Promise<{ tiers: Tier[] }>;
  own(creatorId: UserId): Promise<{ tiers: OwnTier[]; netAMonth: number; currency: string }>;
  /** @throws AppError `tier_not_found`, for another's too */
  subscribers(creatorId: UserId, tierId: string, cursor?: string): Promise<Page<Subscriber>>;
  subscriptions(userId: UserId, cursor?: string): Promise<Page<OwnSubscription>>;
}

interface TiersOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
}

export function createTiers({ db, channels }: TiersOptions): Tiers {
  return {
    async of(username) {
      const creator = await channels.summaryByUsername(username);
      if (!creator) throw moneyErrors.streamer_not_found();
      const tiers = await db.read((reader) => repo.findTiers(reader, creator.id));
      return { tiers: tiers.filter(({ isActive }) => isActive) };
    },
    async own(creatorId) {
      const stored = await db.read((reader) => repo.findTiers(reader, creatorId));
      const ids = stored.map(({ id }) => id);
      const counts = await db.read((reader) => repo.countSubscribers(reader, ids));
      const tiers = stored.map((tier) => ({ ...tier, subscribers: subscribersOf(tier.id, counts) }));
      const netAMonth = stored.reduce((sum, tier) => sum + netOf(tier, counts), 0);
      return { tiers, netAMonth, currency: CURRENCY };
    },
    async subscribers(creatorId, tierId, cursor) {
      const rows = await db.read(async (reader) => {
        if (!(await repo.ownsTier(reader, creatorId, tierId))) throw moneyErrors.tier_not_found();
        return repo.findSubscribers(reader, tierId, cursor);
      });
      const people = await channels.summaries(idsOf(rows, ({ userId }) => userId));
      return toPage(rows, (row) => ({ ...common(row), subscriber: personIn(people, row.userId) }));
    },
    async subscriptions(userId, cursor) {
      const rows = await db.read((reader) => repo.findSubscriptions(reader, userId, cursor));
      const streamers = await channels.summaries(idsOf(rows, ({ creatorId }) => creatorId));
      return toPage(rows, (row) => ({
        ...common(row),
        price: row.price,
        currency: row.currency,
        tier: { id: row.tierId, name: row.tierName, benefits: row.benefits },
        streamer: personIn(streamers, row.creatorId),
      }));
    },
  };
}

function subscribersOf(tierId: string, counts: readonly repo.SubscriberCount[]): OwnTier['subscribers'] {
  const of = (status: repo.SubscriberCount['status']) =>
    counts
      .filter((row) => row.tierId === tierId && row.status === status)
      .reduce((sum, { count }) => sum + count, 0);
  return { active: of('active'), trialing: of('trialing'), pastDue: of('past_due') };
}

/** What the active subscribers of a tier bring in a month; a twelfth of a year's share, rounded down. */
function netOf(tier: repo.StoredTier, counts: readonly repo.SubscriberCount[]): number {
  return counts
    .filter(({ tierId, status }) => tierId === tier.id && status === 'active')
    .reduce((sum, { billingCycle, count }) => {
      const price = (billingCycle === 'yearly' ? tier.priceYearly : tier.priceMonthly) ?? 0;
      const { net } = divide(price, PLATFORM_FEE_BASIS_POINTS);
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
