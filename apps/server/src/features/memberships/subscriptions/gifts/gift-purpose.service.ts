/** The purpose gift: one payment for months of another person's subscription, which has the id of its checkout. */
import { GIFT_MONTHS, type GiftCheckout } from '@tributary/contracts/payments';
import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { accessRevoked } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import {
  type Checkout,
  holdingEnd,
  type PurposeHandler,
  type RefundDue,
  remainingCents,
  supported,
} from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import * as start from '../subscription-start.repo.ts';
import { giftReceived } from '../subscriptions.notifications.ts';
import * as repo from '../subscriptions.repo.ts';
import { giftErrors } from './gifts.errors.ts';
import * as gifts from './gifts.repo.ts';

/** Details are empty once the account of the giver or the creator was deleted. */
const details = z.object({ recipientId: userId, months: z.literal(GIFT_MONTHS) });

const SUBSCRIBED = 'The recipient already subscribes to the tier.';

interface Options {
  readonly hooks: Pick<Hooks, 'run'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly now: () => Date;
}

export function createGiftPurpose({ hooks, notifications, now }: Options): PurposeHandler {
  /** @returns why the gift cannot be given, or null */
  async function give(tx: Writer, checkout: Checkout, at: Date): Promise<string | null> {
    const { id, subjectId: tierId, creatorId, payerId: giverId } = checkout;
    const parsed = details.safeParse(checkout.details);
    if (!creatorId || !tierId || !parsed.success) return 'An account of this gift is deleted.';
    const { recipientId, months } = parsed.data;
    if (!(await start.lockPerson(tx, recipientId))) return 'The account of the recipient is deleted.';
    if (await start.findOpen(tx, recipientId, tierId)) return SUBSCRIBED;
    await gifts.insertGift(tx, { id, tierId, userId: recipientId, giverId, months, at });
    const { name: creatorName, tierName } = await repo.findNames(tx, creatorId, tierId);
    const giverName = giverId ? (await repo.findNames(tx, giverId, tierId)).name : null;
    const names = { giverName, creatorName, tierName };
    const notification = giftReceived.of({ id, giverId, ...names, months });
    await notifications.notify(tx, { userId: recipientId, ...notification });
    await hooks.run(tx, supported, { kind: 'gift', id, creatorId, giverId, recipientId });
    return null;
  }

  /** Ends a gift whose payment was taken back. Another paid gift of the same tier takes its place. */
  async function end(tx: Writer, id: string, { userId, tierId }: gifts.Gift): Promise<void> {
    await gifts.setGiftStatus(tx, id, 'canceled');
    const other = userId && (await gifts.findPaidFor(tx, userId, tierId, now()));
    if (other) await gifts.setGiftStatus(tx, other.id, 'active');
    else if (userId) await publish(tx, accessRevoked, { userId });
  }

  return {
    purpose: 'gift',
    async offer(tx, { tierId, username, months }: GiftCheckout, { payerId }) {
      if (payerId === null) throw giftErrors.gift_needs_account().at('/tierId');
      const tier = await start.lockOfferedTier(tx, tierId);
      if (!tier) throw giftErrors.tier_not_found().at('/tierId');
      const { priceMonthly, priceYearly, creatorId, name } = tier;
      if (!priceMonthly || !priceYearly) throw giftErrors.tier_is_free().at('/tierId');
      if (creatorId === payerId) throw giftErrors.own_tier().at('/tierId');
      const recipient = await gifts.findRecipient(tx, username);
      if (!recipient) throw giftErrors.recipient_not_found().at('/username');
      if (recipient.id === payerId) throw giftErrors.own_account().at('/username');
      if (recipient.id === creatorId) throw giftErrors.recipient_is_creator().at('/username');
      if (await start.findOpen(tx, recipient.id, tierId))
        throw giftErrors.already_subscribed().at('/username');
      return {
        creatorId,
        subjectId: tierId,
        streamId: null,
        subscription: null,
        amountCents: months === 12 ? priceYearly : priceMonthly * months,
        description: `Gift: ${name}, ${monthsOf(months)}`,
        details: { recipientId: recipient.id, months },
        statusPath: '/subscription/success',
      };
    },
    async paid(tx, checkout, { fact, record }): Promise<RefundDue | undefined> {
      await record({ subjectId: checkout.id, availableAt: holdingEnd(fact.capturedAt) });
      const refundReason =
        fact.amountCents < checkout.amountCents
          ? 'Less than the price was paid.'
          : await give(tx, checkout, fact.capturedAt);
      return refundReason ? { refundReason } : undefined;
    },
    async charged(tx, checkout, charge): Promise<RefundDue | undefined> {
      const known = checkout && (await gifts.findGift(tx, checkout.id));
      const isPaid = remainingCents(charge) > 0;
      // A payment without a gift goes back, also when its dispute is won later.
      if (!known) return isPaid ? { refundReason: 'There was no gift for this payment.' } : undefined;
      if (!known.userId) return undefined;
      await start.lockPerson(tx, known.userId);
      const gift = (await gifts.findGift(tx, checkout.id)) ?? known;
      if (gift.status === 'active' && !isPaid) await end(tx, checkout.id, gift);
      if (gift.status !== 'canceled' || !isPaid || !checkout.creatorId || now() >= gift.end) return undefined;
      // The dispute was won, or the refund failed.
      if (await start.findOpen(tx, known.userId, gift.tierId)) return { refundReason: SUBSCRIBED };
      await gifts.setGiftStatus(tx, checkout.id, 'active');
      return undefined;
    },
  };
}

const monthsOf = (months: number): string => (months === 1 ? '1 month' : `${months} months`);
