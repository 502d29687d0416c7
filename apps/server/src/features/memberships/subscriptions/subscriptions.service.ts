/** Lists, starts, changes and ends subscriptions for viewers. */
import { isDeepStrictEqual } from 'node:util';
import type { OwnSubscription, SubscriptionChange, TierSubscription } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { type Channels, idsOf, personIn } from '#features/channels/index.ts';
import {
  BY_AGE,
  type Cycle,
  newestFirst,
  type Page,
  ProviderRefused,
  periodAfter,
  readPage,
} from '#features/payments/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { tierErrors } from '../tiers/tiers.errors.ts';
import { findOfferedTier } from '../tiers/tiers.repo.ts';
import { commonOf } from '../tiers/tiers.service.ts';
import { isSubscriber } from './entitlements/entitlements.repo.ts';
import * as own from './own-subscriptions.repo.ts';
import * as start from './subscription-start.repo.ts';
import { subscriptionErrors } from './subscriptions.errors.ts';
import * as repo from './subscriptions.repo.ts';
import type { SubscriptionsAtProvider } from './subscriptions-at-provider.ts';

export interface Subscriptions {
  /** @throws AppError `cursor_invalid` */
  list(userId: UserId, cursor?: string): Promise<Page<OwnSubscription>>;
  /** @throws AppError `subscription_not_found` */
  get(userId: UserId, id: string): Promise<OwnSubscription>;
  /** The subscription of a person to a tier, and to its channel. */
  toTier(userId: UserId, tierId: string): Promise<TierSubscription>;
  /** @throws AppError `tier_not_found`, `tier_has_price`, `own_tier` */
  startFree(userId: UserId, tierId: string): Promise<TierSubscription>;
  /** @throws AppError `subscription_not_found`, `gift_not_changeable`, ProviderUnavailable, ProviderRefused */
  cancel(userId: UserId, id: string): Promise<OwnSubscription>;
  /** @throws AppError as `cancel`, `subscription_ended` */
  resume(userId: UserId, id: string): Promise<OwnSubscription>;
  /**
   * @returns the page where the subscriber has to agree at the provider first, or null
   * @throws AppError as `cancel`, `tier_not_found`, or the reason why it cannot be changed
   */
  change(userId: UserId, id: string, change: SubscriptionChange): Promise<string | null>;
  /** @throws AppError `subscription_not_found`, `subscription_not_billed`, ProviderUnavailable, ProviderRefused */
  paymentPortal(userId: UserId, id: string): Promise<string | null>;
  /** Hides or shows the badge of a gift. @throws AppError `subscription_not_found` */
  setHidden(userId: UserId, id: string, isHidden: boolean): Promise<OwnSubscription>;
}

export interface SubscriptionsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly atProvider: SubscriptionsAtProvider;
  readonly publicUrl: string;
  readonly now: () => Date;
}

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { db, channels, atProvider, now } = options;
  /** The page that providers' pages lead back to. */
  const returnUrl = new URL('/subscription-management', options.publicUrl).href;

  async function viewsOf(rows: readonly own.StoredOwnSubscription[]): Promise<OwnSubscription[]> {
    const people = await channels.summaries([
      ...idsOf(rows, ({ creatorId }) => creatorId),
      ...idsOf(rows, ({ giverId }) => giverId),
    ]);
    return rows.map((row) => ({
      ...commonOf(row),
      price: row.price,
      currency: row.currency,
      credit: row.credit,
      provider: row.provider,
      isHidden: row.isHidden,
      giver: personIn(people, row.giverId),
      tier: { id: row.tierId, name: row.tierName, benefits: row.benefits },
      streamer: personIn(people, row.creatorId),
      asOf: now().toISOString(),
    }));
  }

  async function get(userId: UserId, id: string): Promise<OwnSubscription> {
    const found = await db.read((reader) => own.findSubscription(reader, userId, id));
    const [view] = found ? await viewsOf([found]) : [];
    if (!view) throw subscriptionErrors.subscription_not_found();
    return view;
  }

  async function toTier(userId: UserId, tierId: string): Promise<TierSubscription> {
    const { found, trialDays, checkout, isCounted } = await db.read(async (reader) => {
      const tier = await findOfferedTier(reader, tierId);
      const creatorId = tier?.creatorId ?? null;
      return {
        found: await own.findOpenFor(reader, userId, { tierId, creatorId }),
        trialDays: tier && !(await start.hadSubscription(reader, userId, tierId)) ? tier.trialDays : 0,
        checkout: creatorId && (await start.findOpenCheckout(reader, userId, creatorId)),
        isCounted: creatorId !== null && (await isSubscriber(reader, userId, creatorId, now())),
      };
    });
    const [subscription = null] = found ? await viewsOf([found]) : [];
    return {
      subscription,
      isSubscriber: isCounted,
      trialDays,
      nextPayment: nextPayments(trialDays),
      checkoutId: checkout?.id ?? null,
    };
  }

  function nextPayments(trialDays: number): TierSubscription['nextPayment'] {
    const at = now();
    const next = (cycle: Cycle) =>
      (trialDays > 0 ? new Date(at.getTime() + trialDays * DAY_MS) : periodAfter(at, cycle)).toISOString();
    return { monthly: next('monthly'), yearly: next('yearly') };
  }

  /** Runs `work` while a subscription of the user is locked. Providers are called after that. */
  async function locked(
    userId: UserId,
    id: string,
    work: (tx: Writer, found: repo.LockedSubscription) => Promise<void>,
  ): Promise<repo.LockedSubscription & { readonly billed: repo.Billed | null }> {
    const found = await db.transact(async (tx) => {
      const subscription = await repo.lockOwn(tx, userId, id);
      if (!subscription) throw subscriptionErrors.subscription_not_found();
      if (subscription.isGift) throw subscriptionErrors.gift_not_changeable();
      await work(tx, subscription);
      return subscription;
    });
    const { provider, subscriptionId } = found;
    return { ...found, billed: provider && subscriptionId ? { provider, subscriptionId } : null };
  }

  async function move(
    id: string,
    billed: repo.Billed,
    { id: changeId, amountCents, cycle, tierName }: repo.PendingChange & { readonly tierName: string },
  ): Promise<string | null> {
    const { subscriptionId } = billed;
    const description = `Subscription: ${tierName}`;
    try {
      return await atProvider.move(billed, {
        id: changeId,
        subscriptionId,
        amountCents,
        cycle,
        description,
        returnUrl,
      });
    } catch (error) {
      if (error instanceof ProviderRefused) await db.transact((tx) => repo.setPendingChange(tx, id, null));
      throw error;
    }
  }

  return {
    async list(userId, cursor) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => own.findSubscriptions(reader, userId, slice)),
      );
      return { items: await viewsOf(items), next };
    },
    get,
    toTier,
    async startFree(userId, tierId) {
      await db.transact(async (tx) => {
        await start.lockPerson(tx, userId);
        const tier = await start.lockOfferedTier(tx, tierId);
        if (!tier) throw tierErrors.tier_not_found();
        if (tier.creatorId === userId) throw subscriptionErrors.own_tier();
        if (await start.findOpen(tx, userId, tierId)) return;
        if (tier.priceMonthly) throw subscriptionErrors.tier_has_price();
        await start.startFree(tx, { id: uuidv7(), tierId, userId, at: now() });
      });
      return toTier(userId, tierId);
    },
    async cancel(userId, id) {
      const { status, billed } = await locked(userId, id, async (tx, found) => {
        if (found.provider !== null) return;
        if (found.priceCents === 0 || found.status === 'past_due') await repo.cancel(tx, id);
        else await repo.setCancelAtPeriodEnd(tx, id, true);
      });
      if (billed && status !== 'canceled') {
        const when = status === 'past_due' ? 'now' : 'period_end';
        await atProvider.change(billed, (api) => api.cancel(billed.subscriptionId, when));
      }
      return get(userId, id);
    },
    async resume(userId, id) {
      const { billed, cancelAtPeriodEnd } = await locked(userId, id, async (tx, found) => {
        if (found.status === 'canceled') throw subscriptionErrors.subscription_ended();
        if (found.provider === null) await repo.setCancelAtPeriodEnd(tx, id, false);
      });
      if (billed && cancelAtPeriodEnd)
        await atProvider.change(billed, (api) => api.resume(billed.subscriptionId));
      return get(userId, id);
    },
    async change(userId, id, { tierId, cycle }) {
      let change: (repo.PendingChange & { readonly tierName: string }) | null = null;
      const { billed } = await locked(userId, id, async (tx, found) => {
        checkChangeable(found);
        await start.lockPerson(tx, userId);
        const tier = await start.lockOfferedTier(tx, tierId);
        const amountCents = tier && (cycle === 'yearly' ? tier.priceYearly : tier.priceMonthly);
        if (!tier || !amountCents || tier.creatorId !== found.creatorId) throw tierErrors.tier_not_found();
        const known = await start.findOpen(tx, userId, tierId);
        if (known && known.id !== id) throw subscriptionErrors.tier_held();
        // Without this rule, the trial of a cheap tier would give access to every other one.
        if (found.status === 'trialing' && tierId !== found.tierId)
          throw subscriptionErrors.subscription_in_trial();
        if (cycle === found.billingCycle && (tierId === found.tierId || amountCents === found.priceCents))
          return repo.setTier(tx, id, tierId);
        const wanted = { tierId, cycle, amountCents };
        const isRepeated = isDeepStrictEqual({ ...found.pendingChange, id: '' }, { ...wanted, id: '' });
        change = { ...wanted, id: (isRepeated && found.pendingChange?.id) || uuidv7(), tierName: tier.name };
        const { tierName: _, ...pending } = change;
        await repo.setPendingChange(tx, id, pending);
      });
      return change && billed && move(id, billed, change);
    },
    async setHidden(userId, id, isHidden) {
      if (!(await db.transact((tx) => repo.setHidden(tx, userId, id, isHidden))))
        throw subscriptionErrors.subscription_not_found();
      return get(userId, id);
    },
    async paymentPortal(userId, id) {
      const { billed } = await locked(userId, id, async (_tx, found) => {
        if (found.provider === null) throw subscriptionErrors.subscription_not_billed();
      });
      return billed && atProvider.ask(billed, (api) => api.portalUrl(billed.subscriptionId, returnUrl));
    },
  };
}

function checkChangeable({ provider, status, cancelAtPeriodEnd }: repo.LockedSubscription): void {
  if (provider === null) throw subscriptionErrors.subscription_not_billed();
  if (status === 'canceled') throw subscriptionErrors.subscription_ended();
  if (status === 'past_due') throw subscriptionErrors.subscription_past_due();
  if (cancelAtPeriodEnd) throw subscriptionErrors.subscription_ending();
}
