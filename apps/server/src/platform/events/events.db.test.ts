import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openDatabase } from '../db/index.ts';
import { defineEvent, openEvents, publish } from './index.ts';

const db = await createTestDatabase();
const greeted = defineEvent('test.greeted', z.object({ name: z.string() }));
const other = defineEvent('test.other', z.object({}));
const log = createLog('silent');

async function open() {
  const events = await openEvents(db.pool, log);
  onTestFinished(() => events.close());
  return events;
}

const greet = (name: string) => db.transact((tx) => publish(tx, greeted, { name }));

/** Collects names until `last` has arrived. */
function collect(events: Awaited<ReturnType<typeof open>>, last: string): Promise<string[]> {
  const names: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string[]>();
  events.on(greeted, ({ name }) => {
    names.push(name);
    if (name === last) resolve(names);
  });
  return promise;
}

describe('events', () => {
  it('arrive in the order of their commits, and never from a transaction that rolled back', async () => {
    const events = await open();
    const heard = collect(events, 'last');
    await greet('first');
    const undone = db.transact(async (tx) => {
      await publish(tx, greeted, { name: 'never' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await greet('last');
    expect(await heard).toEqual(['first', 'last']);
  });

  it('arrive only after their transaction commits', async () => {
    const events = await open();
    const heard = collect(events, 'inside');
    await db.transact(async (tx) => {
      await publish(tx, greeted, { name: 'inside' });
      await greet('meanwhile');
    });
    expect(await heard).toEqual(['meanwhile', 'inside']);
  });

  it('arrive from other processes, which have their own connections', async () => {
    const heard = collect(await open(), 'from another process');
    const otherProcess = openDatabase({ connectionString: db.url }, log);
    onTestFinished(() => otherProcess.close());
    await otherProcess.transact((tx) => publish(tx, greeted, { name: 'from another process' }));
    expect(await heard).toEqual(['from another process']);
  });

  it('reach every handler of their kind until it stops listening, even when another handler fails', async () => {
    const events = await open();
    const strangers: unknown[] = [];
    events.on(other, (data) => void strangers.push(data));
    events.on(greeted, () => {
      throw new Error('broken');
    });
    events.on(greeted, () => Promise.reject(new Error('broken too')));
    const gone: string[] = [];
    const stop = events.on(greeted, ({ name }) => void gone.push(name));
    stop();
    const heard = collect(events, 'b');
    await greet('a');
    await greet('b');
    expect(await heard).toEqual(['a', 'b']);
    expect(gone).toEqual([]);
    expect(strangers).toEqual([]);
  });

  it('that are malformed are skipped', async () => {
    const events = await open();
    const heard = collect(events, 'fine');
    for (const payload of [
      '',
      '{',
      '[]',
      '{"name":"test.greeted","data":{"name":1}}',
      '{"name":"unknown","data":1}',
    ]) {
      await db.pool.query('select pg_notify($1, $2)', ['tributary_events', payload]);
    }
    await greet('fine');
    expect(await heard).toEqual(['fine']);
  });

  it('arrive again after the connection was lost, and the gap is reported', async () => {
    const events = await open();
    const gap = Promise.withResolvers<void>();
    events.onGap(gap.resolve);
    const { rowCount } = await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'LISTEN%' and pid <> pg_backend_pid()`,
    );
    expect(rowCount).toBeGreaterThan(0);
    await gap.promise;
    const heard = collect(events, 'after');
    await greet('after');
    expect(await heard).toEqual(['after']);
  });

  it('stop on close, which can be called twice and returns the connection', async () => {
    const events = await openEvents(db.pool, log);
    await events.close();
    await events.close();
    const { rows } = await db.pool.query<{ listening: string }>(
      'select pg_listening_channels() as listening',
    );
    expect(rows).toEqual([]);
  });
});
