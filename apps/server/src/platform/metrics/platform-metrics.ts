/** Metrics of what features stand on: HTTP, the database, jobs and the disk. */
import type { BackupState, ScheduledBackups } from '../backup/index.ts';
import type { Database } from '../db/database.ts';
import { readDatabaseState } from '../db/database-state.ts';
import type { Replica, ReplicaState } from '../db/replica/replica.ts';
import type { DiskSpace } from '../disk/index.ts';
import type { Traffic } from '../http/listener/traffic.ts';
import type { JobQueues } from '../jobs/index.ts';
import { ShortCache } from '../short-cache.ts';
import { counter, gauge, type Metric, samplesOf } from './metric.ts';

/** Values that several metrics take of one query. */
const SHARED_MS = 1_000;

export interface PlatformMetricsOptions {
  readonly version: string;
  readonly db: Database;
  readonly replica: Replica;
  readonly migrations: readonly number[];
  readonly jobQueues: JobQueues;
  readonly backups: ScheduledBackups;
  readonly diskSpace: DiskSpace;
  readonly traffic: () => Traffic;
  readonly httpConnections: () => Promise<number>;
}

export function platformMetrics(options: PlatformMetricsOptions): readonly Metric[] {
  const { db, diskSpace, traffic } = options;
  const states = new ShortCache<Awaited<ReturnType<typeof readDatabaseState>>>({
    ttlMs: SHARED_MS,
    maxEntries: 1,
  });
  const queues = new ShortCache<Awaited<ReturnType<JobQueues['queues']>>>({
    ttlMs: SHARED_MS,
    maxEntries: 1,
  });
  const state = () => states.get('state', () => readDatabaseState(db.pool, options.migrations));
  const jobs = async (value: (queue: Awaited<ReturnType<JobQueues['queues']>>[number]) => number) =>
    (await queues.get('queues', () => options.jobQueues.queues())).map((queue) => ({
      labels: { queue: queue.name },
      value: value(queue),
    }));
  const backupValue = async (value: (state: BackupState) => number) => {
    const backup = await options.backups.state();
    return backup === null ? [] : [{ labels: {}, value: value(backup) }];
  };
  const replicaValue = (value: (state: ReplicaState) => number) => {
    const found = options.replica.state();
    return found === null ? [] : [{ labels: {}, value: value(found) }];
  };
  return [
    gauge(
      'tributary_build_info',
      'The version of the process; always 1.',
      () => [{ labels: { version: options.version }, value: 1 }],
      ['version'],
    ),
    gauge('tributary_http_connections', 'Open HTTP connections, sockets of browsers included.', () =>
      options.httpConnections(),
    ),
    counter(
      'tributary_http_bytes_total',
      'Bytes on HTTP connections.',
      () => {
        const { bytesIn, bytesOut } = traffic();
        return [
          { labels: { direction: 'in' }, value: bytesIn },
          { labels: { direction: 'out' }, value: bytesOut },
        ];
      },
      ['direction'],
    ),
    gauge('tributary_disk_free_bytes', 'Free space on the disk of DATA_DIR.', () => diskSpace.freeBytes),
    gauge('tributary_disk_size_bytes', 'The size of the disk of DATA_DIR.', () => diskSpace.totalBytes),
    gauge(
      'tributary_disk_reserve_bytes',
      'Below this, only live streams and sign-ins are written.',
      () => diskSpace.reserveBytes,
    ),
    gauge(
      'tributary_database_size_bytes',
      'The size of the database.',
      async () => (await state()).sizeBytes,
    ),
    gauge(
      'tributary_database_connections',
      'Connections to the database, of all programs.',
      async () => (await state()).connections,
    ),
    gauge(
      'tributary_database_connections_limit',
      'max_connections of the database.',
      async () => (await state()).maxConnections,
    ),
    gauge(
      'tributary_database_pool_waiting',
      'Queries of this process that wait for a connection.',
      () => db.pool.waitingCount,
    ),
    gauge(
      'tributary_database_migrations_waiting',
      'Migrations that this version knows and the database lacks.',
      async () => (await state()).waitingMigrations,
    ),
    gauge(
      'tributary_database_replica_used',
      '1 while the replica answers reads, 0 while it is down, too far behind or no replica. None without DATABASE_REPLICA_URL.',
      () => replicaValue(({ state }) => (state === 'used' ? 1 : 0)),
    ),
    gauge(
      'tributary_database_replica_lag_seconds',
      'How far the replica is behind; infinite while that cannot be measured. None without DATABASE_REPLICA_URL.',
      () => replicaValue(({ lagMs }) => (lagMs === null ? Infinity : lagMs / 1000)),
    ),
    counter(
      'tributary_database_replica_reads_total',
      'Reads that may be a second old, by the server that answered them. None without DATABASE_REPLICA_URL.',
      () => {
        const found = options.replica.state();
        return found === null ? [] : samplesOf('server', found.reads);
      },
      ['server'],
    ),
    gauge(
      'tributary_backup_age_seconds',
      'The age of the newest backup; infinite if there is none or its place cannot be read. None without BACKUP_TO.',
      () =>
        backupValue(({ lastAt }) => (lastAt === null ? Infinity : (Date.now() - lastAt.getTime()) / 1000)),
    ),
    gauge(
      'tributary_backup_interval_seconds',
      'BACKUP_EVERY_HOURS in seconds, 0 if only the command line makes backups. None without BACKUP_TO.',
      () => backupValue(({ everyHours }) => everyHours * 3600),
    ),
    gauge(
      'tributary_jobs_waiting',
      'Jobs of the instance that could run now. The same in all processes.',
      () => jobs(({ waiting }) => waiting),
      ['queue'],
    ),
    gauge(
      'tributary_jobs_running',
      'Jobs of the instance that run. The same in all processes.',
      () => jobs(({ running }) => running),
      ['queue'],
    ),
    gauge(
      'tributary_jobs_failed_last_hour',
      'Jobs of the instance that failed on their last attempt within an hour. The same in all processes.',
      () => jobs(({ failed }) => failed),
      ['queue'],
    ),
    gauge(
      'tributary_jobs_oldest_waiting_seconds',
      'How long the oldest waiting job could have run. The same in all processes.',
      () => jobs(({ oldestWaitingSeconds }) => oldestWaitingSeconds ?? 0),
      ['queue'],
    ),
  ];
}
