/** The migration that books what earlier versions stored. */
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '#platform/db/index.ts';
import { createEmptyDatabase } from '../../../../test/support/database.ts';
import { checkLedger } from './check.repo.ts';

const LEDGER = 109;

const db = await createEmptyDatabase();
const database = { connectionString: db.url };
const migrations = await readMigrations();

/** The nth person, event and so on has the id `00000000-0000-7000-8000-00000000000n`. */
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ADA, BEN, FAN] = [uuid(1), uuid(2), uuid(3)];

it('books donations, tickets and payouts of an earlier version, so that everything agrees', async () => {
  await migrate(
    database,
    migrations.filter(({ version }) => version < LEDGER),
  );
  for (const statement of [
    `insert into profiles (id, username, email, display_name)
       values ('${ADA}', 'ada', 'ada@example.org', 'Ada'), ('${BEN}', 'ben', 'ben@example.org', 'Ben'), ('${FAN}', 'fan', 'fan@example.org', 'Fan')`,
    `insert into streamer_data (user_id, stream_key, stream_key_hash)
       select id, '', sha256(id::text::bytea) from profiles where username <> 'fan'`,
    `insert into donations (id, recipient_id, donor_id, amount, platform_fee, net_amount, payment_provider, status, is_anonymous, created_at)
       values ('${uuid(11)}', '${ADA}', '${FAN}', 1000, 100, 900, 'stripe', 'completed', false, '2026-09-03'),
         ('${uuid(12)}', '${ADA}', null, 3333, 333, 3000, 'paypal', 'completed', true, '2026-09-30 23:59:59.9999Z'),
         ('${uuid(13)}', '${ADA}', '${FAN}', 700, 70, 630, 'paypal', 'refunded', false, '2026-10-03'),
         ('${uuid(14)}', '${ADA}', '${FAN}', 500, 50, 450, 'stripe', 'disputed', false, '2026-10-04'),
         ('${uuid(15)}', '${BEN}', '${ADA}', 9, 0, 9, 'stripe', 'completed', false, '2026-10-05'),
         ('${uuid(16)}', null, null, 200, 20, 180, 'stripe', 'completed', false, '2026-10-06')`,
    `insert into ppv_events (id, creator_id, title, event_date, timezone, duration_minutes, price_cents, capacity, total_tickets_sold, total_revenue_cents, platform_commission_cents, status, created_at)
       values ('${uuid(21)}', '${ADA}', 'Past', '2026-10-10 20:00Z', 'UTC', 60, 400, 300, 141, 56400, 5640, 'ended', '2026-10-01'),
         ('${uuid(22)}', '${ADA}', 'Soon', '2026-12-10 20:00Z', 'UTC', 60, 999, null, 7, 6993, 693, 'published', '2026-10-01'),
         ('${uuid(23)}', '${BEN}', 'Off', '2026-10-10 20:00Z', 'UTC', 60, 400, 300, 5, 0, 0, 'canceled', '2026-10-01'),
         ('${uuid(24)}', '${BEN}', 'Free', '2026-10-10 20:00Z', 'UTC', 60, 0, null, 12, 0, 0, 'ended', '2026-10-01')`,
    `insert into payouts (id, streamer_id, amount, status, period_start, period_end, due_date, created_at)
       values ('${uuid(31)}', '${ADA}', 3900, 'completed', '2026-09-01', '2026-10-01', '2026-10-31', '2026-10-01'),
         ('${uuid(32)}', '${ADA}', 50760, 'pending', '2026-10-01', '2026-11-01', '2026-12-01', '2026-11-01'),
         ('${uuid(33)}', '${BEN}', 9, 'failed', '2026-10-01', '2026-11-01', '2026-12-01', '2026-11-01')`,
  ])
    await db.pool.query(statement);
  const totals = 'select user_id, total_earnings, total_donations from streamer_data order by user_id';
  const before = (await db.pool.query(totals)).rows;

  await migrate(database, migrations);
  expect(await checkLedger(db)).toMatchObject({ charges: 6 + 141 + 7, disagreements: [] });
  expect((await db.pool.query(totals)).rows).toEqual(before);
  const { rows } = await db.pool.query(
    `select kind, owner_id, balance from ledger_accounts where balance <> 0 order by owner_id, kind`,
  );
  expect(rows).toEqual([
    // What Ada earned is paid out or on its way; the tickets of the coming event are pending.
    { kind: 'creator_pending', owner_id: ADA, balance: 6993 - 693 },
    { kind: 'creator_available', owner_id: BEN, balance: 9 },
    { kind: 'creator_available', owner_id: null, balance: 180 },
  ]);
});

it('keeps entries as they are, and each transaction at a sum of zero', async () => {
  for (const statement of [
    'update ledger_entries set amount = amount + 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'update ledger_transactions set occurred_at = now()',
    'delete from ledger_transactions',
  ])
    await expect(db.pool.query(statement), statement).rejects.toMatchObject({
      message: expect.stringContaining('is append-only'),
    });
  for (const statement of [
    `insert into ledger_entries (transaction_id, account_id, amount, currency, occurred_at)
       select t.id, a.id, 1, 'USD', now() from (select max(id) as id from ledger_transactions) t, ledger_accounts a
       where a.kind = 'refunds' or a.kind = 'disputes'`,
    `insert into ledger_transactions (kind, idempotency_key, subject_kind, subject_id, occurred_at)
       values ('released', 'empty', 'release', gen_random_uuid(), now())`,
  ])
    await expect(db.pool.query(statement), statement).rejects.toMatchObject({
      constraint: 'ledger_transactions_balance',
    });
});

it('books nothing twice under one key, or for one event of a provider', async () => {
  const copy = (columns: string) =>
    db.pool.query(
      `insert into ledger_transactions (kind, idempotency_key, provider, provider_event_id, subject_kind, subject_id, occurred_at)
       select kind, ${columns}, subject_kind, subject_id, occurred_at from ledger_transactions
       where provider_event_id is not null limit 1`,
    );
  await expect(copy('idempotency_key, null, null')).rejects.toMatchObject({ code: '23505' });
  await expect(copy("'another', provider, provider_event_id")).rejects.toMatchObject({
    constraint: 'ledger_transactions_once_per_event',
  });
});

it('has one currency, which cannot change once somebody has paid', async () => {
  await expect(db.pool.query(`update instance_settings set currency = 'EUR'`)).rejects.toMatchObject({
    code: '23503',
  });
});
