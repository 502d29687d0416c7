import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openEvents } from '../events/index.ts';
import { createJobs, defineJob, type JobHandler } from './index.ts';

const db = await createTestDatabase();
const log = createLog('silent');
const greet = defineJob('test.greet', z.object({ name: z.string() }));

async function open(handler: JobHandler<{ name: string }>) {
  const events = await openEvents(db.pool, log);
  const jobs = createJobs({ db, events, log, pollMs: 20, superviseSeconds: 1 });
  jobs.work(greet, handler, { concurrency: 2 });
  await jobs.start();
  const close = async () => {
    await jobs.close();
    await events.close();
  };
  onTestFinished(close);
  const send = (...names: string[]) =>
    db.transact((tx) =>
      jobs.send(
        tx,
        greet,
        names.map((name) => ({ name })),
      ),
    );
  return { jobs, close, send };
}

/** Collects names until `last` has arrived. */
function collector(last: string) {
  const names: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const handler = async ({ name }: { name: string }) => {
    names.push(name);
    if (name === last) resolve();
  };
  return { names, handler, done: promise };
}

/** Polls for longer than the default, for busy machines. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 });

const rows = async () =>
  (await db.pool.query<{ name: string; state: string }>('select name, state from jobs.job')).rows;

/**
 * Makes jobs due that wait for their next attempt.
 * @param also a further SQL assignment
 */
async function hurry(also = 'retry_count = retry_count'): Promise<void> {
  await eventually(async () => {
    const sql = `update jobs.job set start_after = now(), ${also} where state = 'retry'`;
    expect((await db.pool.query(sql)).rowCount).toBeGreaterThan(0);
  });
}

describe('queues', () => {
  it('count the jobs that wait, run and have failed on their last attempt, without those that are due later', async () => {
    const running = Promise.withResolvers<void>();
    const { jobs, close, send } = await open(async ({ name }) => {
      if (name === 'fails') throw new Error('as it should');
      await running.promise;
    });
    const startAfter = new Date(Date.now() + 60_000);
    await db.transact((tx) => jobs.send(tx, greet, { name: 'later' }, { startAfter }));
    await send('fails');
    await hurry('retry_limit = 1, retry_count = 1');
    await send('runs', 'runs', 'waits');
    await eventually(async () =>
      expect(await jobs.queues()).toEqual([
        { name: 'test.greet', waiting: 1, running: 2, failed: 1, oldestWaitingSeconds: expect.any(Number) },
      ]),
    );
    running.resolve();
    await eventually(async () => expect(await jobs.queues()).toMatchObject([{ waiting: 0, running: 0 }]));
    await close();
    await db.pool.query('delete from jobs.job');
  });
});

describe('jobs', () => {
  it('run when their transaction commits, not when it rolls back, and wait only once per key', async () => {
    const { names, handler } = collector('last');
    const { jobs, send } = await open(handler);
    const undone = db.transact(async (tx) => {
      await jobs.send(tx, greet, { name: 'never' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const startAfter = new Date(Date.now() + 60_000);
    for (let i = 0; i < 3; i++) {
      await db.transact((tx) => jobs.send(tx, greet, { name: 'later' }, { singletonKey: 'key', startAfter }));
    }
    await send('a', 'b', 'last');
    // The order is arbitrary, since they may have been sent within one millisecond.
    await eventually(() => expect(names.toSorted()).toEqual(['a', 'b', 'last']));
    expect((await rows()).filter(({ state }) => state === 'created')).toHaveLength(1);
    await db.pool.query('delete from jobs.job');
  });

  it('that keep cores busy stay for a process that takes such jobs', async () => {
    const events = await openEvents(db.pool, log);
    const encode = defineJob('test.encode', z.object({ name: z.string() }));
    const taken: string[] = [];
    const start = async (process: string, takesHeavy: boolean) => {
      const jobs = createJobs({ db, events, log, takesHeavy, pollMs: 20 });
      jobs.work(greet, async ({ name }) => void taken.push(`${process} greets ${name}`));
      jobs.work(encode, async ({ name }) => void taken.push(`${process} encodes ${name}`), { isHeavy: true });
      await jobs.start();
      onTestFinished(() => jobs.close());
      return jobs;
    };
    onTestFinished(() => events.close());
    const web = await start('web', false);
    await db.transact(async (tx) => {
      await web.send(tx, encode, { name: 'film' });
      await web.send(tx, greet, { name: 'ada' });
    });
    await eventually(() => expect(taken).toEqual(['web greets ada']));
    await start('worker', true);
    await eventually(() => expect(taken).toEqual(['web greets ada', 'worker encodes film']));
    await db.pool.query('delete from jobs.job');
  });

  it('of channels take turns: the first one of each channel runs before the second one of any', async () => {
    const events = await openEvents(db.pool, log);
    const { names, handler, done } = collector('ada 3');
    const jobs = createJobs({ db, events, log, pollMs: 20 });
    const turn = defineJob('test.turn', z.object({ name: z.string() }));
    const blocked = Promise.withResolvers<void>();
    jobs.work(turn, async (job) => {
      if (job.name === 'first') await blocked.promise;
      await handler(job);
    });
    await jobs.start();
    onTestFinished(async () => {
      await jobs.close();
      await events.close();
    });
    const send = (name: string, turnOf: string) =>
      db.transact((tx) => jobs.send(tx, turn, { name }, { turnOf }));
    await send('first', 'eve');
    await eventually(async () => expect((await rows()).map(({ state }) => state)).toContain('active'));
    for (const name of ['ada 1', 'ada 2', 'ada 3']) await send(name, 'ada');
    for (const name of ['bob 1', 'bob 2']) await send(name, 'bob');
    blocked.resolve();
    await done;
    expect(names).toEqual(['first', 'ada 1', 'bob 1', 'ada 2', 'bob 2', 'ada 3']);
    await db.pool.query('delete from jobs.job');
  });

  it('are retried after a failure, and become dead letters after the last attempt', async () => {
    let attempts = 0;
    const { send } = await open(async ({ name }) => {
      if (name !== 'broken') return;
      attempts += 1;
      throw new Error('broken');
    });
    await send('broken');
    await hurry();
    await eventually(() => expect(attempts).toBeGreaterThan(1));
    await hurry('retry_count = retry_limit');
    await eventually(async () => {
      expect(await rows()).toContainEqual({ name: 'dead-letters', state: expect.any(String) });
    });
    expect(attempts).toBeGreaterThan(2);
  });

  it('without an event are found by one query for all workers, which do not poll themselves', async () => {
    const { handler, done } = collector('due');
    const { jobs } = await open(handler);
    const startAfter = new Date(Date.now() + 3_600_000);
    await db.transact((tx) => jobs.send(tx, greet, { name: 'due' }, { startAfter }));
    const query = vi.spyOn(db.pool, 'query');
    onTestFinished(() => query.mockRestore());
    const asked = (part: string) => query.mock.calls.filter(([text]) => String(text).includes(part)).length;
    const waitForPolls = (times: number) => eventually(() => expect(asked('kinds')).toBeGreaterThan(times));
    await waitForPolls(20);
    // Workers ask when they start and when a job is sent.
    expect(asked('SKIP LOCKED')).toBeLessThan(10);
    await db.pool.query('update jobs.job set start_after = now()');
    await done;
  });

  it('continue after the database was unavailable', async () => {
    const { handler, done } = collector('after');
    const { send } = await open(handler);
    await db.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await eventually(() => send('after'));
    await done;
  });

  it('wait between repetitions for as long as they request', async () => {
    const tick = defineJob('test.tick', z.object({}));
    const ran = Promise.withResolvers<void>();
    const events = await openEvents(db.pool, log);
    const jobs = createJobs({ db, events, log });
    jobs.repeat(
      tick,
      async () => 3,
      async () => ran.resolve(),
    );
    await jobs.start();
    onTestFinished(async () => {
      await jobs.close();
      await events.close();
    });
    await ran.promise;
    const { rows: waiting } = await db.pool.query(
      `select round(extract(epoch from start_after - created_on) / 3600)::int as hours from jobs.job
       where name = $1 and state = 'created'`,
      [tick.name],
    );
    expect(waiting).toEqual([{ hours: 3 }]);
  });

  it('are deleted an hour after their end, and not sooner', async () => {
    const { handler, done } = collector('old');
    const { send } = await open(handler);
    await send('new', 'old');
    await done;
    const finished = async () => {
      const { rows: found } = await db.pool.query<{ name: string }>(
        `select data->>'name' as name from jobs.job
         where state = 'completed' and data->>'name' in ('new', 'old') order by 1`,
      );
      return found.map(({ name }) => name);
    };
    await eventually(async () => expect(await finished()).toEqual(['new', 'old']));
    await db.pool.query(
      `update jobs.job set completed_on = completed_on - interval '61 minutes' where data->>'name' = 'old'`,
    );
    // The pass that deletes comes every ten minutes.
    await db.pool.query("update jobs.queue set maintain_on = now() - interval '601 seconds'");
    await eventually(async () => expect(await finished()).toEqual(['new']));
  });

  it('of a stopped process are run by the next process', async () => {
    const begun = Promise.withResolvers<void>();
    const first = await open(async (_data, signal) => {
      begun.resolve();
      await once(signal, 'abort');
      signal.throwIfAborted();
    });
    await first.send('handed over');
    await begun.promise;
    await first.close();
    const { names, handler, done } = collector('handed over');
    await hurry();
    await open(handler);
    await done;
    expect(names).toContain('handed over');
  });
});
