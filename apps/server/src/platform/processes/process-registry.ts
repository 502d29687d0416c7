/** The server processes of one instance, which share a database and find one another in it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { deleteDeadProcesses, endLease, findAlive, findProcessUrl, renewLease } from './processes.repo.ts';
import { type ProcessId, processId } from './processes.tables.ts';

/** Allows three attempts within a lease. */
const RENEW_MS = 3_000;

export interface ProcessRegistry {
  /**
   * The id of this process. It belongs to its DATA_DIR, which one process at a time can lock: rows with this id that
   * exist when the process starts were left by a dead predecessor.
   */
  readonly id: ProcessId;
  /** The URL of a process's HTTP port; null once its lease has expired. */
  urlOf(id: ProcessId): Promise<string | null>;
  /** The processes that hold a lease. */
  alive(): Promise<ProcessId[]>;
  /** Calls `work` after each renewal of the lease, one call at a time. A failure is logged. */
  onRenewed(work: () => Promise<void>): void;
  /** Ends the lease, so that other processes take over at once. Idempotent. */
  close(): Promise<void>;
}

export interface ProcessOptions {
  readonly db: Database;
  readonly log: Log;
  readonly dataDir: string;
  /** The URL at which other processes reach this one's HTTP port. */
  readonly url: string;
}

/** Resolves once this process holds a lease. The caller holds the lock on `dataDir`. */
export async function joinProcesses({ db, log, dataDir, url }: ProcessOptions): Promise<ProcessRegistry> {
  const id = await readProcessId(join(dataDir, 'process-id'));
  const works: (() => Promise<void>)[] = [];
  let renewing: Promise<void> = Promise.resolve();
  let isRenewing = false;
  let closed = false;

  async function renew(): Promise<void> {
    try {
      await db.transact((tx) => renewLease(tx, id, url));
    } catch (err) {
      log.warn({ err, processId: id }, 'The lease of this process could not be renewed; trying again');
      return;
    }
    for (const work of works) {
      try {
        await work();
      } catch (err) {
        log.warn({ err, processId: id }, 'Work after the renewal of the lease failed; trying again');
      }
    }
  }

  const timer = setInterval(() => {
    // Waits for a slow database to answer before the next renewal.
    if (isRenewing) return;
    isRenewing = true;
    renewing = renew().finally(() => {
      isRenewing = false;
    });
  }, RENEW_MS);

  try {
    await db.transact(async (tx) => {
      await deleteDeadProcesses(tx);
      await renewLease(tx, id, url);
    });
  } catch (error) {
    clearInterval(timer);
    throw error;
  }

  return {
    id,
    urlOf: (other) => db.read((reader) => findProcessUrl(reader, other)),
    alive: () => db.read(findAlive),
    onRenewed: (work) => void works.push(work),
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await renewing;
      await db
        .transact((tx) => endLease(tx, id))
        .catch((err: unknown) =>
          log.warn({ err, processId: id }, 'The lease of this process could not be ended'),
        );
    },
  };
}

async function readProcessId(path: string): Promise<ProcessId> {
  const stored = processId.safeParse((await readFile(path, 'utf8').catch(() => '')).trim());
  if (stored.success) return stored.data;
  const id = processId.parse(uuidv7());
  await writeFile(path, `${id}\n`);
  return id;
}
