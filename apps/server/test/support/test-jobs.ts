/**
 * A job queue that runs only when the test requests it. Jobs are rows, so that they exist once their transaction
 * commits.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { JobRegistration, Jobs } from '#platform/jobs/index.ts';
import type { TestDatabase } from './database.ts';

const row = z.object({ id: z.number(), name: z.string(), data: z.record(z.string(), z.unknown()) });
export type WaitingJob = z.infer<typeof row>;

type Handler = (data: unknown) => Promise<void>;

export interface TestJobs {
  readonly jobs: Jobs;
  register(registrations: readonly JobRegistration[]): void;
  /** The waiting jobs in the order in which they were sent. */
  waiting(name?: string): Promise<WaitingJob[]>;
  /**
   * Runs a job, which is removed unless it fails.
   * @throws the error of the job
   */
  run(job: WaitingJob): Promise<void>;
  remove(job: WaitingJob): Promise<void>;
  /** Runs all jobs, and those that they send, until only failing ones are left. @returns the failures */
  runAll(): Promise<unknown[]>;
  /** Runs each repeated job once. */
  runRepeated(): Promise<void>;
}

export async function createTestJobs(db: TestDatabase): Promise<TestJobs> {
  await db.pool.query(
    'create table if not exists test_jobs (id integer generated always as identity, name text, data jsonb)',
  );
  const handlers = new Map<string, Handler>();
  const repeated: ((signal: AbortSignal) => Promise<void>)[] = [];

  const jobs: Jobs = {
    async send(tx, type, data) {
      for (const one of [data].flat()) {
        const text = JSON.stringify(type.schema.parse(one));
        await sql`insert into test_jobs (name, data) values (${type.name}, ${text}::jsonb)`.execute(tx);
      }
    },
    work(type, handler) {
      handlers.set(type.name, async (data) => handler(type.schema.parse(data), new AbortController().signal));
    },
    repeat: (_type, _hours, handler) => void repeated.push(handler),
    start: async () => undefined,
    close: async () => undefined,
  };

  async function waiting(name?: string): Promise<WaitingJob[]> {
    const { rows } = await db.pool.query('select id, name, data from test_jobs order by id');
    return z
      .array(row)
      .parse(rows)
      .filter((job) => name === undefined || job.name === name);
  }

  async function remove({ id }: WaitingJob): Promise<void> {
    await db.pool.query('delete from test_jobs where id = $1', [id]);
  }

  async function run(job: WaitingJob): Promise<void> {
    await handlers.get(job.name)?.(job.data);
    await remove(job);
  }

  return {
    jobs,
    register(registrations) {
      for (const register of registrations) register(jobs);
    },
    waiting,
    run,
    remove,
    async runAll() {
      for (;;) {
        const all = await waiting();
        const results = [];
        for (const job of all)
          results.push(
            await run(job).then(
              () => null,
              (error: unknown) => ({ error }),
            ),
          );
        const failures = results.filter((result) => result !== null);
        if (failures.length === all.length) return failures.map(({ error }) => error);
      }
    },
    async runRepeated() {
      for (const run of repeated) await run(new AbortController().signal);
    },
  };
}
