import { topic } from '@tributary/contracts/realtime';
import { userId } from '@tributary/contracts/shared';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../../test/support/database.ts';
import { LogClient, log as logContract, logTopic } from '../../../test/support/log-topic.ts';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { startRedisServer } from '../../../test/support/redis-server.ts';
import { openBus } from '../bus/index.ts';
import { createLog } from '../log/log.ts';
import { defineTopic } from './topics/topics.ts';

const db = await createTestDatabase();
const redis = await startRedisServer();
afterAll(() => redis[Symbol.asyncDispose]());

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');

const counter = topic({
  name: 'counter',
  access: 'public',
  snapshot: z.int(),
  patch: z.int(),
  actions: { connectionId: { data: z.null(), result: z.string(), perMinute: { person: 9, network: 9 } } },
});

describe.each([
  ['PostgreSQL', { redisUrl: null, databaseUrl: db.url }],
  ['Redis', { redisUrl: redis.url, databaseUrl: db.url }],
])('two processes on a bus of %s', (_name, config) => {
  /** Starts a process with its own connection to the bus. Its log grows by `append`, as a shared database would. */
  async function start(entries: string[]) {
    const bus = await openBus(config, db.pool, createLog('silent'));
    onTestFinished(() => bus.close());
    const counters = defineTopic(counter, {
      snapshot: async () => 0,
      actions: { connectionId: ({ connection }) => connection.id },
    });
    const server = await serveRealtime({
      topics: [counters, logTopic(async () => entries)],
      bus,
      authenticate: async ({ headers: { cookie } }) => (cookie === 'ada' ? { userId: ADA, roles: [] } : null),
    });
    const append = () => {
      const entry = String(entries.length).padStart(6, '0');
      entries.push(entry);
      server.realtime.topic(logContract).append(entry, entry);
    };
    return { ...server, server, append };
  }

  it('send a message of one process to the listeners of both, exactly once and in one order', async () => {
    const [a, b] = [await start([]), await start([])];
    const tabs = [await a.connect(), await b.connect()];
    for (const tab of tabs) {
      tab.subscribe('counter');
      await tab.next();
    }
    for (let n = 1; n <= 50; n += 1) (n % 3 === 0 ? b : a).realtime.topic(counter).patch(n);
    const [atA, atB] = await Promise.all(
      tabs.map(async (tab) => {
        const received: unknown[] = [];
        while (received.length < 50) {
          const message = await tab.next();
          received.push(message.type === 'message' && message.data);
        }
        return received;
      }),
    );
    expect(new Set(atA).size).toBe(50);
    expect(atB).toEqual(atA);
    a.realtime.topic(counter).snapshot(51);
    for (const tab of tabs) expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: 51 });
    for (const tab of tabs) expect(await tab.settled()).toEqual([]);
  });

  it('send local messages only to the listeners of one process', async () => {
    const [a, b] = [await start([]), await start([])];
    const [atA, atB] = [await a.connect(), await b.connect()];
    for (const tab of [atA, atB]) {
      tab.subscribe('counter');
      await tab.next();
    }
    a.realtime.topic(counter).local.patch(1);
    a.realtime.topic(counter).patch(2);
    expect(await atA.next()).toMatchObject({ data: 1 });
    expect(await atB.next()).toMatchObject({ data: 2 });
  });

  it('reach a person, and one connection, in the other process', async () => {
    const [a, b] = [await start([]), await start([])];
    const [ada, other] = [await b.connect({ cookie: 'ada' }), await b.connect()];
    for (const tab of [ada, other]) {
      tab.subscribe('counter');
      await tab.next();
    }
    other.act('counter', 'connectionId', null);
    const answer = await other.next();
    a.realtime.topic(counter).toUser(ADA).patch(1);
    expect(await ada.next()).toMatchObject({ data: 1 });
    a.realtime
      .topic(counter)
      .toConnection(String(answer.type === 'ack' && answer.data))
      .patch(2);
    expect(await other.next()).toMatchObject({ data: 2 });
    expect(await ada.settled()).toEqual([]);
  });

  it('let a client resume in the other process without a gap or a repetition', async () => {
    const entries: string[] = [];
    const servers = [await start(entries), await start(entries)] as const;
    // Two processes that append at the same moment may be received in either order.
    const client = new LogClient();
    await client.connect(servers[0].server);
    for (let round = 0; round < 6; round += 1) {
      servers[0].append();
      servers[1].append();
      await expect.poll(() => client.entries.toSorted()).toEqual(entries);
      await client.disconnect();
      servers[1].append();
      servers[0].append();
      await client.connect(servers[round % 2 === 0 ? 1 : 0].server);
    }
    await expect.poll(() => client.entries.toSorted()).toEqual(entries);
    expect(client.snapshots).toBe(1);
  });
});

it('sends a new snapshot to all listeners after messages of another process may have been lost', async () => {
  const away = await startRedisServer();
  onTestFinished(() => away[Symbol.asyncDispose]());
  const bus = await openBus({ redisUrl: away.url, databaseUrl: null }, db.pool, createLog('silent'));
  onTestFinished(() => bus.close());
  let state = 1;
  const { connect, realtime } = await serveRealtime({
    topics: [defineTopic(counter, { snapshot: async () => state, actions: { connectionId: () => '' } })],
    bus,
  });
  const tab = await connect();
  tab.subscribe('counter');
  expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: 1 });
  await away.kill();
  realtime.topic(counter).patch(2);
  expect(await tab.next()).toMatchObject({ kind: 'patch', data: 2 });
  state = 3;
  await away.restart();
  expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: 3 });
});
