/** Accounts, channels, and rows of money as later features will write them. */
import type { UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { MoneyOptions } from '#features/money/index.ts';
import { createTestDatabase } from './database.ts';
import { createUsersFixture } from './users-fixture.ts';

type Row = Readonly<Record<string, unknown>>;

interface Given {
  readonly to: UserId;
  readonly from?: UserId;
  readonly amount?: number;
  readonly fee?: number;
  readonly at?: string;
  readonly more?: Row;
}

/** Call at the top of a test file, which has its own database. */
export async function createMoneyFixture() {
  const db = await createTestDatabase();
  const { users, channels, account } = createUsersFixture(db);
  let tiers = 0;

  /** @returns its id */
  async function insert(table: string, row: Row): Promise<string> {
    const id = uuidv7();
    const columns = ['id', ...Object.keys(row)];
    const places = columns.map((_, index) => `$${index + 1}`);
    await db.pool.query(`insert into ${table} (${columns}) values (${places})`, [id, ...Object.values(row)]);
    return id;
  }

  /** What the parts of the feature need besides; files, jobs and notifications go nowhere. */
  const options: Omit<MoneyOptions, 'now'> = {
    db,
    channels,
    images: {
      store: async () => `/pictures/${uuidv7()}.webp`,
      claim: async () => {},
      release: async () => {},
      discard: async () => {},
    },
    jobs: { send: async () => {} },
    notifications: { notify: async () => {} },
    instanceName: 'Test',
    publicUrl: 'https://live.example',
  };

  return {
    db,
    users,
    channels,
    options,
    account,
    insert,
    donate: ({ to, from, amount = 1000, fee = 100, at = '2026-11-20T10:00:00Z', more = {} }: Given) =>
      insert('donations', {
        recipient_id: to,
        donor_id: from ?? null,
        amount,
        platform_fee: fee,
        net_amount: amount - fee,
        payment_provider: 'stripe',
        status: 'completed',
        created_at: at,
        ...more,
      }),
    announce: (creator: UserId, more: Row = {}) =>
      insert('ppv_events', {
        creator_id: creator,
        title: 'A night of it',
        event_date: new Date(Date.now() + 86_400_000),
        timezone: 'UTC',
        duration_minutes: 60,
        price_cents: 500,
        capacity: 10,
        status: 'published',
        ...more,
      }),
    offer: (creator: UserId, more: Row = {}) =>
      insert('subscription_tiers', {
        creator_id: creator,
        name: `Tier ${++tiers}`,
        price_monthly: 500,
        price_yearly: 5000,
        ...more,
      }),
    subscribe: (tier: string, user: UserId, status = 'active', cycle = 'monthly') =>
      insert('tier_subscriptions', {
        tier_id: tier,
        user_id: user,
        status,
        billing_cycle: cycle,
        current_period_start: '2026-11-01T00:00:00Z',
        current_period_end: '2026-12-01T00:00:00Z',
      }),
  };
}
