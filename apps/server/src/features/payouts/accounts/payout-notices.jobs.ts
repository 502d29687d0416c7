/**
 * Mails creators about changes of their payout accounts, by a job that retries while the mail server is unavailable.
 */
import { SCREENS, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Users } from '#features/identity/index.ts';
import { formatMoment } from '#platform/format-moment.ts';
import { defineJob, type JobRegistration, work } from '#platform/jobs/index.ts';
import type { Mailer } from '#platform/mail/index.ts';

export const mailPayoutNotice = defineJob(
  'money.mail-payout-notice',
  z.object({ creatorId: userId, title: z.string(), message: z.string(), at: z.iso.datetime() }),
);

interface Options {
  readonly users: Pick<Users, 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly publicUrl: string;
  readonly instanceName: string;
}

export const payoutNoticeMails = ({ users, mailer, publicUrl, instanceName }: Options): JobRegistration =>
  work(mailPayoutNotice, async ({ creatorId, title, message, at }) => {
    const person = await users.find(creatorId);
    if (!person) return;
    await mailer.send({
      to: person.email,
      purpose: 'security',
      subject: `Where you are paid on ${instanceName} was changed`,
      text: `${title}, on ${formatMoment(new Date(at))}. ${message}

If this was you, there is nothing to do. If it wasn’t, someone else can use your account. Reset your password, which signs out all devices:

${publicUrl}${SCREENS.recovery}

Then disconnect what you don’t know:

${publicUrl}/dashboard/creator/payouts

If you can’t, ask the operator for help:

${publicUrl}/contact

${instanceName}
`,
    });
  });
