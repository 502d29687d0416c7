/**
 * Watches the free space on the disk of DATA_DIR. PostgreSQL stops when it cannot write its log, and then reads
 * fail too. So before the disk is full, writes that can wait are refused, and the rest of the space is left to
 * live streams and sign-ins.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { diskUnwritable } from '../errors.ts';
import type { Log } from '../log/log.ts';

export interface DiskSpace {
  /** Whether writes that can wait are refused. */
  readonly isLow: boolean;
  /** The last measured value, in bytes. */
  readonly freeBytes: number;
  /** The size of the disk. */
  readonly totalBytes: number;
  /** Below this, space is low. */
  readonly reserveBytes: number;
  /**
   * Refuses a write that can wait.
   * @throws AppError `disk_unwritable` while space is low
   */
  check(): void;
  /** Resolves once space is not low. @throws the signal's reason */
  whenFree(signal: AbortSignal): Promise<void>;
  /** Measures the free space now. */
  measure(): Promise<void>;
  /** The state for GET /healthz. */
  state(): { state: 'ok' } | { state: 'degraded'; detail: string };
  close(): void;
}

const MIB = 1024 * 1024;

/** Holds four segments of PostgreSQL's log, and the writes of streams and sign-ins for days. */
const RESERVE_BYTES = 64 * MIB;
const MEASURE_EVERY_MS = 2_000;

/** Resolves after the first measurement. */
export async function watchDiskSpace(
  directory: string,
  log: Log,
  reserveBytes = RESERVE_BYTES,
): Promise<DiskSpace> {
  const consequence = `Nothing new is saved until ${inMib(reserveBytes)} MiB are free`;
  let isLow = false;
  let freeBytes = Number.POSITIVE_INFINITY;
  let totalBytes = Number.POSITIVE_INFINITY;

  async function measure(): Promise<void> {
    // A disk that cannot be measured is reported by the writes that fail.
    const disk = await statfs(directory).catch(() => null);
    if (disk === null) return;
    freeBytes = disk.bavail * disk.bsize;
    totalBytes = disk.blocks * disk.bsize;
    const wasLow = isLow;
    isLow = freeBytes < reserveBytes;
    if (isLow && !wasLow)
      log.error({ directory, freeMiB: inMib(freeBytes) }, `The disk is nearly full. ${consequence}`);
    else if (wasLow && !isLow) log.info({ directory }, 'The disk has enough free space again');
  }

  const timer = setInterval(measure, MEASURE_EVERY_MS).unref();
  await measure();
  return {
    get isLow() {
      return isLow;
    },
    get freeBytes() {
      return freeBytes;
    },
    get totalBytes() {
      return totalBytes;
    },
    reserveBytes,
    check() {
      if (isLow) throw diskUnwritable();
    },
    async whenFree(signal) {
      while (isLow) await delay(MEASURE_EVERY_MS, undefined, { signal });
    },
    measure,
    state: () =>
      isLow
        ? {
            state: 'degraded',
            detail: `${inMib(freeBytes)} MiB are free on the disk of DATA_DIR. ${consequence}.`,
          }
        : { state: 'ok' },
    close: () => clearInterval(timer),
  };
}

const inMib = (bytes: number): number => Math.floor(bytes / MIB);
