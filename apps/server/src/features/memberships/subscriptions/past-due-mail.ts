import { PAST_DUE_DAYS } from '@tributary/contracts/memberships';
import { formatMoney } from '@tributary/contracts/shared';
import { DAY_MS } from '#platform/durations.ts';
import type { Mail } from '#platform/mail/index.ts';
import type { PastDue } from './overdue.repo.ts';

/** Tells a subscriber that a payment failed, or that the subscription ends soon. */
export function pastDueMail(
  to: string,
  { tierName, creatorName, priceCents, currency, since }: PastDue,
  occasion: 'failed' | 'reminder',
  { publicUrl, instanceName }: { readonly publicUrl: string; readonly instanceName: string },
): Mail {
  const end = new Date(since.getTime() + PAST_DUE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const amount = formatMoney(priceCents, currency);
  return {
    to,
    purpose: 'notification',
    subject:
      occasion === 'failed'
        ? `The payment for ${tierName} failed`
        : `Your subscription to ${tierName} is about to end`,
    text: `${
      occasion === 'failed'
        ? `The payment of ${amount} for your subscription to ${tierName} of ${creatorName} failed`
        : `The payment of ${amount} for your subscription to ${tierName} of ${creatorName} is still overdue`
    }, so you have no access. Change your payment method to continue. Without a payment, the subscription is canceled by ${end} (UTC), and you are not charged.

${publicUrl}/subscription-management

${instanceName}
`,
  };
}
