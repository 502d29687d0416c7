/**
 * Mails creators about changes of their payout accounts, by a job that retries while the mail server is unavailable.
 */
import { SCREENS, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Users } from '#features/identity/index.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { localize, localized, momentText, textIn } from '#platform/messages/index.ts';

export const mailPayoutNotice = defineJob(
  'money.mail-payout-notice',
  z.object({ creatorId: userId, title: z.string(), message: z.string(), at: z.iso.datetime() }),
);

interface Options {
  readonly users: Pick<Users, 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly publicUrl: string;
  readonly instanceName: () => string;
}

export const payoutNoticeMails = ({ users, mailer, publicUrl, instanceName }: Options): JobRegistration =>
  work(mailPayoutNotice, async ({ creatorId, title, message, at }) => {
    const person = await users.find(creatorId);
    if (!person) return;
    const { email: to, language } = person;
    const text = localized('mail.payoutAccount.text', {
      title,
      message,
      at: momentText(new Date(at)),
      recovery: `${publicUrl}${SCREENS.recovery}`,
      payouts: `${publicUrl}/dashboard/creator/payouts`,
      contact: `${publicUrl}/contact`,
      instance: instanceName(),
    });
    await mailer.send({
      to,
      language,
      purpose: 'security',
      subject: textIn(language, 'mail.payoutAccount.subject', { instance: instanceName() }),
      text: localize(text, language),
    });
  });
