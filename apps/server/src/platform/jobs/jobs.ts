/**
 * Work that follows from what was written, and outlives the process that wrote it: jobs in PostgreSQL
 * (pg-boss), sent by the transaction that they follow from, tried again with growing pauses, and
 * taken up by another process where one dies.
 */
import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database, Writer } from '../db/database.ts';
import type { DiskRoom } from '../disk/index.ts';
import { defineEvent, type Events, publish } from '../events/index.ts';
import type { Log } from '../log/log.ts';

/** A kind of job, declared by the feature that works on it. */
export interface JobType<Data extends object> {
  readonly name: string;
  readonly schema: z.ZodType<Data>;
}

/** @param name `feature.what-to-do`, the same for ever: jobs outlive a version of the program */
export function defineJob<Data extends object>(name: string, schema: z.ZodType<Data>): JobType<Data> {
  return { name, schema };
}

export interface SendOptions {
  /** Not before then. */
  readonly startAfter?: Date;
  /** Of jobs of a kind with the same key one at most is waiting; another one is not sent. */
  readonly singletonKey?: string;
}

/**
 * Does one job. It may come twice, after a crash at the last moment too, so it must not matter.
 * Long work looks at `signal`, and throws when the instance stops: it is called again later.
 */
export type JobHandler<Data> = (data: Data, signal: AbortSignal) => Promise<void>;

export interface Jobs {
  /** Sends the job once `tx` commits, and not at all if it does not. */
  send<Data extends object>(
    tx: Writer,
    type: JobType<Data>,
    data: Data | readonly Data[],
    options?: SendOptions,
  ): Promise<void>;
  /** Call it before `start`. @param concurrency how many of these jobs this process does at once */
  work<Data extends object>(
    type: JobType<Data>,
    handler: JobHandler<Data>,
    options?: { concurrency?: number },
  ): void;
  /**
   * Does a job once every so many hours, however often processes start and stop. Call it before `start`.
   * Not pg-boss's own schedule: that has a time of day, at which an instance may never be up.
   */
  repeat(
    type: JobType<Record<string, never>>,
    hours: number,
    handler: (signal: AbortSignal) => Promise<void>,
  ): void;
  /** Creates what the queue needs in the database, and begins to work. */
  start(): Promise<void>;
  /** Takes no more jobs, and gives those under way a moment to end; the rest is done by the next process. */
  close(): Promise<void>;
}

/** A feature's worker for one kind of job, as it stands in `Feature.jobs`. */
export type JobRegistration = (jobs: Jobs) => void;

/** As `Jobs.work`. */
export const work =
  <Data extends object>(
    type: JobType<Data>,
    handler: JobHandler<Data>,
    options?: { concurrency?: number },
  ): JobRegistration =>
  (jobs) =>
    jobs.work(type, handler, options);

/** As `Jobs.repeat`. */
export const repeat =
  (
    type: JobType<Record<string, never>>,
    hours: number,
    handler: (signal: AbortSignal) => Promise<void>,
  ): JobRegistration =>
  (jobs) =>
    jobs.repeat(type, hours, handler);

/** What failed for good ends here, and in the log. */
const DEAD = 'dead-letters';

const QUEUE = {
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  // A process that dies says nothing any more; after this its jobs are given to another.
  heartbeatSeconds: 30,
  expireInSeconds: 3600,
  deleteAfterSeconds: 3600,
} as const;

/** How often to look for jobs that nobody announced: those put off, and those of a lost message. */
const POLL_SECONDS = 5;
const SUPERVISE_SECONDS = 15;
const PATIENCE_MS = 3_000;
const TELL_AGAIN_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Wakes whoever does jobs of this kind, in whichever process. */
const jobSent = defineEvent('jobs.sent', z.object({ name: z.string() }));

interface Worked {
  readonly name: string;
  readonly handler: (data: unknown, signal: AbortSignal) => Promise<void>;
  readonly concurrency: number;
}

interface TakenJob {
  readonly data: unknown;
  readonly retryCount: number;
  readonly signal: AbortSignal;
}

export function createJobs({
  db,
  events,
  log,
  room = null,
}: {
  readonly db: Database;
  readonly events: Events;
  readonly log: Log;
  /** Of the disk that the database writes to, where that is ours: nothing is done while it is low. */
  readonly room?: Pick<DiskRoom, 'whenFree'> | null;
}): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.query(text, values) },
    schema: 'jobs',
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  // While the database is away each look for jobs fails, several a second; the next one may not.
  let toldAt = Number.NEGATIVE_INFINITY;
  boss.on('error', ({ message }) => {
    if (performance.now() < toldAt + TELL_AGAIN_MS) return;
    toldAt = performance.now();
    log.warn({ reason: message }, 'The job queue could not be asked');
  });
  const worked = new Map<string, Worked>();
  const workers = new Map<string, string[]>();
  const started = Promise.withResolvers<void>();
  started.promise.catch(() => undefined);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const repeated: (() => Promise<void>)[] = [];
  let isStarted = false;

  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  };
  const stopListening = [
    events.on(jobSent, ({ name }) => wake(name)),
    events.onGap(() => {
      for (const name of workers.keys()) wake(name);
    }),
  ];

  async function run({ name, handler }: Worked, { data, retryCount, signal }: TakenJob): Promise<void> {
    const ending = AbortSignal.any([stopping.signal, signal]);
    // It would fail until it is given up.
    await room?.whenFree(ending);
    ending.throwIfAborted();
    const work = handler(data, ending);
    running.add(work);
    try {
      await work;
    } catch (err) {
      if (!stopping.signal.aborted) log.warn({ err, job: name, attempt: retryCount + 1 }, 'A job failed');
      throw err;
    } finally {
      running.delete(work);
    }
  }

  async function startWorker(work: Worked): Promise<void> {
    const { name } = work;
    const id: string = await boss.work(
      name,
      { batchSize: 1, includeMetadata: true, pollingIntervalSeconds: POLL_SECONDS },
      async ([job]) => {
        if (!job) return;
        // Where there was one there may be more: without this the worker would rest first.
        boss.notifyWorker(id);
        await run(work, job);
      },
    );
    workers.set(name, [...(workers.get(name) ?? []), id]);
  }

  async function createQueues(): Promise<void> {
    await boss.createQueue(DEAD, { retryLimit: 0, deleteAfterSeconds: 14 * 86_400 });
    for (const name of worked.keys()) {
      const options = { ...QUEUE, deadLetter: DEAD };
      // 'short' is what lets a key have one waiting job; those without a key have one of their own.
      await boss.createQueue(name, { ...options, policy: 'short' });
      await boss.updateQueue(name, options);
    }
  }

  const jobs: Jobs = {
    async send(tx, type, data, { startAfter, singletonKey } = {}) {
      const all = Array.isArray(data) ? data : [data];
      if (all.length === 0) return;
      await started.promise;
      const jobs = all.map((one: object) => ({
        data: one,
        singletonKey: singletonKey ?? crypto.randomUUID(),
        ...(startAfter && { startAfter }),
      }));
      await boss.insert(type.name, jobs, {
        db: {
          executeSql: async (text, values) => ({
            rows: [...(await tx.executeQuery(CompiledQuery.raw(text, values ?? []))).rows],
          }),
        },
      });
      await publish(tx, jobSent, { name: type.name });
    },
    work(type, handler, { concurrency = 1 } = {}) {
      worked.set(type.name, {
        name: type.name,
        handler: async (data, signal) => handler(type.schema.parse(data), signal),
        concurrency,
      });
    },
    repeat(type, hours, handler) {
      const sendNext = (startAfter: Date) =>
        db.transact((tx) => jobs.send(tx, type, {}, { singletonKey: 'next', startAfter }));
      jobs.work(type, async (_data, signal) => {
        // First, so that one that fails for good is not the last.
        await sendNext(new Date(Date.now() + hours * HOUR_MS));
        await handler(signal);
      });
      repeated.push(() => sendNext(new Date()));
    },
    async start() {
      isStarted = true;
      try {
        await boss.start();
        await createQueues();
      } catch (error) {
        started.reject(error);
        throw error;
      }
      started.resolve();
      await boss.work(DEAD, { pollingIntervalSeconds: POLL_SECONDS }, async (dead) => {
        for (const { data } of dead) log.error({ data }, 'A job was given up');
      });
      for (const work of worked.values()) {
        for (let i = 0; i < work.concurrency; i++) await startWorker(work);
      }
      // Only where none is waiting already.
      for (const sendFirst of repeated) await sendFirst();
    },
    async close() {
      for (const stop of stopListening) stop();
      stopping.abort(new Error('The instance is stopping.'));
      started.reject(stopping.signal.reason);
      if (!isStarted) return;
      const quiet = Promise.allSettled(running);
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, PATIENCE_MS);
      await Promise.race([quiet, patience]);
      clearTimeout(timer);
      await boss.stop({ graceful: false, close: false });
    },
  };
  return jobs;
}
