/** The report of this process for admins. */
import type { ProcessReport } from '@tributary/contracts/admin';
import type { LiveLoad } from '#features/live/index.ts';
import type { DiskSpace } from '#platform/disk/index.ts';
import type { UsageReading } from '#platform/process/process-usage.ts';

export interface ProcessReportParts {
  readonly version: string;
  readonly role: ProcessReport['role'];
  readonly uptimeSeconds: number;
  /** The numbers of the migrations that this version knows. */
  readonly migrations: readonly number[];
  readonly usage: UsageReading;
  readonly machine: { readonly cores: number; readonly memoryBytes: number };
  readonly disk: Pick<DiskSpace, 'freeBytes' | 'totalBytes' | 'reserveBytes'>;
  readonly load: LiveLoad;
}

/** The space of a disk that cannot be measured counts as infinite, which JSON does not know. */
const finite = (bytes: number): number => Math.min(bytes, Number.MAX_SAFE_INTEGER);

export function processReport(parts: ProcessReportParts): ProcessReport {
  const { usage, machine, disk, load } = parts;
  const { transcoding } = load;
  return {
    version: parts.version,
    role: parts.role,
    uptimeSeconds: parts.uptimeSeconds,
    migration: Math.max(0, ...parts.migrations),
    cpu: { used: usage.cpuCores, limit: machine.cores },
    memory: { used: usage.memoryBytes, limit: machine.memoryBytes },
    liveMedia: load.memory,
    eventLoopDelayMs: usage.eventLoopDelayMs,
    disk: {
      freeBytes: finite(disk.freeBytes),
      totalBytes: finite(disk.totalBytes),
      reserveBytes: disk.reserveBytes,
    },
    network: { inBitsPerSecond: usage.inBitsPerSecond, outBitsPerSecond: usage.outBitsPerSecond },
    publishers: load.publishers,
    ingestConnections: load.ingestConnections,
    viewers: load.viewers,
    webrtcViewers: load.webrtcViewers,
    transcoding: {
      setting: transcoding.setting,
      cores: { used: transcoding.usedCores, limit: transcoding.budgetCores },
      encoders: transcoding.encoders,
      encodersInUse: transcoding.encodersInUse,
    },
    streams: transcoding.streams,
  };
}
