import { PAST_DUE_DAYS } from '@tributary/contracts/memberships';
import type { Profile } from '#features/identity/index.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { Mail } from '#platform/mail/index.ts';
import { dayText, localize, localized, textIn } from '#platform/messages/index.ts';
import type { PastDue } from './overdue.repo.ts';

/** Tells a subscriber that a payment failed, or that the subscription ends soon. */
export function pastDueMail(
  { email: to, language }: Pick<Profile, 'email' | 'language'>,
  { tierName: tier, creatorName: creator, priceCents, currency, since }: PastDue,
  occasion: 'failed' | 'reminder',
  { publicUrl, instanceName }: { readonly publicUrl: string; readonly instanceName: () => string },
): Mail {
  const text = localized(occasion === 'failed' ? 'mail.pastDue.failed' : 'mail.pastDue.reminder', {
    amount: { minor: priceCents, currency },
    tier,
    creator,
    end: dayText(new Date(since.getTime() + PAST_DUE_DAYS * DAY_MS)),
    url: `${publicUrl}/subscription-management`,
    instance: instanceName(),
  });
  return {
    to,
    language,
    purpose: 'notification',
    subject: textIn(
      language,
      occasion === 'failed' ? 'mail.pastDue.subjectFailed' : 'mail.pastDue.subjectReminder',
      { tier },
    ),
    text: localize(text, language),
  };
}
