/**
 * How much room the disk of DATA_DIR has. PostgreSQL ends where it cannot write its log, and takes
 * everything that reads down with it; so before the disk is full, what can be done without is no longer
 * written. What is on the air, and who signs in, goes on in the rest.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { diskUnwritable } from '../errors.ts';
import type { Log } from '../log/log.ts';

export interface DiskRoom {
  /** Nothing is to be written that can be done without. */
  readonly isLow: boolean;
  /** @throws AppError `disk_unwritable` while it is low */
  check(): void;
  /** Resolves once it is not low. @throws the signal's reason */
  whenFree(signal: AbortSignal): Promise<void>;
  /** Looks again now. */
  look(): Promise<void>;
  /** For GET /healthz. */
  state(): { state: 'ok' } | { state: 'degraded'; detail: string };
  close(): void;
}

const MIB = 1024 * 1024;

/** Four segments of PostgreSQL's log, and what a stream and a sign-in write for days. */
const RESERVE_BYTES = 64 * MIB;
const LOOK_EVERY_MS = 2_000;

/** Has looked once when it resolves. */
export async function watchDiskRoom(
  directory: string,
  log: Log,
  reserveBytes = RESERVE_BYTES,
): Promise<DiskRoom> {
  const wanted = `Nothing new is saved until ${inMib(reserveBytes)} MiB are free: make room`;
  let isLow = false;
  let freeBytes = Number.POSITIVE_INFINITY;

  async function look(): Promise<void> {
    // A disk that cannot be asked is told of by whoever writes to it.
    const disk = await statfs(directory).catch(() => null);
    if (disk === null) return;
    freeBytes = disk.bavail * disk.bsize;
    const was = isLow;
    isLow = freeBytes < reserveBytes;
    if (isLow && !was)
      log.error({ directory, freeMiB: inMib(freeBytes) }, `The disk is nearly full. ${wanted}`);
    else if (was && !isLow) log.info({ directory }, 'The disk has room again; everything is saved');
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  await look();
  return {
    get isLow() {
      return isLow;
    },
    check() {
      if (isLow) throw diskUnwritable();
    },
    async whenFree(signal) {
      while (isLow) await delay(LOOK_EVERY_MS, undefined, { signal });
    },
    look,
    state: () =>
      isLow
        ? {
            state: 'degraded',
            detail: `${inMib(freeBytes)} MiB are left on the disk of DATA_DIR. ${wanted}.`,
          }
        : { state: 'ok' },
    close: () => clearInterval(timer),
  };
}

const inMib = (bytes: number): number => Math.floor(bytes / MIB);
