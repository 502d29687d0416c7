/** The health of the instance: what its processes report, its queues and its database. */
import { availableParallelism, totalmem } from 'node:os';
import {
  type InstanceHealth,
  type ProcessReport,
  processReport as reportSchema,
} from '@tributary/contracts/admin';
import type { Live } from '#features/live/index.ts';
import type { BackupState, ScheduledBackups } from '#platform/backup/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import { type Database, type Replica, readDatabaseState } from '#platform/db/index.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import type { JobQueues } from '#platform/jobs/index.ts';
import type { ProcessUsage } from '#platform/process/process-usage.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import { createProcessReports } from '#platform/processes/process-reports.ts';
import { findStreams } from './health.repo.ts';
import { processReport } from './process-report.ts';

export interface HealthOptions {
  readonly db: Database;
  readonly replica: Pick<Replica, 'state'>;
  readonly version: string;
  readonly role: ProcessReport['role'];
  readonly databaseUrl: string | null;
  readonly s3: object | null;
  /** The numbers of the migrations that this version knows. */
  readonly migrations: readonly number[];
  readonly bus: Bus;
  readonly processes: ProcessRegistry;
  readonly usage: ProcessUsage;
  readonly diskSpace: DiskSpace;
  readonly jobQueues: JobQueues;
  readonly backups: ScheduledBackups;
  readonly live: Pick<Live, 'load' | 'viewers'>;
  /** Recordings pause while less is free. */
  readonly recordingReserveBytes: number;
}

export interface HealthService {
  read(): Promise<InstanceHealth>;
  close(): void;
}

export function createHealthService(options: HealthOptions): HealthService {
  const { db, live, processes, usage } = options;
  const memoryLimit = process.constrainedMemory();
  const machine = {
    cores: availableParallelism(),
    memoryBytes: memoryLimit > 0 ? Math.min(memoryLimit, totalmem()) : totalmem(),
  };
  const reports = createProcessReports({
    bus: options.bus,
    processes,
    schema: reportSchema,
    take: () =>
      processReport({
        version: options.version,
        role: options.role,
        uptimeSeconds: process.uptime(),
        migrations: options.migrations,
        usage: usage.read(),
        machine,
        disk: options.diskSpace,
        load: live.load(),
      }),
  });

  return {
    async read() {
      const [all, queues, database, backup] = await Promise.all([
        reports.all(),
        options.jobQueues.queues(),
        readDatabaseState(db.pool, options.migrations),
        options.backups.state(),
      ]);
      const streams = all.flatMap(({ id, report, isReporting }) =>
        isReporting ? (report?.streams ?? []).map((stream) => ({ ...stream, process: id })) : [],
      );
      const rows = await db.read((reader) =>
        findStreams(
          reader,
          streams.map(({ id }) => id),
        ),
      );
      const named = new Map(rows.map((row) => [row.id, row]));
      return {
        processes: all.map(({ id, report, silentMs, isReporting }) => ({
          id,
          isThis: id === processes.id,
          isReporting,
          silentSeconds: silentMs === null ? null : silentMs / 1000,
          report,
        })),
        streams: streams.map((stream) => ({
          ...stream,
          title: named.get(stream.id)?.title ?? '',
          streamer: named.get(stream.id)?.username ?? null,
          viewers: live.viewers.count(stream.id),
        })),
        queues,
        database: {
          isEmbedded: options.databaseUrl === null,
          sizeBytes: database.sizeBytes,
          connections: { used: database.connections, limit: database.maxConnections },
          migration: database.migration,
          waitingMigrations: database.waitingMigrations,
          replica: options.replica.state(),
        },
        backup: backup && presentBackup(backup),
        storage: {
          kind: options.s3 === null ? 'disk' : 's3',
          recordingsPauseBelowBytes: options.s3 === null ? options.recordingReserveBytes : null,
        },
      };
    },
    close: () => reports.close(),
  };
}

function presentBackup({
  everyHours,
  lastAt,
  isReadable,
}: BackupState): NonNullable<InstanceHealth['backup']> {
  return {
    everyHours,
    ageSeconds: lastAt === null ? null : Math.max(0, (Date.now() - lastAt.getTime()) / 1000),
    isReadable,
  };
}
