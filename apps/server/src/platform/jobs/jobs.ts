/**
 * Background jobs in PostgreSQL (pg-boss). A job is sent in the transaction that causes it, retried with
 * exponential backoff, and taken over by another process when its own dies.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { DiskSpace } from '../disk/index.ts';
import { HOUR_MS } from '../durations.ts';
import { defineEvent, type Events, publish } from '../events/index.ts';
import type { Log } from '../log/log.ts';
import { inLogContext } from '../log/log-context.ts';
import type { JobQueues, Jobs } from './job-types.ts';
import { countWaiting, DEAD, findDue, findQueues, migrateJobs, SCHEMA } from './jobs-schema.ts';

const QUEUE = {
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  // Jobs of a process that died go to another one after this time.
  heartbeatSeconds: 30,
  deleteAfterSeconds: 3600,
} as const;

/** How often the process looks for jobs without an event: delayed ones, retries, and those whose event was lost. */
const POLL_MS = 1_000;
/**
 * The process wakes its workers. If each polled for itself, they would all do so at the same moment and delay requests.
 */
const WORKER_POLL_SECONDS = 86_400;
const RETRIES = 8;
const SUPERVISE_SECONDS = 15;
/** The interval at which old finished jobs are deleted. Without it, pg-boss deletes them once a day. */
const DELETE_EVERY_SECONDS = 600;
const CLOSE_TIMEOUT_MS = 3_000;
const LOG_INTERVAL_MS = 60_000;

/** Wakes the workers of this kind of job in every process. */
const jobSent = defineEvent('jobs.sent', z.object({ name: z.string() }));

interface Worker {
  readonly name: string;
  readonly handler: (data: unknown, signal: AbortSignal) => Promise<void>;
  readonly concurrency: number;
  readonly maxHours: number;
  readonly retries: number;
  readonly isHeavy: boolean;
}

interface TakenJob {
  readonly id: string;
  readonly data: unknown;
  readonly retryCount: number;
  readonly signal: AbortSignal;
}

export function createJobs({
  db,
  events,
  log,
  diskSpace = null,
  owner = null,
  takesHeavy = true,
  pollMs = POLL_MS,
  superviseSeconds = SUPERVISE_SECONDS,
}: {
  readonly db: Database;
  readonly events: Events;
  readonly log: Log;
  /** The free space on the embedded database's disk; no job runs while it is low. Null for an external database. */
  readonly diskSpace?: Pick<DiskSpace, 'whenFree'> | null;
  /** The role that creates tables; null if that of `db` may create them. */
  readonly owner?: pg.ClientConfig | null;
  /** Whether this process runs jobs that keep cores busy. */
  readonly takesHeavy?: boolean;
  readonly pollMs?: number;
  readonly superviseSeconds?: number;
}): Jobs & JobQueues {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.pool.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    migrate: owner === null,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: DELETE_EVERY_SECONDS,
  });
  // While the database is unavailable, polling fails several times a second.
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const reportPolling = ({ message }: Error) => {
    if (performance.now() < loggedAtMs + LOG_INTERVAL_MS) return;
    loggedAtMs = performance.now();
    log.warn({ reason: message }, 'The job queue could not be polled');
  };
  boss.on('error', reportPolling);
  const registered = new Map<string, Worker>();
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

  async function run(
    { name, handler }: Worker,
    { id: jobId, data, retryCount, signal }: TakenJob,
  ): Promise<void> {
    const ending = AbortSignal.any([stopping.signal, signal]);
    // On a full disk the job would fail until its last attempt.
    await diskSpace?.whenFree(ending);
    ending.throwIfAborted();
    const work = inLogContext({ job: name, jobId }, () => handler(data, ending));
    running.add(work);
    try {
      await work;
    } catch (err) {
      if (!stopping.signal.aborted)
        log.warn({ err, job: name, jobId, attempt: retryCount + 1 }, 'A job attempt failed');
      throw err;
    } finally {
      running.delete(work);
    }
  }

  async function startWorker(work: Worker): Promise<void> {
    const { name } = work;
    const id: string = await boss.work(
      name,
      { batchSize: 1, includeMetadata: true, pollingIntervalSeconds: WORKER_POLL_SECONDS },
      async ([job]) => {
        if (!job) return;
        // More jobs may be waiting: without this the worker would first pause for the polling interval.
        boss.notifyWorker(id);
        await run(work, job);
      },
    );
    workers.set(name, [...(workers.get(name) ?? []), id]);
  }

  /** Polls until the instance stops. */
  async function poll(): Promise<void> {
    const wait = (ms: number) => delay(ms, undefined, { signal: stopping.signal });
    for (;;) {
      const due = await findDue(db.pool, [...workers.keys()]).catch((error: Error) => {
        reportPolling(error);
        return [];
      });
      if (due.length === 0) await wait(pollMs);
      // Jobs that repeat every minute are due at the same moment, and would delay requests if they all began at once.
      for (const name of due) {
        wake(name);
        await wait(pollMs / due.length);
      }
    }
  }

  async function createQueues(): Promise<void> {
    await boss.createQueue(DEAD, { retryLimit: 0, deleteAfterSeconds: 14 * 86_400 });
    for (const { name, maxHours, retries } of registered.values()) {
      const options = {
        ...QUEUE,
        retryLimit: retries,
        expireInSeconds: maxHours * 3600,
        deadLetter: DEAD,
      };
      // The policy 'short' allows one waiting job per key; jobs without a key get a unique one.
      await boss.createQueue(name, { ...options, policy: 'short' });
      await boss.updateQueue(name, options);
    }
  }

  const jobs: Jobs & JobQueues = {
    async send(tx, type, data, { startAfter, singletonKey, turnOf } = {}) {
      const all = Array.isArray(data) ? data : [data];
      if (all.length === 0) return;
      await started.promise;
      const before = turnOf === undefined ? 0 : await countWaiting(tx, type.name, turnOf);
      const jobs = all.map((one: object, index) => ({
        data: one,
        singletonKey: singletonKey ?? crypto.randomUUID(),
        ...(startAfter && { startAfter }),
        ...(turnOf !== undefined && { group: { id: turnOf }, priority: -(before + index) }),
      }));
      await boss.insert(type.name, jobs, {
        db: {
          executeSql: async (text, values) => ({
            rows: [...(await tx.executeQuery(CompiledQuery.raw(text, values ?? []))).rows],
          }),
        },
      });
      // Polling finds jobs that are due later.
      if (startAfter === undefined) await publish(tx, jobSent, { name: type.name });
    },
    work(type, handler, { concurrency = 1, maxHours = 1, retries = RETRIES, isHeavy = false } = {}) {
      registered.set(type.name, {
        name: type.name,
        handler: async (data, signal) => handler(type.schema.parse(data), signal),
        concurrency,
        maxHours,
        retries,
        isHeavy,
      });
    },
    repeat(type, hours, handler, options) {
      const sendNext = (startAfter: Date) =>
        db.transact((tx) => jobs.send(tx, type, {}, { singletonKey: 'next', startAfter }));
      const run = async (_data: unknown, signal: AbortSignal) => {
        // The next one is sent first, so that the schedule continues when this job fails on its last attempt.
        const waitHours = typeof hours === 'number' ? hours : await hours();
        await sendNext(new Date(Date.now() + waitHours * HOUR_MS));
        await handler(signal);
      };
      jobs.work(type, run, options);
      repeated.push(() => db.transact((tx) => jobs.send(tx, type, {}, { singletonKey: 'next' })));
    },
    async start() {
      isStarted = true;
      try {
        if (owner !== null) await migrateJobs(owner);
        await boss.start();
        await createQueues();
      } catch (error) {
        started.reject(error);
        throw error;
      }
      started.resolve();
      const report = async (data: unknown) => log.error({ data }, 'A job failed on its last attempt');
      await startWorker({
        name: DEAD,
        handler: report,
        concurrency: 1,
        maxHours: 1,
        retries: 0,
        isHeavy: false,
      });
      for (const work of registered.values()) {
        if (work.isHeavy && !takesHeavy) continue;
        for (let i = 0; i < work.concurrency; i++) await startWorker(work);
      }
      // The singleton key prevents a second one.
      for (const sendFirst of repeated) await sendFirst();
      void poll().catch(() => undefined);
    },
    queues: () => findQueues(db.pool),
    async close() {
      for (const stop of stopListening) stop();
      stopping.abort(new Error('The instance is stopping.'));
      started.reject(stopping.signal.reason);
      if (!isStarted) return;
      const settled = Promise.allSettled(running);
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      await Promise.race([settled, timeout]);
      clearTimeout(timer);
      await boss.stop({ graceful: false, close: false });
    },
  };
  return jobs;
}
