/** Restores a backup into an empty instance. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#config/config.ts';
import { restoreSecrets, type Secrets } from '#config/secrets.ts';
import { migrate, readMigrations, startEmbeddedPostgres } from '../db/index.ts';
import { migrateJobs } from '../jobs/index.ts';
import type { Log } from '../log/log.ts';
import type { Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKey } from './backup-key.ts';
import { secretsName } from './backup-names.ts';
import { readAll } from './backup-objects.ts';
import { migrationsOf, type OpenBackup, openBackup, verifyObjects } from './read-backup.ts';
import { restoreTables } from './restore-tables.ts';

export interface RestoreOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;
  /** The storage of the instance that is restored. */
  readonly storage: Storage;
  readonly place: Storage;
  readonly key: BackupKey | null;
  /** Null for the newest backup. */
  readonly id: string | null;
  readonly log: Log;
  readonly progress: (sentence: string) => void;
}

const PARALLEL = 8;

/**
 * The schema of the restored database is that of the backup; the next start applies later migrations. Where it fails,
 * the files and the data directory are as empty as before.
 * @throws BackupError for an instance that is not empty, and for a backup that cannot be used
 */
export async function restoreBackup(options: RestoreOptions): Promise<OpenBackup['manifest']> {
  const { config, storage, place, key, id, progress } = options;
  const backup = await openBackup(place, key, id);
  const { manifest } = backup;
  const migrations = migrationsOf(manifest, await readMigrations());
  await assertEmpty(config, storage);
  progress(`Backup ${manifest.id} of Tributary ${manifest.version} shows ${manifest.takenAt}. Checking it.`);
  await verifyObjects(backup);
  await using undo = new AsyncDisposableStack();
  await restoreFiles(backup, storage, undo, progress);
  undo.defer(() => rm(join(config.dataDir, 'secrets.json'), { force: true }));
  const text = (await readAll(backup.objects.read(secretsName(manifest.id), manifest.secrets))).toString();
  const secrets = await restoreSecrets(config.dataDir, text);
  if (config.databaseUrl === null) {
    undo.defer(() => rm(join(config.dataDir, 'postgres'), { recursive: true, force: true }));
  }
  await withDatabase(options, secrets, async (connection) => {
    await migrate(connection, migrations);
    if (manifest.tables.some(({ schema }) => schema === 'jobs')) await migrateJobs(connection);
    await restoreTables(connection, manifest, backup.objects, progress);
  });
  undo.move();
  return manifest;
}

async function assertEmpty(config: RestoreOptions['config'], storage: Storage): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const found = ['secrets.json', 'postgres'].filter((name) => existsSync(join(dataDir, name)));
  if (found.length > 0) {
    throw new BackupError(
      `${dataDir} belongs to an instance: it has ${found.join(' and ')}. A backup is restored into an empty instance only. Set DATA_DIR to another directory, or move this one away.`,
    );
  }
  const { objects, cursor } = await storage.list('');
  if (objects.length > 0) {
    throw new BackupError(
      `The storage of the instance is not empty: it has ${cursor === null ? '' : 'more than '}${objects.length} files, such as ${objects[0]?.key}. Set DATA_DIR or S3_PREFIX to an empty folder.`,
    );
  }
  if (databaseUrl === null) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c
       WHERE c.relnamespace IN ('public'::regnamespace, to_regnamespace('jobs')) AND c.relkind IN ('r', 'p') ORDER BY 1`,
    );
    if (rows.length > 0) {
      throw new BackupError(
        `The database of DATABASE_URL is not empty: it has ${rows.length} tables, such as ${rows[0]?.name}. Create a new database and set DATABASE_URL to it.`,
      );
    }
  } finally {
    await client.end();
  }
}

async function restoreFiles(
  { manifest, files, readFile }: OpenBackup,
  storage: Storage,
  undo: AsyncDisposableStack,
  progress: (sentence: string) => void,
): Promise<void> {
  progress(`Restoring ${manifest.files.count} files, ${manifest.files.fileBytes} bytes.`);
  undo.defer(async () => {
    for await (const { key } of files()) await storage.delete(key);
  });
  let batch: Promise<void>[] = [];
  let count = 0;
  const flush = async () => {
    const outcomes = await Promise.allSettled(batch);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    count += batch.length;
    if (count % 1_000 < batch.length) progress(`Restored ${count} of ${manifest.files.count} files.`);
    batch = [];
  };
  for await (const entry of files()) {
    batch.push(storage.put(entry.key, readFile(entry)));
    if (batch.length === PARALLEL) await flush();
  }
  await flush();
}

async function withDatabase(
  { config, log }: RestoreOptions,
  secrets: Secrets,
  work: (owner: pg.ClientConfig) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== null) return work({ connectionString: databaseUrl });
  const server = await startEmbeddedPostgres({ dataDir, password: secrets.database, log });
  try {
    await work(server.connection);
  } finally {
    await server.stop();
  }
}
