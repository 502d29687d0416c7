/** Backs up an instance while others write, restores it, and refuses what cannot be restored. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupKey } from '#platform/backup/backup-key.ts';
import { filesFolder, manifestName, startedName, tableName } from '#platform/backup/backup-names.ts';
import { openBackupPlace } from '#platform/backup/backup-place.ts';
import { makeBackup } from '#platform/backup/make-backup.ts';
import { writeManifest } from '#platform/backup/manifest.ts';
import { openBackup, verifyFiles, verifyObjects } from '#platform/backup/read-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { deleteOldBackups } from '#platform/backup/retention.ts';
import { migrate, readMigrations } from '#platform/db/index.ts';
import { migrateJobs } from '#platform/jobs/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createDiskStorage, createS3Storage, type Storage } from '#platform/storage/index.ts';
import { checkLedger } from '../../src/admin/ledger-check.repo.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { createMoneyFixture } from '../support/money-fixture.ts';

const key = backupKey(randomBytes(32).toString('base64'), 'test.key');
const secrets = { auth: 'a'.repeat(32), streamKey: 's'.repeat(32), database: 'd'.repeat(32) };
const money = await createMoneyFixture();
const { db } = money;
const folder = await mkdtemp(join(tmpdir(), 'tributary-backup-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = createDiskStorage(join(folder, 'storage'));
const placePath = join(folder, 'place');
const place = createDiskStorage(placePath);
const log = createLog('silent');
const ADMIN = fileURLToPath(new URL('../../src/admin.ts', import.meta.url));

const segment = (n: number) => `recordings/r/1-0-a/0/video-${n}-2.00000.m4s`;
const TABLES = `SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations' ORDER BY 1`;

/** The rows of each table as one hash. */
async function hashTables(client: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ hash: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS hash FROM ${name} t`,
    );
    hashes[name] = rows[0]?.hash ?? '';
  }
  return hashes;
}

async function hashFiles(files: Storage, prefix = ''): Promise<Record<string, string>> {
  const { objects } = await files.list(prefix);
  const entries = objects.map(async ({ key: name }) => {
    const bytes = await (await files.get(name))?.bytes();
    return [
      name,
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function writeSomething(): Promise<void> {
  const creator = await money.account('streamer');
  const viewer = await money.account();
  const amount = 500 + Math.floor(Math.random() * 5_000);
  await money.donate({ to: creator.id, from: viewer.id, amount });
}

/** Another copy of the place, to damage it. */
async function copyOfPlace(): Promise<{ readonly path: string; readonly place: Storage }> {
  const path = await mkdtemp(join(folder, 'copy-'));
  await cp(placePath, path, { recursive: true });
  return { path, place: createDiskStorage(path) };
}

async function restoreFrom(
  source: Storage,
  more: { key?: typeof key | null; id?: string; database?: TestDatabase } = {},
) {
  const dataDir = await mkdtemp(join(folder, 'restored-'));
  const target = createDiskStorage(join(dataDir, 'storage'));
  const database = more.database ?? (await createEmptyDatabase());
  const manifest = await restoreBackup({
    config: { dataDir, databaseUrl: database.url, s3: null },
    storage: target,
    place: source,
    key: more.key === undefined ? key : more.key,
    id: more.id ?? null,
    log,
    progress: () => {},
  });
  return { dataDir, target, database, manifest };
}

const options = { pool: db.pool, storage, place, key, secrets, version: '0.2.0', progress: () => {} };

describe('a backup of an instance in use', { timeout: 120_000 }, () => {
  let atSnapshot: Record<string, string>;
  let id: string;
  beforeAll(async () => {
    await migrateJobs({ connectionString: db.url });
    for (let n = 0; n < 5; n++) await writeSomething();
    await storage.append([
      { key: segment(1), chunks: [randomBytes(200_000)] },
      { key: segment(2), chunks: [randomBytes(100_000)] },
    ]);
    await storage.put('images/a.webp', randomBytes(1_000));
    await storage.put('recordings/r/movie.mp4', randomBytes(9 * 1024 * 1024));
    const { manifest } = await makeBackup({
      ...options,
      async onStep(step) {
        if (step === 'files copied') {
          await storage.put('images/new.webp', Buffer.from('before the snapshot'));
          await storage.put('images/short-lived.webp', Buffer.from('deleted before the snapshot'));
          await storage.delete('images/short-lived.webp');
          await writeSomething();
        } else if (step === 'snapshot taken') {
          // No other client writes yet, so the tables are those of the snapshot.
          atSnapshot = await hashTables(db.pool);
          await writeSomething();
          await storage.delete('images/a.webp');
        } else {
          await storage.delete('images/new.webp');
          await writeSomething();
        }
      },
    });
    id = manifest.id;
  }, 120_000);

  it('restores every table as in the snapshot, the ledger, the files and the secrets', async () => {
    const { database, target, dataDir, manifest } = await restoreFrom(place);
    expect(await hashTables(database.pool)).toEqual(atSnapshot);
    expect(await hashTables(db.pool)).not.toEqual(atSnapshot);
    expect((await checkLedger(database)).disagreements).toEqual([]);
    expect((await checkLedger(database)).charges).toBeGreaterThan(0);
    const files = await hashFiles(target);
    // Rows of the snapshot may name these two, although they were deleted while the backup was made.
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['images/a.webp', 'images/new.webp']));
    expect(files).not.toHaveProperty('images/short-lived.webp');
    expect(files).toMatchObject(await hashFiles(storage));
    expect(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))).toEqual(secrets);
    expect(manifest.tables.some(({ schema, name }) => schema === 'jobs' && name === 'queue')).toBe(true);
  });

  it('leaves constraints, triggers and sequences as migrations make them', async () => {
    const { database, manifest } = await restoreFrom(place);
    const definitions = `SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS def, convalidated
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`;
    const triggers =
      'SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2';
    for (const query of [definitions, triggers]) {
      expect((await database.pool.query(query)).rows).toEqual((await db.pool.query(query)).rows);
    }
    const sequences = `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = 'public' ORDER BY 1`;
    expect((await database.pool.query(sequences)).rows).toEqual(
      manifest.sequences.map(({ name, lastValue }) => ({ name, value: lastValue })),
    );
    expect(manifest.sequences.some(({ lastValue }) => lastValue !== null)).toBe(true);
    expect(await migrate({ connectionString: database.url }, await readMigrations())).toEqual([]);
  });

  it('is kept in a bucket, beside the files of an instance that has them there as well, and restored from it', async () => {
    await using s3 = await startFakeS3();
    const config = { dataDir: folder, s3: s3.options };
    const bucket = `s3://${s3.options.bucket}`;
    const inBucket = openBackupPlace(`${bucket}/backups`, config);
    const ownFiles = createS3Storage(s3.options);
    await ownFiles.put('images/in-bucket.webp', randomBytes(1_000));
    await ownFiles.put('recordings/r/in-bucket.mp4', randomBytes(9 * 1024 * 1024));
    const { manifest } = await makeBackup({ ...options, storage: ownFiles, place: inBucket });
    expect(manifest.files.count).toBe(2);
    expect(s3.uploads.size).toBe(0);
    const { database, target } = await restoreFrom(inBucket);
    expect(await hashTables(database.pool)).toEqual(await hashTables(db.pool));
    expect(await hashFiles(target)).toEqual(await hashFiles(ownFiles));
    expect(await deleteOldBackups(inBucket, key, 1)).toEqual([]);
    for (const place of [bucket, `${bucket}/tributary/backups`])
      expect(() => openBackupPlace(place, config)).toThrow('overlaps the files of the instance');
    expect(() => openBackupPlace('s3://backups', { ...config, s3: null })).toThrow('Set S3_ENDPOINT');
  });

  it('copies only new files the next time, and keeps what later backups use when old ones are deleted', async () => {
    const own = await mkdtemp(join(folder, 'series-'));
    const series = createDiskStorage(own);
    const first = await makeBackup({ ...options, place: series });
    await storage.put('images/b.webp', Buffer.from('new'));
    const second = await makeBackup({ ...options, place: series });
    expect(first.copied.files).toBeGreaterThan(2);
    expect(second.copied).toEqual({ files: 1, bytes: 3 });
    expect(await deleteOldBackups(series, key, 1)).toEqual([first.manifest.id]);
    const opened = await openBackup(series, key, null);
    expect(opened.manifest.id).toBe(second.manifest.id);
    await verifyObjects(opened);
    expect(await verifyFiles(opened)).toBe(second.manifest.files.count);
    await expect(openBackup(series, key, first.manifest.id)).rejects.toThrow('is incomplete');
    const { objects } = await series.list(`data/${first.manifest.id}/tables/`);
    expect(objects).toEqual([]);
  });

  it('shows no text of the instance where it is encrypted', async () => {
    for (const entry of await readdir(placePath, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect(bytes.includes(secrets.auth), entry.name).toBe(false);
      expect(bytes.includes('before the snapshot'), entry.name).toBe(false);
    }
  });

  it('refuses a wrong key, no key and a key that does not exist at that place', async () => {
    const other = backupKey('x'.repeat(44), 'other.key');
    await expect(restoreFrom(place, { key: other })).rejects.toThrow(`the given key is ${other.id}`);
    await expect(restoreFrom(place, { key: null })).rejects.toThrow(`encrypted with the key ${key.id}`);
    await expect(restoreFrom(place, { id: '20200101t000000000z' })).rejects.toThrow('There is no backup');
  });

  it.each(['flipped', 'cut off', 'missing'] as const)(
    'refuses a backup with an object that is %s',
    async (damage) => {
      for (const name of [
        tableName(id, 'public', 'charges'),
        filesFolder(id) + segment(1),
        manifestName(id),
      ]) {
        const copy = await copyOfPlace();
        const path = join(copy.path, name);
        const bytes = await readFile(path);
        const middle = Math.floor(bytes.length / 2);
        if (damage === 'missing') await rm(path);
        else if (damage === 'cut off') await truncate(path, middle);
        else
          await writeFile(
            path,
            Buffer.concat([
              bytes.subarray(0, middle),
              Buffer.of((bytes[middle] ?? 0) ^ 1),
              bytes.subarray(middle + 1),
            ]),
          );
        const dataDir = await mkdtemp(join(folder, 'refused-'));
        const target = createDiskStorage(join(dataDir, 'storage'));
        const { url } = await createEmptyDatabase();
        const config = { dataDir, databaseUrl: url, s3: null };
        const outcome = restoreBackup({
          ...options,
          config,
          storage: target,
          place: copy.place,
          id: null,
          log,
        });
        await expect(outcome, name).rejects.toThrow(/damaged|incomplete|missing|no backup/);
        // Nothing is left behind, so that another backup can be restored.
        expect((await target.list('')).objects, name).toEqual([]);
        expect(await readdir(dataDir), name).not.toContain('secrets.json');
      }
    },
  );

  it('refuses an instance that is not empty, with what it has', async () => {
    const { database } = await restoreFrom(place);
    await expect(restoreFrom(place, { database })).rejects.toThrow(
      /The database of DATABASE_URL is not empty: it has \d+ tables/,
    );
    const used = { dataDir: await mkdtemp(join(folder, 'used-')), databaseUrl: db.url, s3: null };
    await writeFile(join(used.dataDir, 'secrets.json'), '{}');
    await expect(restoreBackup({ ...options, config: used, id: null, log })).rejects.toThrow(
      'it has secrets.json',
    );
  });

  it('refuses a backup of a newer version and an unfinished one, with the values', async () => {
    const copy = await copyOfPlace();
    const { manifest } = await openBackup(place, key, null);
    const migrations = [...manifest.migrations, { version: 9_000, name: 'later', checksum: 'c' }];
    const newer = writeManifest({ ...manifest, version: '9.0.0', migrations }, key);
    await copy.place.put(manifestName(id), Buffer.from(newer));
    await expect(restoreFrom(copy.place)).rejects.toThrow('made by Tributary 9.0.0 and has migration 9000');
    await copy.place.delete(manifestName(id));
    await copy.place.put(startedName(id), Buffer.from('now'));
    await expect(restoreFrom(copy.place)).rejects.toThrow(`Backup ${id} is incomplete`);
  });

  it('recognizes a backup whose process was killed, and the next one is complete and removes it', async () => {
    const dataDir = await mkdtemp(join(folder, 'killed-'));
    const files = createDiskStorage(join(dataDir, 'storage'));
    await files.put('images/a.webp', randomBytes(1_000));
    const path = join(dataDir, 'place');
    const env = { PATH: process.env.PATH, DEMO: 'false', DATABASE_URL: db.url, DATA_DIR: dataDir };
    const locking = new pg.Client(db.url);
    await locking.connect();
    try {
      await locking.query('BEGIN');
      // The backup waits for this table, so that it is killed in the middle.
      await locking.query('LOCK TABLE public.charges IN ACCESS EXCLUSIVE MODE');
      const child = spawn(process.execPath, [ADMIN, 'backup', path], { env, cwd: dataDir, stdio: 'ignore' });
      const exited = once(child, 'exit');
      const copied = async () => (await readdir(path, { recursive: true }).catch(() => [])).join('\n');
      await expect.poll(copied, { timeout: 60_000 }).toContain('public.audit_log.gz');
      child.kill('SIGKILL');
      await exited;
    } finally {
      await locking.end();
    }
    const killed = createDiskStorage(path);
    await expect(openBackup(killed, null, null)).rejects.toThrow('is incomplete');
    // The server notices the closed connection, which held the lock, by and by.
    const retry = { ...options, storage: files, place: killed, key: null };
    const attempt = async () => (await makeBackup(retry).catch(() => null))?.manifest.files.count;
    await expect.poll(attempt, { timeout: 30_000 }).toBe(1);
    await deleteOldBackups(killed, null, 5);
    expect((await killed.list('started/')).objects).toEqual([]);
    expect((await restoreFrom(killed, { key: null })).manifest.files.count).toBe(1);
  });

  it('makes one backup at a time', async () => {
    const own = createDiskStorage(await mkdtemp(join(folder, 'twice-')));
    const second: unknown[] = [];
    await makeBackup({
      ...options,
      place: own,
      onStep: async (step) => {
        if (step === 'files copied')
          second.push(await makeBackup({ ...options, place: own }).catch((error) => error.message));
      },
    });
    expect(second).toEqual([expect.stringContaining('Another backup of this instance is being made')]);
  });
});
