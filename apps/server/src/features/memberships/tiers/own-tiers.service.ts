/** Creates, changes, orders and archives tiers for their creators. */

import {
  type OwnTier,
  type OwnTiers as OwnTierList,
  type SubscriptionStatus,
  TIERS_KEPT_MAX,
  TIERS_MAX,
  type TierEdit,
} from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { lockChannel } from '#features/channels/index.ts';
import { splitFee } from '#features/payments/index.ts';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { isUniqueViolation } from '#platform/db/index.ts';
import { localized } from '#platform/messages/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import * as writes from './own-tiers.repo.ts';
import { tierErrors } from './tiers.errors.ts';
import * as repo from './tiers.repo.ts';

/** Functions that take an id throw AppError `tier_not_found` for a tier of another creator. */
export interface OwnTiers {
  list(creatorId: UserId): Promise<OwnTierList>;
  /** @throws AppError `too_many_tiers`, `too_many_archived_tiers`, `tier_refused` for a name that is taken */
  create(creatorId: UserId, edit: TierEdit): Promise<OwnTier>;
  /** @throws AppError `tier_refused` for a name that is taken */
  edit(creatorId: UserId, id: string, edit: TierEdit): Promise<OwnTier>;
  /** @param ids all offered tiers @throws AppError `tier_order_stale` */
  order(creatorId: UserId, ids: readonly string[]): Promise<OwnTierList>;
  archive(creatorId: UserId, id: string): Promise<OwnTier>;
  /** @throws AppError `too_many_tiers` */
  restore(creatorId: UserId, id: string): Promise<OwnTier>;
}

export function createOwnTiers(db: Database): OwnTiers {
  /** Runs `work` while the channel is locked, and returns the tier after it. */
  async function change(
    creatorId: UserId,
    id: string,
    work: (tx: Writer, tiers: readonly repo.StoredTier[]) => Promise<void>,
  ): Promise<OwnTier> {
    try {
      return await db.transact(async (tx) => {
        await lockChannel(tx, creatorId);
        await work(tx, await repo.findTiers(tx, creatorId));
        const [tier] = await withSubscribers(tx, await repo.findTiers(tx, creatorId, id));
        if (!tier) throw tierErrors.tier_not_found();
        return tier;
      });
    } catch (error) {
      if (isUniqueViolation(error, 'subscription_tiers_creator_id_name_key')) throw nameTaken();
      throw error;
    }
  }

  return {
    list: (creatorId) => db.read((reader) => list(reader, creatorId)),
    create(creatorId, edit) {
      const id = uuidv7();
      return change(creatorId, id, async (tx, tiers) => {
        checkRoom(tiers);
        if (tiers.length >= TIERS_KEPT_MAX) throw tierErrors.too_many_archived_tiers();
        await writes.insertTier(tx, id, creatorId, edit);
      });
    },
    edit: (creatorId, id, edit) =>
      change(creatorId, id, async (tx, tiers) => {
        tierIn(tiers, id);
        await writes.updateTier(tx, id, edit);
      }),
    order: (creatorId, ids) =>
      db.transact(async (tx) => {
        await lockChannel(tx, creatorId);
        const offered = (await repo.findOffered(tx, creatorId)).map(({ id }) => id);
        if (ids.toSorted().join() !== offered.toSorted().join()) throw tierErrors.tier_order_stale();
        await writes.setOrder(tx, ids);
        return list(tx, creatorId);
      }),
    archive: (creatorId, id) =>
      change(creatorId, id, async (tx, tiers) => {
        tierIn(tiers, id);
        await writes.archive(tx, id);
      }),
    restore: (creatorId, id) =>
      change(creatorId, id, async (tx, tiers) => {
        if (tierIn(tiers, id).isActive) return;
        checkRoom(tiers);
        await writes.restore(tx, creatorId, id);
      }),
  };
}

function tierIn(tiers: readonly repo.StoredTier[], id: string): repo.StoredTier {
  const tier = tiers.find((candidate) => candidate.id === id);
  if (!tier) throw tierErrors.tier_not_found();
  return tier;
}

function checkRoom(tiers: readonly repo.StoredTier[]): void {
  if (tiers.filter(({ isActive }) => isActive).length >= TIERS_MAX) throw tierErrors.too_many_tiers();
}

const nameTaken = () =>
  tierErrors.tier_refused({
    errors: [{ pointer: '/name', detail: localized('errors.tiers.name_taken') }],
  });

async function list(db: Reader, creatorId: UserId): Promise<OwnTierList> {
  const { currency, platformFeeBasisPoints } = await readSettings(db);
  const tiers = await repo.findTiers(db, creatorId);
  const counts = await countsOf(db, tiers);
  const netPerMonth = counts
    .filter(({ status, isEnding }) => status === 'active' && !isEnding)
    .reduce((sum, count) => sum + netPerMonthOf(count, platformFeeBasisPoints), 0);
  return { tiers: tiers.map((tier) => toOwn(tier, counts)), netPerMonth, currency };
}

const withSubscribers = async (db: Reader, tiers: readonly repo.StoredTier[]): Promise<OwnTier[]> => {
  const counts = await countsOf(db, tiers);
  return tiers.map((tier) => toOwn(tier, counts));
};

const countsOf = (db: Reader, tiers: readonly repo.StoredTier[]) =>
  repo.countSubscribers(
    db,
    tiers.map(({ id }) => id),
  );

function toOwn(tier: repo.StoredTier, counts: readonly repo.SubscriberCount[]): OwnTier {
  const of = (status: SubscriptionStatus) =>
    counts
      .filter((row) => row.tierId === tier.id && row.status === status)
      .reduce((sum, { count }) => sum + count, 0);
  const subscribers = {
    active: of('active'),
    trialing: of('trialing'),
    pastDue: of('past_due'),
    canceled: of('canceled'),
  };
  return { ...tier, subscribers };
}

/** The net per month of one kind of subscriptions. Yearly ones count a twelfth, rounded down. */
function netPerMonthOf(
  { priceCents, count, billingCycle }: repo.SubscriberCount,
  feeBasisPoints: number,
): number {
  const { net } = splitFee(priceCents, feeBasisPoints);
  return Math.floor((net * count) / (billingCycle === 'yearly' ? 12 : 1));
}
