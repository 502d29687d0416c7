/** The server processes of one instance, which share a database and find one another in it. */
import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import {
  endLeasesWithoutSession,
  endSilentLease,
  findSilentUrl,
  holdSession,
  isSettled,
} from './process-session.repo.ts';
import { deleteDeadProcesses, endLease, findAlive, findProcessUrl, renewLease } from './processes.repo.ts';
import { type ProcessId, processId } from './processes.tables.ts';

/** Allows three attempts within a lease, where no other process can take over. */
const RENEW_ALONE_MS = 3_000;
/** Lets the others notice within seconds that this process is dead. */
const RENEW_SHARED_MS = 1_000;

/** How long a living process may take to answer another. */
const ANSWER_MS = 1_000;

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
  /**
   * Calls `work` after each renewal of the lease, one call at a time. A failure is logged.
   * @param work `isSettled`: the database has been reachable for long enough that an expired lease means a dead process.
   * After an outage of the database, all leases have expired
   */
  onRenewed(work: (isSettled: boolean) => Promise<void>): void;
  /**
   * Ends the lease of a process that seems to be dead, where it holds no connection to the database, or is silent there and
   * does not answer this process either: its machine is gone or cut off.
   * @returns whether it counts as dead now
   */
  endIfDead(suspect: ProcessId): Promise<boolean>;
  /** Ends the lease, so that other processes take over at once. Idempotent. */
  close(): Promise<void>;
}

export interface ProcessOptions {
  readonly db: Database;
  readonly log: Log;
  readonly dataDir: string;
  /** The URL at which other processes reach this one's HTTP port. */
  readonly url: string;
  /** Whether other processes may use the database. */
  readonly isShared: boolean;
}

/** Resolves once this process holds a lease. The caller holds the lock on `dataDir`. */
export async function joinProcesses(options: ProcessOptions): Promise<ProcessRegistry> {
  const { db, log, dataDir, url, isShared } = options;
  const id = await readProcessId(join(dataDir, 'process-id'));
  const works: ((isSettled: boolean) => Promise<void>)[] = [];
  let renewing: Promise<void> = Promise.resolve();
  let isRenewing = false;
  let closed = false;
  // A connection of its own: renewals do not wait for those of requests, and it ends with this process.
  const session = db.openSession();
  const sessionKey = randomInt(2 ** 31);

  const renewSession = () =>
    session.transact(async (tx) => {
      await holdSession(tx, sessionKey);
      await renewLease(tx, id, url, sessionKey);
    });

  async function endDeadLeases(): Promise<readonly ProcessId[]> {
    const dead = await session.transact(async (tx) =>
      (await isSettled(tx)) ? await endLeasesWithoutSession(tx) : [],
    );
    if (dead.length > 0) log.warn({ dead }, 'Processes are dead: their connections to the database closed');
    return dead;
  }

  async function endIfDead(suspect: ProcessId): Promise<boolean> {
    if ((await endDeadLeases()).includes(suspect)) return true;
    const silentUrl = await session.read((reader) => findSilentUrl(reader, suspect));
    if (silentUrl === null || (await answers(silentUrl))) return false;
    const isDead = await session.transact((tx) => endSilentLease(tx, suspect));
    if (isDead) log.warn({ dead: suspect, url: silentUrl }, 'A process is silent and does not answer');
    return isDead;
  }

  async function renew(): Promise<void> {
    let settled: boolean;
    try {
      await renewSession();
      if (isShared) await endDeadLeases();
      settled = await session.read(isSettled);
    } catch (err) {
      log.warn({ err, processId: id }, 'The lease of this process could not be renewed; trying again');
      return;
    }
    for (const work of works) {
      try {
        await work(settled);
      } catch (err) {
        log.warn({ err, processId: id }, 'Work after the renewal of the lease failed; trying again');
      }
    }
  }

  const timer = setInterval(
    () => {
      // Waits for a slow database to answer before the next renewal.
      if (isRenewing) return;
      isRenewing = true;
      renewing = renew().finally(() => {
        isRenewing = false;
      });
    },
    isShared ? RENEW_SHARED_MS : RENEW_ALONE_MS,
  );

  try {
    await db.transact(deleteDeadProcesses);
    await renewSession();
  } catch (error) {
    clearInterval(timer);
    await session.close();
    throw error;
  }

  return {
    id,
    urlOf: (other) => db.read((reader) => findProcessUrl(reader, other)),
    alive: () => db.read(findAlive),
    onRenewed: (work) => void works.push(work),
    endIfDead,
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
      await session.close();
    },
  };
}

/** Whether anything answers at the address of a process. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function readProcessId(path: string): Promise<ProcessId> {
  const stored = processId.safeParse((await readFile(path, 'utf8').catch(() => '')).trim());
  if (stored.success) return stored.data;
  const id = processId.parse(uuidv7());
  await writeFile(path, `${id}\n`);
  return id;
}
