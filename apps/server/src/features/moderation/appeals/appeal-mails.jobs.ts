/** Mails to banned people, who cannot see notifications: the ban, and the decision about their appeal. */
import { APPEAL_OUTCOMES, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { AppealTokens, Users } from '#features/identity/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { findBan } from './appeals.repo.ts';

const mailBan = defineJob('moderation.mail_ban', z.object({ userId }));
const mailDecision = defineJob(
  'moderation.mail_appeal_decision',
  z.object({ userId, outcome: z.enum(APPEAL_OUTCOMES), reply: z.string() }),
);

export interface AppealMailsOptions {
  readonly db: Database;
  readonly users: Pick<Users, 'find'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly tokens: AppealTokens;
  readonly instanceName: string;
  readonly publicUrl: string;
}

export interface AppealMails {
  readonly jobs: readonly JobRegistration[];
  /** Mails the reason and the end of the ban, and the link to appeal. */
  sendBanMail(tx: Writer, id: UserId): Promise<void>;
  sendDecisionMail(
    tx: Writer,
    id: UserId,
    decision: { outcome: 'lifted' | 'upheld'; reply: string },
  ): Promise<void>;
}

export function createAppealMails(options: AppealMailsOptions): AppealMails {
  const { db, users, jobs, mailer, tokens, instanceName, publicUrl } = options;
  const mail = (to: string, subject: string, lines: readonly string[]) =>
    mailer.send({ to, purpose: 'security', subject, text: `${lines.join('\n\n')}\n` });
  return {
    jobs: [
      work(mailBan, async ({ userId: id }) => {
        const ban = await db.read((reader) => findBan(reader, id));
        if (ban === undefined) return;
        const until = ban.until ? `until ${ban.until.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
        await mail(ban.email, `Your ${instanceName} account is ${until === '' ? 'banned' : 'suspended'}`, [
          `An admin of ${instanceName} ${until === '' ? 'banned' : 'suspended'} your account ${ban.username} ${until}`.trimEnd() +
            '.',
          ...(ban.reason ? [`Reason: ${ban.reason}`] : []),
          `You can appeal once:\n\n${publicUrl}${tokens.linkFor(id, ban.at)}`,
        ]);
      }),
      work(mailDecision, async ({ userId: id, outcome, reply }) => {
        const person = await users.find(id);
        if (person === null) return;
        const isLifted = outcome === 'lifted';
        await mail(person.email, `Your appeal on ${instanceName} was ${isLifted ? 'granted' : 'rejected'}`, [
          isLifted
            ? 'Your ban was lifted. You can sign in again.'
            : 'An admin looked at your appeal. Your ban stays.',
          reply,
          ...(isLifted ? [`${publicUrl}/login`] : []),
        ]);
      }),
    ],
    sendBanMail: async (tx, id) => void (await jobs.send(tx, mailBan, { userId: id })),
    sendDecisionMail: async (tx, id, decision) =>
      void (await jobs.send(tx, mailDecision, { userId: id, ...decision })),
  };
}
