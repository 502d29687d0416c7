/** Notifies creators of changes of their payout accounts at once, in the app and by mail. */
import { PAYOUT_WAIT_HOURS } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import { languageOf } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { ProviderName, Providers } from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { type LocalizedText, localize, localized, momentText } from '#platform/messages/index.ts';
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

  function textOf(change: PayoutChange, at: Date): { title: LocalizedText; message: LocalizedText } {
    switch (change.kind) {
      case 'connected':
        return {
          title: localized('notice.payoutAccount.connected.title', { provider: labelOf(change.provider) }),
          message:
            change.payableAt > at
              ? localized('notice.payoutAccount.connected.waits', {
                  hours: PAYOUT_WAIT_HOURS,
                  until: momentText(change.payableAt),
                })
              : localized('notice.payoutAccount.connected.ready'),
        };
      case 'chosen':
        return {
          title: localized('notice.payoutAccount.chosen.title', { provider: labelOf(change.provider) }),
          message: localized('notice.payoutAccount.chosen.message'),
        };
      case 'disconnected':
        return {
          title: localized('notice.payoutAccount.disconnected.title', { provider: labelOf(change.provider) }),
          message: localized('notice.payoutAccount.disconnected.message'),
        };
      case 'details_opened':
        return {
          title: localized('notice.payoutAccount.opened.title', { provider: labelOf(change.provider) }),
          message: localized('notice.payoutAccount.opened.message', { provider: labelOf(change.provider) }),
        };
      case 'wallet_connected':
        return {
          title: localized('notice.payoutAccount.wallet.title'),
          message: localized('notice.payoutAccount.wallet.message', { address: change.address }),
        };
      case 'wallet_disconnected':
        return {
          title: localized('notice.payoutAccount.walletGone.title'),
          message: localized('notice.payoutAccount.walletGone.message'),
        };
    }
  }

  return {
    async send(tx, creatorId, change, at) {
      const text = textOf(change, at);
      await notifications.notify(tx, { userId: creatorId, ...payoutAccountChanged.of(text) });
      const language = await languageOf(tx, creatorId);
      await jobs.send(tx, mailPayoutNotice, {
        creatorId,
        title: localize(text.title, language),
        message: localize(text.message, language),
        at: at.toISOString(),
      });
    },
  };
}
