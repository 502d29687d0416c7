/** The purpose donation: its offer, and the donation that a payment records. */
import type { DonationCheckout } from '@tributary/contracts/payments';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { findGuestReceipt, holdingEnd, type PurposeHandler, supported } from '#features/payments/index.ts';
import { mailGuestReceipt } from '#features/payouts/index.ts';
import { publish } from '#platform/events/index.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { findPage } from './donation-pages.repo.ts';
import * as repo from './donation-purpose.repo.ts';
import { donationErrors } from './donations.errors.ts';
import { donationCompleted, donationsChanged, donationWritten } from './donations.events.ts';
import { donated } from './donations.notifications.ts';

/** Details are empty once the account of the donor or the recipient was deleted. */
const details = z.object({
  message: z.string().default(''),
  isAnonymous: z.boolean().default(true),
  guestName: z.string().default(''),
});

interface Options {
  readonly hooks: Pick<Hooks, 'run'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}

export function createDonationPurpose({ hooks, jobs, notifications }: Options): PurposeHandler {
  return {
    purpose: 'donation',
    async offer(tx, request: DonationCheckout, { payerId }) {
      const { method, streamId, streamerId, amount, message, isAnonymous } = request;
      const recipient =
        streamId !== undefined
          ? await repo.findRecipientOfStream(tx, streamId)
          : streamerId && (await repo.findRecipient(tx, streamerId));
      const pointer = streamId !== undefined ? '/streamId' : '/streamerId';
      if (!recipient) throw donationErrors.recipient_not_found().at(pointer);
      if (recipient.id === payerId) {
        throw donationErrors.own_channel().at(pointer);
      }
      if (!(await findPage(tx, recipient.id)).isOpen) {
        throw donationErrors.donations_closed().at(pointer);
      }
      const isGuest = payerId === null;
      const guestName = isGuest && !isAnonymous ? request.guestName : '';
      if (message !== '' || guestName !== '') {
        await hooks.run(tx, donationWritten, { creatorId: recipient.id, payerId, message, guestName });
      }
      return {
        creatorId: recipient.id,
        subjectId: null,
        streamId: streamId ?? null,
        amountCents: amount,
        description: `Donation to ${recipient.displayName}`,
        subscription: null,
        details: { message, isAnonymous, guestName },
        receiptEmail: isGuest ? request.receiptEmail : undefined,
        statusPath: streamId
          ? `/checkout/${method}/${streamId}`
          : `/billing/checkout?creator=${recipient.username}`,
      };
    },
    project: (tx, { after }) => repo.updateFromCharge(tx, after.id),
    async charged(tx, _checkout, { creatorId }) {
      if (creatorId !== null) await publish(tx, donationsChanged, { creatorId });
      return undefined;
    },
    async paid(tx, checkout, { fact, record }) {
      const { creatorId, payerId, provider, streamId } = checkout;
      if (creatorId === null) return { refundReason: 'The account of the creator is deleted.' };
      const { message, isAnonymous, ...given } = details.parse(checkout.details);
      const availableAt = holdingEnd(fact.capturedAt);
      const charge = await record({ subjectId: null, availableAt, isAnonymous });
      const guestName = given.guestName || null;
      const donorId = isAnonymous ? null : payerId;
      const id = uuidv7();
      await repo.insertDonation(tx, {
        id,
        chargeId: charge.id,
        recipientId: creatorId,
        donorId,
        provider,
        message,
        isAnonymous,
        guestName,
        amountCents: charge.grossCents,
        feeCents: charge.feeCents,
        currency: charge.currency,
        at: charge.capturedAt,
      });
      await publish(tx, donationCompleted, { donationId: id, recipientId: creatorId, streamId });
      await hooks.run(tx, supported, { kind: 'donation', id, creatorId });
      if (await findGuestReceipt(tx, checkout.id))
        await jobs.send(tx, mailGuestReceipt, { checkoutId: checkout.id });
      const donorName = donorId && (await repo.findDonorName(tx, donorId));
      const { grossCents: amountCents, currency } = charge;
      const notification = donated.of({ id, donorId, donorName, guestName, amountCents, currency, message });
      await notifications.notify(tx, { userId: creatorId, ...notification });
      return undefined;
    },
  };
}
