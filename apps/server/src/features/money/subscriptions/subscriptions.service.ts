/** Subscriptions as viewers see, start and end them. */
import type { OwnSubscription, TierSubscription, UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import { BY_AGE, newestFirst, type Page, readPage } from '../pages.repo.ts';
import { idsOf, personIn } from '../people.ts';
import { tierErrors } from '../tiers/tiers.errors.ts';
import { findOfferedTier } from '../tiers/tiers.repo.ts';
import { commonOf } from '../tiers/tiers.service.ts';
import * as own from './own-subscriptions.repo.ts';
import { subscriptionErrors } from './subscriptions.errors.ts';
import * as repo from './subscriptions.repo.ts';
import type { SubscriptionsAtProvider } from './subscriptions-at-provider.ts';

export interface Subscriptions {
  /** @throws AppError `cursor_invalid` */
  list(userId: UserId, cursor?: string): Promise<Page<OwnSubscription>>;
  /** @throws AppError `subscription_not_found` */
  get(userId: UserId, id: string): Promise<OwnSubscription>;
  /** What a person has of a tier and its channel. */
  to(userId: UserId, tierId: string): Promise<TierSubscription>;
  /** @throws AppError `tier_not_found`, `tier_has_price`, `own_tier` */
  startFree(userId: UserId, tierId: string): Promise<TierSubscription>;
  /** @throws AppError `subscription_not_found`, `gift_not_changeable`, ProviderUnavailable, ProviderRefused */
  cancel(userId: UserId, id: string): Promise<OwnSubscription>;
}

export interface SubscriptionsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly atProvider: SubscriptionsAtProvider;
  readonly now: () => Date;
}

export function createSubscriptions({ db, channels, atProvider, now }: SubscriptionsOptions): Subscriptions {
  async function viewsOf(rows: readonly own.StoredOwnSubscription[]): Promise<OwnSubscription[]> {
    const streamers = await channels.summaries(idsOf(rows, ({ creatorId }) => creatorId));
    return rows.map((row) => ({
      ...commonOf(row),
      price: row.price,
      currency: row.currency,
      isBilled: row.isBilled,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      tier: { id: row.tierId, name: row.tierName, benefits: row.benefits },
      streamer: personIn(streamers, row.creatorId),
    }));
  }

  async function get(userId: UserId, id: string): Promise<OwnSubscription> {
    const found = await db.read((reader) => own.findSubscription(reader, userId, id));
    const [view] = found ? await viewsOf([found]) : [];
    if (!view) throw subscriptionErrors.subscription_not_found();
    return view;
  }

  async function to(userId: UserId, tierId: string): Promise<TierSubscription> {
    const { found, trialDays, checkout } = await db.read(async (reader) => {
      const tier = await findOfferedTier(reader, tierId);
      const creatorId = tier?.creatorId ?? null;
      return {
        found: await own.findOpenFor(reader, userId, { tierId, creatorId }),
        trialDays: tier && !(await repo.hadSubscription(reader, userId, tierId)) ? tier.trialDays : 0,
        checkout: creatorId && (await repo.findOpenCheckout(reader, userId, creatorId)),
      };
    });
    const [subscription = null] = found ? await viewsOf([found]) : [];
    return { subscription, trialDays, checkoutId: checkout?.id ?? null };
  }

  return {
    async list(userId, cursor) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => own.findSubscriptions(reader, userId, slice)),
      );
      return { items: await viewsOf(items), next };
    },
    get,
    to,
    async startFree(userId, tierId) {
      await db.transact(async (tx) => {
        await repo.lockPerson(tx, userId);
        const tier = await repo.lockOfferedTier(tx, tierId);
        if (!tier) throw tierErrors.tier_not_found();
        if (tier.creatorId === userId) throw subscriptionErrors.own_tier();
        if (await repo.findOpen(tx, userId, tierId)) return;
        if (tier.priceMonthly) throw subscriptionErrors.tier_has_price();
        await repo.startFree(tx, { id: uuidv7(), tierId, userId, at: now() });
      });
      return to(userId, tierId);
    },
    async cancel(userId, id) {
      const subscription = await db.transact(async (tx) => {
        const found = await repo.lockOwn(tx, userId, id);
        if (!found) throw subscriptionErrors.subscription_not_found();
        if (found.isGift) throw subscriptionErrors.gift_not_changeable();
        // Its provider is asked after the lock is released.
        if (found.provider === null) {
          if (found.priceCents === 0 || found.status === 'past_due') await repo.cancel(tx, id);
          else await repo.setCancelAtPeriodEnd(tx, id, true);
        }
        return found;
      });
      const { provider, subscriptionId, status } = subscription;
      if (provider && subscriptionId && status !== 'canceled') {
        const when = status === 'past_due' ? 'now' : 'period_end';
        await atProvider.change({ provider, subscriptionId }, (api) => api.cancel(subscriptionId, when));
      }
      return get(userId, id);
    },
  };
}
