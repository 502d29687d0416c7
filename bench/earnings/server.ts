/** A complete instance with one creator who received very many donations, and one with very many subscribers. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchInstance, openInstance } from '../lib/instance.ts';
import { serveParent } from '../lib/proc.ts';
import { ADA, BEN, fillStatements, TABLES } from './dataset.ts';

export interface Dataset {
  readonly port: number;
  /** The Cookie header of the creator with donations. */
  readonly donations: string;
  /** The Cookie header of the creator with subscribers. */
  readonly subscriptions: string;
}

export type ServerOrder =
  | {
      readonly type: 'start';
      readonly dataDir: string;
      readonly donations: number;
      readonly subscriptions: number;
    }
  | { readonly type: 'stop' };

const ADMIN = new URL('../../apps/server/src/admin.ts', import.meta.url);
const run = promisify(execFile);

let instance: BenchInstance;

serveParent(async (order: ServerOrder): Promise<Dataset | null> => {
  if (order.type === 'stop') return instance[Symbol.asyncDispose]().then(() => null);
  instance = await openInstance(order.dataDir);
  await fill(instance, order);
  const [donations = '', subscriptions = ''] = await instance.signIn([ADA, BEN]);
  return { port: instance.port, donations, subscriptions };
});

/**
 * Skips triggers and foreign keys, which would check each of millions of rows, and checks the ledger as a whole
 * afterwards. Tables that are emptied in a transaction are filled without a write-ahead log, and indexes are faster to
 * create than to extend.
 */
async function fill(
  { pool, variables }: BenchInstance,
  counts: { readonly donations: number; readonly subscriptions: number },
): Promise<void> {
  const client = await pool.connect();
  const secondary = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not indisunique`,
    [TABLES],
  );
  const statements = [
    'begin',
    'set local session_replication_role = replica',
    `set local maintenance_work_mem = '256MB'`,
    `truncate ${TABLES.join(', ')} cascade`,
    ...secondary.rows.map(({ name }) => `drop index ${name}`),
    ...fillStatements(counts),
    ...secondary.rows.map(({ definition }) => definition),
    'commit',
    `vacuum analyze ${TABLES.join(', ')}, ledger_accounts, daily_earnings`,
  ];
  for (const statement of statements) await client.query(statement);
  client.release();
  // Exits with 1 if anything disagrees.
  await run(process.execPath, [fileURLToPath(ADMIN), 'check-ledger'], { env: variables });
}
