/** Notifies creators of changes of their payout accounts at once, in the app and by mail. */
import { PAYOUT_WAIT_HOURS } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { ProviderName, Providers } from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { formatMoment } from '#platform/format-moment.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { payoutAccountChanged } from '../payouts.notifications.ts';
import { mailPayoutNotice } from './payout-notices.jobs.ts';

export type PayoutChange =
  /** `payableAt` is the time from which payouts go to the account. */
  | { readonly kind: 'connected'; readonly provider: ProviderName; readonly payableAt: Date }
  | { readonly kind: 'chosen' | 'disconnected' | 'details_opened'; readonly provider: ProviderName }
  /** `address` is the first address of the new account. */
  | { readonly kind: 'wallet_connected'; readonly address: string }
  | { readonly kind: 'wallet_disconnected' };

export interface PayoutNotices {
  /** Sends the notice when `tx` commits. The mail is sent even if the creator has turned notifications off. */
  send(tx: Writer, creatorId: UserId, change: PayoutChange, at: Date): Promise<void>;
}

export function createPayoutNotices({
  jobs,
  notifications,
  providers,
}: {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly providers: Pick<Providers, 'known'>;
}): PayoutNotices {
  const labelOf = (name: ProviderName) => providers.known.find((one) => one.name === name)?.label ?? name;

  function textOf(change: PayoutChange, at: Date): { title: string; message: string } {
    switch (change.kind) {
      case 'connected':
        return {
          title: `A ${labelOf(change.provider)} account was connected for your payouts`,
          message:
            change.payableAt > at
              ? `It is new, so nothing is sent to it for ${PAYOUT_WAIT_HOURS} hours, until ${formatMoment(change.payableAt)}.`
              : 'What you have available is sent to it from now on.',
        };
      case 'chosen':
        return {
          title: `Your payouts are now sent to ${labelOf(change.provider)}`,
          message: 'The account was chosen in place of another one.',
        };
      case 'disconnected':
        return {
          title: `Your ${labelOf(change.provider)} account was disconnected from payouts`,
          message: 'Payouts that are under way are still sent there.',
        };
      case 'details_opened':
        return {
          title: `The details of your ${labelOf(change.provider)} account were opened`,
          message: `Your bank details may be changed on the page of ${labelOf(change.provider)}.`,
        };
      case 'wallet_connected':
        return {
          title: 'A wallet was connected for crypto payments',
          message: `Viewers pay to it from now on. Its first address is ${change.address}.`,
        };
      case 'wallet_disconnected':
        return {
          title: 'Your wallet was disconnected from crypto payments',
          message: 'You receive no more crypto payments until you connect one.',
        };
    }
  }

  return {
    async send(tx, creatorId, change, at) {
      const { title, message } = textOf(change, at);
      const notification = payoutAccountChanged.of({ title, message });
      await notifications.notify(tx, { userId: creatorId, ...notification });
      await jobs.send(tx, mailPayoutNotice, { creatorId, title, message, at: at.toISOString() });
    },
  };
}
