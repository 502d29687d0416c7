/** An instance with a database of its own, whose deadlines and jobs come 24 times as early. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUsers } from '../../apps/server/src/features/identity/index.ts';
import { openDatabase } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { startDatabase } from '../../apps/server/test/support/chaos/database.ts';
import { freePort, startInstance } from '../../apps/server/test/support/instance-process.ts';
import { parseExposition } from '../../apps/server/test/support/prometheus.ts';

/** The factor by which deadlines and jobs come sooner. */
export const SPEED = 24;

const METRICS = [
  'process_resident_memory_bytes',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'process_open_fds',
] as const;

export type SoakInstance = Awaited<ReturnType<typeof startSoakInstance>>;

export async function startSoakInstance(stack: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-soak-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = stack.use(await startDatabase(dataDir));
  const { user, password, name } = database;
  const ownDir = join(dataDir, 'instance');
  await mkdir(ownDir);
  const settings = {
    DATA_DIR: ownDir,
    PORT: await freePort(),
    RTMP_PORT: await freePort(),
    METRICS_PORT: await freePort(),
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${database.port()}/${name}`,
    ALLOW_SANDBOX_PAYMENTS: 'true',
    TRANSCODING: 'off',
    // The cache of stored media has an eighth of it, and is full within minutes.
    LIVE_MEMORY_MB: '128',
    // Each simulated person has an address of their own.
    TRUST_PROXY: '127.0.0.1',
    // This and the flags are those of `npm start`.
    MALLOC_MMAP_THRESHOLD_: '32768',
  };
  const words = ['--expose-gc', '--max-semi-space-size=16', '--heap-growing-percent=300'];
  const instance = await startInstance(settings, words);
  stack.defer(async () => {
    instance.process.kill('SIGTERM');
    await instance.ended;
  });
  process.once('exit', () => void instance.process.kill('SIGKILL'));
  const db = openDatabase({ connectionString: settings.DATABASE_URL, max: 2 }, createLog('silent'));
  stack.defer(() => db.close());

  const { rows: tables } = await db.pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const { rows: expiring } = await db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'expires_at'",
  );
  const { rows: queueRows } = await db.pool.query<{ name: string }>('select name from jobs.queue order by 1');
  const queues = queueRows.map(({ name }) => name);

  return {
    db,
    users: createUsers(db),
    url: instance.url,
    rtmp: { host: '127.0.0.1', port: Number(settings.RTMP_PORT) },
    settings,
    expiring: expiring.map((table) => table.name),
    output: () => instance.output(),

    /** Brings deadlines and waiting jobs nearer. @param passedMs the time since the last call */
    async hurry(passedMs: number): Promise<void> {
      const seconds = ((SPEED - 1) * passedMs) / 1000;
      for (const table of expiring)
        await db.pool.query(
          `update ${table.name} set expires_at = expires_at - make_interval(secs => $1) where expires_at > now()`,
          [seconds],
        );
      await db.pool.query(
        `update jobs.job set start_after = start_after - make_interval(secs => $1)
         where state < 'active' and start_after > now()`,
        [seconds],
      );
      // Finished jobs are deleted an hour after their end, by a pass that each queue has at intervals.
      await db.pool.query(
        `update jobs.job set completed_on = completed_on - make_interval(secs => $1) where completed_on is not null`,
        [seconds],
      );
      await db.pool.query('update jobs.queue set maintain_on = maintain_on - make_interval(secs => $1)', [
        seconds,
      ]);
    },

    /** Reads every measured value by its name. */
    async sample(): Promise<ReadonlyMap<string, number>> {
      const values = new Map<string, number>();
      const response = await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`);
      const families = parseExposition(await response.text());
      for (const metric of METRICS) values.set(metric, families.get(metric)?.samples[0]?.value ?? Number.NaN);
      values.set('stored files', await countFiles(join(ownDir, 'storage')));
      for (const table of tables) {
        const { rows } = await db.pool.query(`select count(*)::int as count from ${table.name}`);
        values.set(`rows of ${table.name}`, rows[0].count);
      }
      for (const [name, finished] of [
        ['jobs that wait or run', false],
        ['finished jobs', true],
      ] as const) {
        const { rows } = await db.pool.query(
          "select name, count(*)::int as count from jobs.job where (state > 'active') = $1 group by name",
          [finished],
        );
        for (const queue of queues) values.set(`${name}: ${queue}`, 0);
        for (const row of rows) values.set(`${name}: ${row.name}`, row.count);
        values.set(
          name,
          rows.reduce((sum, row) => sum + row.count, 0),
        );
      }
      return values;
    },
  };
}

/** Folders that are deleted meanwhile count as empty. */
async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const counts = entries.map((entry) => (entry.isDirectory() ? countFiles(join(folder, entry.name)) : 1));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
