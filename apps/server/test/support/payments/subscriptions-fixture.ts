/** Tiers, paid subscriptions and tickets on the sandbox, with a clock that the test drives. */

import type { StreamerSummary } from '@tributary/contracts/channels';
import type { BillingCycle, GiftMonths } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { createDonationPurpose } from '#features/donations/donation-purpose.service.ts';
import { createTicketPurpose } from '#features/events/tickets/ticket-purpose.service.ts';
import { isSubscriber } from '#features/memberships/subscriptions/entitlements/entitlements.repo.ts';
import { createGiftPurpose } from '#features/memberships/subscriptions/gifts/gift-purpose.service.ts';
import { createSubscriptionPurpose } from '#features/memberships/subscriptions/subscription-purpose.service.ts';
import { subscriptionJobs } from '#features/memberships/subscriptions/subscriptions.jobs.ts';
import { createSubscriptions } from '#features/memberships/subscriptions/subscriptions.service.ts';
import { createSubscriptionsAtProvider } from '#features/memberships/subscriptions/subscriptions-at-provider.ts';
import type { Mail } from '#platform/mail/index.ts';
import type { Notify } from '#platform/notifications/index.ts';
import { inEnglish } from '../in-english.ts';
import type { TestPaymentsOptions } from './compose.ts';
import { advanceMoneyEveryMinute } from './compose.ts';
import { moneyOptions } from './money-options.ts';
import { createPaymentsFixture } from './payments-fixture.ts';

type Row = Readonly<Record<string, unknown>>;

/** Call at the top of a test file, which has its own database. */
export async function createSubscriptionsFixture(more: Partial<TestPaymentsOptions> = {}) {
  const fixture = await createPaymentsFixture();
  const { db, people, queue, now, notified, hooks, network, start } = fixture;
  const notifications = {
    notify: async (_tx: unknown, notification: Notify) => void notified.push(inEnglish(notification)),
  };
  const payments = start({
    handlers: [
      createSubscriptionPurpose({ hooks, jobs: queue.jobs, notifications, now }),
      createGiftPurpose({ hooks, notifications, now }),
      createTicketPurpose(),
      createDonationPurpose({ hooks, jobs: queue.jobs, notifications }),
    ],
    ...more,
  });
  const atProvider = createSubscriptionsAtProvider({ ...payments, db, now });
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const options = { ...moneyOptions(db), jobs: queue.jobs, mailer, atProvider, now };
  queue.register([...advanceMoneyEveryMinute(db, now), ...subscriptionJobs(options)]);
  const channels = { summaries: async () => new Map<UserId, StreamerSummary>() };
  const subscriptions = createSubscriptions({ ...options, channels });
  let tiers = 0;

  const [creator] = (await people.streamers(1)) as [UserId];
  const fan = async () => (await people.people(1))[0] as UserId;

  /** @returns the id of a tier of the creator's, at 5.00 a month or 50.00 a year */
  async function offer(more: Row = {}): Promise<string> {
    const row: Row = {
      id: uuidv7(),
      creator_id: creator,
      name: `Tier ${++tiers}`,
      price_monthly: 500,
      price_yearly: 5000,
      ...more,
    };
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    await db.pool.query(
      `insert into subscription_tiers (${Object.keys(row)}) values (${places})`,
      Object.values(row),
    );
    return String(row.id);
  }

  const open = (
    tierId: string,
    payer: UserId | null,
    cycle: BillingCycle = 'monthly',
    method: 'stripe' | 'paypal' = 'stripe',
  ) =>
    payments.open(
      { purpose: 'subscription', method, idempotencyKey: crypto.randomUUID(), tierId, cycle },
      { userId: payer, network: network() },
    );

  return {
    ...fixture,
    payments,
    atProvider,
    mails,
    subscriptions,
    creator,
    fan,
    offer,
    open,
    /** @returns the id of the checkout of a gift */
    async give(tierId: string, giver: UserId, username: string, months: GiftMonths = 3): Promise<string> {
      const { id } = await payments.open(
        {
          purpose: 'gift',
          method: 'stripe',
          idempotencyKey: crypto.randomUUID(),
          tierId,
          username,
          months,
        },
        { userId: giver, network: network() },
      );
      return id;
    },
    /** Pays on the payment page. @returns the subscription's id */
    async subscribe(tierId: string, payer: UserId, cycle?: BillingCycle): Promise<string> {
      const { id } = await open(tierId, payer, cycle);
      await payments.approve(id);
      await payments.settle();
      return id;
    },
    row: async (id: string): Promise<Record<string, unknown>> =>
      (await db.pool.query('select * from tier_subscriptions where id = $1', [id])).rows[0] ??
      expect.fail(`There is no subscription ${id}`),
    chargesOf: async (id: string) =>
      (await fixture.rows('charges')).filter(({ subject_id }) => subject_id === id),
    /** Sets whether the card is declined, as on the portal. */
    async setDeclines(id: string, declines: boolean): Promise<void> {
      const { rows } = await db.pool.query(
        'select provider_subscription_id as id from tier_subscriptions where id = $1',
        [id],
      );
      await payments.sandbox.billing.setDeclines(String(rows[0]?.id), declines);
      await payments.settle();
    },
    /** Advances the clock, and runs everything that is due by then. */
    async pass(ms: number): Promise<void> {
      fixture.advance(ms);
      await queue.runRepeated();
      await payments.settle();
    },
    /** Ends all subscriptions, so that later tests do not renew them. Call it after each test. */
    async endAll(): Promise<void> {
      await db.pool.query("delete from sandbox_objects where kind = 'subscription'");
      await db.pool.query("update tier_subscriptions set status = 'canceled', past_due_since = null");
    },
    isEntitled: (userId: UserId) => db.read((reader) => isSubscriber(reader, userId, creator, now())),
  };
}
