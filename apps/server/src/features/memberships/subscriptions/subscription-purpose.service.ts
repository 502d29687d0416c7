/**
 * The purpose subscription: the provider charges each period and owns the state, which its facts report. A subscription
 * has the id of the checkout that started it, so that facts find it in any order.
 */
import type { SubscriptionCheckout } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { accessRevoked } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import {
  type Checkout,
  holdingEnd,
  type ProviderFact,
  type PurposeHandler,
  type RefundDue,
  supported,
} from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { isSubscriber } from './entitlements/entitlements.repo.ts';
import * as start from './subscription-start.repo.ts';
import { findTerms, hasAgreedAmount, hasAgreedPrice, isOfCheckout } from './subscription-terms.ts';
import { channelSubscribed, offerErrors } from './subscriptions.errors.ts';
import { endAtProvider, mailPastDue } from './subscriptions.jobs.ts';
import { subscribed } from './subscriptions.notifications.ts';
import * as repo from './subscriptions.repo.ts';

interface Options {
  readonly hooks: Pick<Hooks, 'run'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly now: () => Date;
}

export function createSubscriptionPurpose({ hooks, jobs, notifications, now }: Options): PurposeHandler {
  /** Ends playback at once if no other subscription allows it. */
  async function revokeIfEnded(tx: Writer, { payerId, creatorId }: Checkout): Promise<void> {
    if (payerId && creatorId && !(await isSubscriber(tx, payerId, creatorId, now())))
      await publish(tx, accessRevoked, { userId: payerId });
  }

  return {
    purpose: 'subscription',
    async offer(tx, { tierId, cycle }: SubscriptionCheckout, { payerId }) {
      if (payerId === null) throw offerErrors.subscription_needs_account().at('/tierId');
      await start.lockPerson(tx, payerId);
      const tier = await start.lockOfferedTier(tx, tierId);
      if (!tier) throw offerErrors.tier_not_found().at('/tierId');
      const { creatorId, name } = tier;
      if (creatorId === payerId) throw offerErrors.own_tier().at('/tierId');
      const amountCents = cycle === 'yearly' ? tier.priceYearly : tier.priceMonthly;
      if (!amountCents) throw offerErrors.tier_is_free().at('/tierId');
      if (await start.findOpen(tx, payerId, tierId)) throw offerErrors.already_subscribed().at('/tierId');
      if (await start.isBilledFor(tx, payerId, creatorId)) throw channelSubscribed().at('/tierId');
      if (await start.findOpenCheckout(tx, payerId, creatorId))
        throw offerErrors.checkout_open().at('/tierId');
      const hadTrial = await start.hadSubscription(tx, payerId, tierId);
      return {
        creatorId,
        subjectId: tierId,
        streamId: null,
        amountCents,
        description: `Subscription: ${name}`,
        subscription: { cycle, trialDays: hadTrial ? 0 : tier.trialDays },
        details: {},
        statusPath: '/subscription/success',
      };
    },
    async paid(tx, checkout, { fact, record }): Promise<RefundDue | undefined> {
      const terms = await findTerms(tx, checkout);
      const isOwn = isOfCheckout(terms, fact.subscription);
      await record({ subjectId: isOwn ? checkout.id : null, availableAt: holdingEnd(fact.capturedAt) });
      const isAgreed = !fact.subscription?.isWholePeriod || hasAgreedAmount(terms, fact.amountCents);
      const refundReason =
        (!isOwn && NOT_OF_CHECKOUT) || (!isAgreed && NOT_AGREED) || (await refusalReason(tx, checkout));
      return refundReason ? { refundReason, leavesCheckoutOpen: !isOwn } : undefined;
    },
    async charged(tx, checkout) {
      if (checkout) await revokeIfEnded(tx, checkout);
      return undefined;
    },
    async subscribed(tx, checkout, fact) {
      const { id, subjectId: tierId, payerId: userId, creatorId, provider } = checkout;
      const { subscriptionId } = fact;
      const end = async () => {
        if (fact.status !== 'canceled') await jobs.send(tx, endAtProvider, { provider, subscriptionId });
      };
      const terms = await findTerms(tx, checkout);
      if (!isOfCheckout(terms, fact)) {
        await end();
        return false;
      }
      const isAgreed = hasAgreedPrice(terms, fact);
      if (!tierId || !userId || !creatorId || !isAgreed || (await refusalReason(tx, checkout))) {
        await repo.cancel(tx, id);
        await end();
        if (!isAgreed) await revokeIfEnded(tx, checkout);
        return true;
      }
      const before = await repo.findState(tx, id);
      await repo.saveReported(tx, { id, tierId, userId, provider }, fact, now());
      if (before?.pendingChange) await completeChange(tx, id, userId, before.pendingChange, fact);
      if (fact.status !== before?.status) await revokeIfEnded(tx, checkout);
      if (fact.status === 'past_due' && before?.status !== 'past_due')
        await jobs.send(tx, mailPastDue, { id, occasion: 'failed' });
      if (before || fact.status === 'canceled') return true;
      await hooks.run(tx, supported, { kind: 'subscription', id, creatorId, subscriberId: userId });
      const { name, tierName } = await repo.findNames(tx, userId, tierId);
      const notification = subscribed.of({ id, userId, name, tierName });
      await notifications.notify(tx, { userId: creatorId, ...notification });
      return true;
    },
  };
}

/** Changes the tier to the requested one once the provider charges its price. */
async function completeChange(
  tx: Writer,
  id: string,
  userId: UserId,
  { tierId, cycle, amountCents }: repo.PendingChange,
  fact: Extract<ProviderFact, { kind: 'subscription' }>,
): Promise<void> {
  if (fact.cycle !== cycle || fact.amountCents !== amountCents) return;
  const known = await start.findOpen(tx, userId, tierId);
  // The person may have got a gift of the same tier in between, and then has both.
  if (known && known.id !== id) await repo.setPendingChange(tx, id, null);
  else await repo.setTier(tx, id, tierId);
}

const NOT_OF_CHECKOUT = 'It was paid for another subscription than the one that was opened here.';
const NOT_AGREED = 'Another price was paid than the one that was agreed to.';

/** @returns why there must be no subscription of this checkout, or null */
async function refusalReason(tx: Writer, checkout: Checkout): Promise<string | null> {
  const { id, subjectId, creatorId, payerId } = checkout;
  if (creatorId === null) return 'The account of the creator is deleted.';
  if (payerId === null) return 'The account of the subscriber is deleted.';
  const known = subjectId && (await start.findOpen(tx, payerId, subjectId));
  return known && known.id !== id ? 'The same person has another subscription to this tier.' : null;
}
