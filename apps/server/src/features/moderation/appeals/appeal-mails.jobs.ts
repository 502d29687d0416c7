/** Mails to banned people, who cannot see notifications: the ban, and the decision about their appeal. */
import { APPEAL_OUTCOMES, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { AppealTokens, Profile, Users } from '#features/identity/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { type LocalizedText, localize, localized, momentText, written } from '#platform/messages/index.ts';
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
  readonly instanceName: () => string;
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
  const mail = (
    { email: to, language }: Pick<Profile, 'email' | 'language'>,
    subject: LocalizedText,
    lines: readonly (LocalizedText | string)[],
  ) =>
    mailer.send({
      to,
      language,
      purpose: 'security',
      subject: localize(subject, language),
      text: `${lines.map((line) => written(line, language)).join('\n\n')}\n`,
    });
  return {
    jobs: [
      work(mailBan, async ({ userId: id }) => {
        const ban = await db.read((reader) => findBan(reader, id));
        const person = ban && (await users.find(id));
        if (!person) return;
        const { username, until, reason, at } = ban;
        const instance = instanceName();
        await mail(
          person,
          localized(until ? 'mail.ban.subjectSuspended' : 'mail.ban.subject', { instance }),
          [
            until
              ? localized('mail.ban.suspended', { instance, username, until: momentText(until) })
              : localized('mail.ban.banned', { instance, username }),
            ...(reason ? [localized('mail.ban.reason', { reason })] : []),
            localized('mail.ban.appeal', { url: `${publicUrl}${tokens.linkFor(id, at)}` }),
          ],
        );
      }),
      work(mailDecision, async ({ userId: id, outcome, reply }) => {
        const person = await users.find(id);
        if (person === null) return;
        const isLifted = outcome === 'lifted';
        await mail(
          person,
          localized(isLifted ? 'mail.appeal.subjectGranted' : 'mail.appeal.subjectRejected', {
            instance: instanceName(),
          }),
          [
            localized(isLifted ? 'mail.appeal.granted' : 'mail.appeal.rejected'),
            reply,
            ...(isLifted ? [`${publicUrl}/login`] : []),
          ],
        );
      }),
    ],
    sendBanMail: async (tx, id) => void (await jobs.send(tx, mailBan, { userId: id })),
    sendDecisionMail: async (tx, id, decision) =>
      void (await jobs.send(tx, mailDecision, { userId: id, ...decision })),
  };
}
