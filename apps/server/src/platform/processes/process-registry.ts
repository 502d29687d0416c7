/** The server processes of one instance, which share a database and find one another in it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { deleteDeadProcesses, endLease, findAlive, findProcessUrl, renewLease } from './processes.repo.ts';
import { type ProcessId, processId } from './processes.tables.ts';

/** Three attempts within a lease. */
const RENEW_MS = 3_000;

export interface ProcessRegistry {
  /**
   * This process. The id belongs to its DATA_DIR, which one process at a time can lock: what the database
   * attributes to the id when the process starts was left by a predecessor that is dead.
   */
  readonly id: ProcessId;
  /** Where a process's HTTP port is reached; null once its lease has expired. */
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
  /** Where other processes reach this one's HTTP port. */
  readonly url: string;
}

/** Holds a lease when it resolves. The caller holds the lock on `dataDir`. */
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
    // A slow database is asked again only after it has answered.
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
