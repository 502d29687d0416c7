/** A complete instance with one creator who received very many donations. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchInstance, openInstance } from '../lib/instance.ts';
import { serveParent } from '../lib/proc.ts';

export interface Dataset {
  readonly port: number;
  /** The Cookie header of the creator. */
  readonly cookie: string;
}

export type ServerOrder =
  | { readonly type: 'start'; readonly dataDir: string; readonly donations: number }
  | { readonly type: 'stop' };

const CREATOR = '01900000-0000-7000-8000-000000000001';

const ADMIN = new URL('../../apps/server/src/admin.ts', import.meta.url);
const run = promisify(execFile);

let instance: BenchInstance;

serveParent(async (order: ServerOrder): Promise<Dataset | null> => {
  if (order.type === 'stop') return instance[Symbol.asyncDispose]().then(() => null);
  instance = await openInstance(order.dataDir);
  await fill(instance, order.donations);
  const [cookie = ''] = await instance.signIn([CREATOR]);
  return { port: instance.port, cookie };
});

const TABLES = ['charges', 'donations', 'ledger_transactions', 'ledger_entries'];

/**
 * The rows that the ledger would have written, over two years. Triggers and foreign keys would check each of millions
 * of rows, so that the ledger is checked as a whole afterwards. Tables that are emptied in a transaction are filled
 * without a write-ahead log, and indexes are faster to create than to extend.
 */
async function fill({ pool, variables }: BenchInstance, donations: number): Promise<void> {
  const client = await pool.connect();
  const secondary = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not indisunique`,
    [TABLES],
  );
  const statements = [
    'begin',
    `insert into profiles (id, username, email, email_verified, display_name)
       values ('${CREATOR}', 'ada', 'ada@example.org', true, 'Ada')`,
    `insert into user_roles (user_id, role) values ('${CREATOR}', 'streamer')`,
    `insert into streamer_data (user_id, stream_key, stream_key_hash) values ('${CREATOR}', '', sha256('x'))`,
    'set local session_replication_role = replica',
    `set local maintenance_work_mem = '256MB'`,
    `truncate ${TABLES.join(', ')} cascade`,
    ...secondary.rows.map(({ name }) => `drop index ${name}`),
    'insert into money_mode (is_test) values (false)',
    `insert into charges (id, provider, is_test, payment_id, purpose, creator_id, gross_cents, fee_cents, held_by, captured_at, available_at, released_at, earned_at)
       select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'stripe', false, 'payment-' || to_char(n, 'FM000000000'), 'donation',
         '${CREATOR}', 1000, 100, 'platform', at, at, at, at
       from generate_series(1, ${donations}) n, lateral (select now() - (${donations} - n) * interval '63 seconds' as at) t`,
    `insert into donations (id, charge_id, recipient_id, amount, platform_fee, net_amount, payment_provider, status, created_at)
       select id, id, creator_id, gross_cents, fee_cents, net_cents, 'stripe', 'completed', captured_at from charges`,
    `insert into ledger_accounts (kind, owner_id, provider, currency, balance)
       values ('provider_clearing', null, 'stripe', 'USD', null), ('platform_fees', null, null, 'USD', null),
         ('creator_available', '${CREATOR}', null, 'USD', ${900 * donations})`,
    `insert into ledger_transactions (kind, idempotency_key, provider, provider_event_id, subject_kind, subject_id, occurred_at)
       select 'charge_captured', 'charge:' || id || ':captured', provider, payment_id, 'charge', id, captured_at from charges order by id`,
    `insert into ledger_entries (transaction_id, account_id, amount, currency, occurred_at)
       select t.id, a.id, case a.kind when 'provider_clearing' then -1000 when 'platform_fees' then 100 else 900 end, 'USD', t.occurred_at
       from ledger_transactions t, ledger_accounts a order by 1, 2`,
    `insert into daily_earnings (creator_id, day, source, gross_cents, fee_cents, charges)
       select creator_id, (earned_at at time zone 'UTC')::date, 'donations', sum(gross_cents), sum(fee_cents), count(*) from charges group by 1, 2`,
    `update streamer_data set total_earnings = ${900 * donations}, total_donations = ${1000 * donations}`,
    ...secondary.rows.map(({ definition }) => definition),
    'commit',
    `vacuum analyze ${TABLES.join(', ')}, ledger_accounts, daily_earnings`,
  ];
  for (const statement of statements) await client.query(statement);
  client.release();
  // Exits with 1 if anything disagrees.
  await run(process.execPath, [fileURLToPath(ADMIN), 'check-ledger'], { env: variables });
}
