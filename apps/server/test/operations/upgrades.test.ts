/** The stored database of each release is migrated to the newest schema, and the app serves it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import type { Balance } from '@tributary/contracts/payouts';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkLedger } from '../../src/admin/ledger-check.repo.ts';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { migrate, readMigrations } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { hashPasswordsAtRealCost } from '../support/password-cost.ts';
import { loadDump, readDump } from '../support/releases/release-dump.ts';

hashPasswordsAtRealCost();

const FOLDER = new URL('../support/releases/', import.meta.url);
const releases = (await readdir(FOLDER)).filter((name) => name.endsWith('.dump'));
const shipped = await readMigrations();

/** Tables whose rows stay what they are, whatever a migration does to their columns. */
const KEPT = [
  'profiles',
  'streamer_data',
  'streams',
  'recordings',
  'comments',
  'chat_messages',
  'follows',
  'charges',
  'ledger_transactions',
  'ledger_entries',
  'payouts',
  'donations',
  'tier_subscriptions',
];

it('has the database of at least one release', () => {
  expect(releases.length).toBeGreaterThan(0);
});

const parseRelease = async (file: string) => readDump(await readFile(new URL(file, FOLDER), 'utf8'));

it('keeps the tables and columns that processes of the newest release use while an upgrade goes on', async () => {
  const newest = releases.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  const { tables } = await parseRelease(newest ?? expect.fail('no release'));
  const { pool } = await createTestDatabase();
  const { rows: columns } = await pool.query<{ table: string; name: string; isOptional: boolean }>(`
    select table_schema || '.' || table_name as table, column_name as name,
      is_nullable = 'YES' or column_default is not null or is_generated = 'ALWAYS' or is_identity = 'YES' as "isOptional"
    from information_schema.columns where table_schema = 'public'`);
  for (const table of tables.filter(({ schema }) => schema === 'public')) {
    const present = columns.filter((column) => column.table === `public.${table.name}`);
    expect(
      present.map(({ name }) => name),
      `${table.name} lost a column`,
    ).toEqual(expect.arrayContaining(table.columns));
    const required = present.filter(({ name, isOptional }) => !isOptional && !table.columns.includes(name));
    expect(required, `${table.name} has a new column that the older version does not fill`).toEqual([]);
  }
});

describe.each(releases)('the database of release %s', (file) => {
  let db: TestDatabase;
  let dump: ReturnType<typeof readDump>;
  beforeAll(async () => {
    db = await createEmptyDatabase();
    dump = await parseRelease(file);
    await loadDump({ connectionString: db.url }, dump);
  });

  const history = async () =>
    (await db.pool.query('select version, name, checksum from schema_migrations order by version')).rows;

  it('was written by migrations that have not changed since', async () => {
    expect(await history()).toEqual(dump.migrations);
  });

  it('is migrated to the newest schema with all of its accounts, streams, messages and money', async () => {
    const lastOfRelease = dump.migrations.at(-1)?.version ?? 0;
    const later = shipped.filter(({ version }) => version > lastOfRelease);
    expect(await migrate({ connectionString: db.url }, shipped)).toEqual(later.map(({ name }) => name));
    for (const name of KEPT) {
      const stored = dump.tables.find((table) => table.name === name)?.lines.length;
      expect(stored, name).toBeGreaterThan(0);
      const { rows } = await db.pool.query(`select count(*)::int as count from ${name}`);
      expect(rows, name).toEqual([{ count: stored }]);
    }
    const { charges, disagreements } = await checkLedger(db);
    expect(charges).toBeGreaterThan(100);
    expect(disagreements).toEqual([]);
  });

  it('is served: its people sign in, and find their key, their balance, streams and recordings', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tributary-upgrade-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { PASSWORD: password = '', ...secrets } = dump.secrets;
    const variables = { DEMO: 'false', ALLOW_SANDBOX_PAYMENTS: 'true', DATABASE_URL: db.url, ...secrets };
    const app = await createApp(
      { ...parseConfig(variables, dataDir), host: '127.0.0.1', port: 0, rtmpPort: 0 },
      { log: createLog('silent'), webRoot: dataDir },
    );
    onTestFinished(() => app[Symbol.asyncDispose]());
    const url = `http://127.0.0.1:${app.port}`;

    const streamer = new Browser(url);
    const signIn = { email: 'stillwater@demo.example', password };
    expect((await streamer.post('/api/auth/sign-in/email', signIn)).status).toBe(200);
    const { streamKey } = json<IngestAccess>(await streamer.get('/api/me/stream-key'));
    expect(streamKey).toMatch(/\S{16}/);
    const balance = json<Balance>(await streamer.get('/api/me/balance'));
    expect(balance.available + balance.pending).toBeGreaterThan(0);
    const recordings = json<{ items: { title: string }[] }>(await streamer.get('/api/me/recordings'));
    expect(recordings.items).toHaveLength(3);
    expect(json<{ items: unknown[] }>(await streamer.get('/api/me/payouts')).items.length).toBeGreaterThan(0);

    const visitor = new Browser(url);
    const streams = json<{ items: { slug: string; title: string }[] }>(
      await visitor.get('/api/streamers/stillwater/streams'),
    );
    expect(streams.items.length).toBeGreaterThan(3);
    const slug = streams.items[0]?.slug ?? expect.fail('no stream');
    for (const path of [
      '/api/streamers/stillwater/schedule',
      '/api/streamers/stillwater/tiers',
      `/api/streamers/stillwater/streams/${slug}`,
    ])
      expect((await visitor.get(path)).status, path).toBe(200);
  });
});
