/** Scheduled work on subscriptions: mails about overdue payments, and changes that providers do not make or report. */
import { PAST_DUE_DAYS, PAST_DUE_REMINDER_DAYS, RENEWAL_HOURS } from '@tributary/contracts/memberships';
import { z } from 'zod';
import type { Users } from '#features/identity/index.ts';
import { ProviderRefused } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { defineJob, type JobRegistration, type Jobs, repeat, work } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import * as overdue from './overdue.repo.ts';
import { pastDueMail } from './past-due-mail.ts';
import type { Billed } from './subscriptions.repo.ts';
import type { SubscriptionsAtProvider } from './subscriptions-at-provider.ts';

export const endAtProvider = defineJob(
  'money.end-subscription',
  z.object({ provider: z.string(), subscriptionId: z.string() }),
);

export const mailPastDue = defineJob(
  'money.mail-past-due',
  z.object({ id: z.uuid(), occasion: z.enum(['failed', 'reminder']) }),
);

const reviewOverdue = defineJob('money.review-overdue-subscriptions', z.object({}));

export interface SubscriptionJobsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly users: Pick<Users, 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly atProvider: SubscriptionsAtProvider;
  readonly publicUrl: string;
  readonly instanceName: () => string;
  readonly now: () => Date;
}

export function subscriptionJobs(options: SubscriptionJobsOptions): JobRegistration[] {
  const { db, log, jobs, users, mailer, atProvider, now } = options;

  async function end(billed: Billed): Promise<void> {
    try {
      await atProvider.change(billed, (api) => api.cancel(billed.subscriptionId, 'now'));
    } catch (error) {
      // The subscription has already ended.
      if (!(error instanceof ProviderRefused)) throw error;
    }
  }

  /** Reads a subscription at its provider whose period has ended without news. */
  async function review(found: overdue.Overdue, at: Date): Promise<void> {
    if (found.cancelAtPeriodEnd) return end(found);
    try {
      await atProvider.refresh(found.provider, found.checkoutReference);
    } finally {
      // Without an answer, the period counts as unpaid.
      await db.transact((tx) => overdue.markPastDue(tx, found.id, new Date(at.getTime() - DAY_MS)));
    }
  }

  return [
    work(endAtProvider, end),
    work(mailPastDue, async ({ id, occasion }) => {
      const due = await db.read((reader) => overdue.findPastDue(reader, id));
      const person = due && (await users.find(due.userId));
      if (person && !person.bannedAt) await mailer.send(pastDueMail(person, due, occasion, options));
    }),
    repeat(reviewOverdue, 1, async (signal) => {
      const at = now();
      const before = (ms: number) => new Date(at.getTime() - ms);
      await db.transact(async (tx) => {
        const reminded = await overdue.claimReminders(tx, before(PAST_DUE_REMINDER_DAYS * DAY_MS));
        await jobs.send(
          tx,
          mailPastDue,
          reminded.map(({ id }) => ({ id, occasion: 'reminder' as const })),
        );
      });
      const work: (() => Promise<void>)[] = [];
      for (const billed of await db.read((reader) =>
        overdue.findUnpaid(reader, before(PAST_DUE_DAYS * DAY_MS)),
      ))
        work.push(() => end(billed));
      for (const found of await db.read((reader) =>
        overdue.findWithoutNews(reader, before(RENEWAL_HOURS * HOUR_MS)),
      ))
        work.push(() => review(found, at));
      for (const step of work) {
        signal.throwIfAborted();
        // Continues with the others; this one is tried again in an hour.
        await step().catch((err: unknown) =>
          log.warn({ err }, 'A payment provider could not be asked about a subscription'),
        );
      }
    }),
  ];
}
