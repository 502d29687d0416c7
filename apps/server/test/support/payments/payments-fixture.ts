/**
 * Checkouts, settlement and the sandbox on a real database, with a clock, a queue and webhooks that the test drives.
 */
import type { CheckoutBody, DonationCheckout } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { expect } from 'vitest';
import { createDonationPurpose } from '#features/donations/donation-purpose.service.ts';
import { createHooks } from '#platform/hooks.ts';
import type { Notify } from '#platform/notifications/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { HOUR_MS } from '../../../src/platform/durations.ts';
import { createTestDatabase } from '../database.ts';
import { inEnglish } from '../in-english.ts';
import { createPeopleFixture } from '../people-fixture.ts';
import { expectBooksOf } from '../properties/books.ts';
import { PREPARED, saveRows } from '../properties/many-histories.ts';
import { runRepeatedJobs } from '../repeated-jobs.ts';
import { createTestJobs } from '../test-jobs.ts';
import { createPayments, type TestPaymentsOptions } from './compose.ts';
import { moneyOptions } from './money-options.ts';
import type { SentWebhook } from './provider-driver.ts';

/** Call at the top of a test file, which has its own database. */
export async function createPaymentsFixture() {
  const db = await createTestDatabase(PREPARED);
  const people = createPeopleFixture(db);
  const queue = await createTestJobs(db);
  const sent: SentWebhook[] = [];
  const notified: ReturnType<typeof inEnglish<Notify>>[] = [];
  const notifications = {
    async notify(_tx: unknown, notification: Notify) {
      notified.push(inEnglish(notification));
    },
  };
  const hooks = createHooks();
  let nowMs = Date.parse('2026-03-01T12:00:00Z');
  const now = () => new Date(nowMs);
  let histories = 0;
  /** The network of the present history, since a network may open only a limited number of payment pages. */
  const network = () => `10.${(histories >> 8) & 255}.${histories & 255}.1`;

  /** Starts the payments as after a restart, which keeps only the database and the queue. */
  function start(more: Partial<TestPaymentsOptions> = {}) {
    const payments = createPayments({
      ...moneyOptions(db),
      jobs: queue.jobs,
      // Gives each history its own hours, since an account may open only a limited number of payment pages an hour.
      sharedState: createMemoryState(() => performance.now() + histories * HOUR_MS),
      notifications,
      handlers: [createDonationPurpose({ hooks, jobs: queue.jobs, notifications })],
      emailOf: async () => 'payer@example.org',
      acceptsTestMoney: true,
      sandboxTransport: async (webhook) => {
        sent.push(webhook);
        return 200;
      },
      now,
      ...more,
    });
    const sandbox = payments.sandbox ?? expect.fail('The sandbox is missing');
    queue.register(payments.jobs);

    const pageOf = async (checkoutId: string): Promise<string> => {
      const { rows } = await db.pool.query<{ reference: string }>(
        'select provider_reference as reference from checkouts where id = $1',
        [checkoutId],
      );
      return rows[0]?.reference ?? expect.fail(`The checkout ${checkoutId} has no payment page`);
    };

    return {
      ...payments,
      sandbox,
      pageOf,
      transact: (more.db ?? db).transact,
      donate: (body: CheckoutBody, payerId: UserId | null = null) =>
        payments.open(body, { userId: payerId, network: network() }),
      approve: async (checkoutId: string) => void (await sandbox.page.approve(await pageOf(checkoutId))),
      receive: (webhook: SentWebhook) => payments.webhooks.receive('sandbox', { ...webhook }),
      /** Runs the job that sends refunds again. */
      sendDueRefunds: () => runRepeatedJobs(payments, 'money.send-due-refunds'),
      /** Runs the queue and delivers the webhooks until nothing is left. */
      async settle() {
        for (;;) {
          const failures = await queue.runAll();
          expect(failures).toEqual([]);
          if (sent.length === 0) return;
          for (const webhook of sent.splice(0)) await payments.webhooks.receive('sandbox', { ...webhook });
        }
      },
    };
  }

  return {
    db,
    people,
    queue,
    hooks,
    sent,
    notified,
    now,
    network,
    start,
    /** Saves the rows and the clock. @returns a function that restores them, for the next history of a property */
    async saveState() {
      const restoreRows = await saveRows(db);
      const startMs = nowMs;
      return async () => {
        await restoreRows();
        histories += 1;
        nowMs = startMs;
        sent.length = 0;
        notified.length = 0;
      };
    },
    advance(ms: number) {
      nowMs += ms;
    },
    donation: (streamerId: UserId, more: Partial<DonationCheckout> = {}): DonationCheckout => ({
      purpose: 'donation',
      method: 'stripe',
      idempotencyKey: crypto.randomUUID(),
      streamerId,
      amount: 1500,
      message: 'Thank you',
      isAnonymous: false,
      guestName: '',
      ...more,
    }),
    rows: async (table: string) =>
      (await db.pool.query<Record<string, unknown>>(`select * from ${table} order by id`)).rows,
    /** Ends the waiting time of new payout accounts and first payouts. */
    async endWaitingTimes(): Promise<void> {
      await db.pool.query('update provider_accounts set payable_at = as_of where is_ready');
      await db.pool.query('update payouts set waits_until = null');
    },
    /** Adds an earlier payout to a creator, which the bank has returned. */
    async addEarlierPayout(creatorId: UserId): Promise<void> {
      await db.pool.query(
        `insert into payouts (id, streamer_id, amount, currency, status, provider, account, period_start, period_end,
           due_date, sent_at, settled_at)
         values (gen_random_uuid(), $1, 1000, 'USD', 'failed', 'sandbox', 'earlier', '2026-01-01', '2026-02-01',
           '2026-03-01', '2026-02-01', '2026-02-01')`,
        [creatorId],
      );
    },
    expectBalanced: expectBooksOf(db),
  };
}
