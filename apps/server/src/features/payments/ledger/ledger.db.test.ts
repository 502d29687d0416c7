/** Rules of the ledger that the schema enforces. */
import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';

const { db, account, charge } = await createMoneyFixture();
const { id: creator } = await account('streamer');
await charge(creator);
await db.pool.query(`insert into ledger_accounts (kind) values ('disputes')`);

it('refuses to change entries, and transactions that do not sum to zero', async () => {
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
       where a.kind = 'disputes'`,
    `insert into ledger_transactions (kind, idempotency_key, subject_kind, subject_id, occurred_at)
       values ('released', 'empty', 'release', gen_random_uuid(), now())`,
  ])
    await expect(db.pool.query(statement), statement).rejects.toMatchObject({
      constraint: 'ledger_transactions_balance',
    });
});

it('refuses to book one key or one event of a provider twice', async () => {
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

it('refuses another currency after the first payment', async () => {
  await expect(db.pool.query(`update instance_settings set currency = 'EUR'`)).rejects.toMatchObject({
    code: '23503',
  });
});
