/** Lists tiers for the public, and subscribers for creators. */
import type {
  OfferedTier,
  Subscriber,
  SubscriberFilter,
  SubscriberSort,
  Tier,
} from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { type Channels, channelsErrors, idsOf, personIn } from '#features/channels/index.ts';
import { BY_AGE, type Page, type PageRequest, readPage, type Sorting } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { timestampKey } from '#platform/db/keyset.ts';
import { tierErrors } from './tiers.errors.ts';
import * as repo from './tiers.repo.ts';

export interface Tiers {
  /** The offered tiers of a channel, in its order. @throws AppError `streamer_not_found` */
  of(username: string): Promise<{ tiers: Tier[] }>;
  /** An offered tier. @throws AppError `tier_not_found` */
  offered(id: string): Promise<OfferedTier>;
  /** @throws AppError `tier_not_found`, also for a tier of another creator; `cursor_invalid` */
  subscribers(
    creatorId: UserId,
    tierId: string,
    request: SubscriberFilter & PageRequest,
  ): Promise<Page<Subscriber>>;
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
      if (!creator) throw channelsErrors.streamer_not_found();
      return { tiers: await db.read((reader) => repo.findOffered(reader, creator.id)) };
    },
    async offered(id) {
      const found = await db.read((reader) => repo.findOfferedTier(reader, id));
      const streamer = found && (await channels.summaries([found.creatorId])).get(found.creatorId);
      if (!streamer) throw tierErrors.tier_not_found();
      const { creatorId: _, isActive: __, ...tier } = found;
      return { ...tier, streamer };
    },
    async subscribers(creatorId, tierId, request) {
      const owned = await db.read((reader) => repo.ownsTier(reader, creatorId, tierId));
      if (!owned) throw tierErrors.tier_not_found();
      const { items, next } = await readPage(SORTINGS[request.sort], request, (slice) =>
        db.read((reader) => repo.findSubscribers(reader, tierId, request.status, slice)),
      );
      const people = await channels.summaries(idsOf(items, ({ userId }) => userId));
      const toItem = (row: repo.StoredSubscription) => ({
        ...commonOf(row),
        subscriber: personIn(people, row.userId),
      });
      return { items: items.map(toItem), next };
    },
  };
}

/** The fields of a subscription that both its holder and the creator see. */
export function commonOf(row: repo.StoredSubscription) {
  const { id, status, billingCycle, cancelAtPeriodEnd, isGift } = row;
  return {
    id,
    status,
    billingCycle,
    cancelAtPeriodEnd,
    isGift,
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    trialEnd: row.trialEnd?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
