import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogClient, log, logTopic } from '../../../test/support/log-topic.ts';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { createInProcessBus } from '../bus/in-process-bus.ts';
import type { Bus } from '../bus/index.ts';
import { createLog } from '../log/log.ts';

const entry = (n: number): string => String(n).padStart(6, '0');
const tick = () => new Promise((resolve) => setImmediate(resolve));

async function serveLog() {
  const entries: string[] = [];
  const inProcess = createInProcessBus(createLog('silent'));
  let reportGap = () => {};
  const bus: Bus = {
    ...inProcess,
    onGap(handler) {
      reportGap = handler;
      return () => {};
    },
  };
  const server = await serveRealtime({ topics: [logTopic(async () => entries)], bus });
  const append = (n: number) => {
    entries.push(entry(n));
    server.realtime.topic(log).append(entry(n), entry(n));
  };
  return { ...server, server, entries, append, reportGap: () => reportGap() };
}

describe('a client that comes back', () => {
  it('receives the messages that it missed instead of a snapshot', async () => {
    const { server, append, entries } = await serveLog();
    const client = new LogClient();
    await client.connect(server);
    append(1);
    await expect.poll(() => client.entries).toEqual(entries);
    await client.disconnect();
    append(2);
    append(3);
    await client.connect(server);
    await expect.poll(() => client.entries).toEqual(entries);
    expect(client.snapshots).toBe(1);
  });

  it('receives a snapshot if it was away for longer than messages are kept', async () => {
    const { server, append, entries } = await serveLog();
    const client = new LogClient();
    await client.connect(server);
    append(1);
    await expect.poll(() => client.entries).toEqual(entries);
    await client.disconnect();
    for (let n = 2; n <= 250; n += 1) append(n);
    await client.connect(server);
    await expect.poll(() => client.entries).toEqual(entries);
    expect(client.snapshots).toBe(2);
  });

  it('receives a snapshot if the state was replaced, refreshed or lost on the bus in the meantime', async () => {
    const { server, realtime, append, entries, reportGap } = await serveLog();
    const client = new LogClient();
    await client.connect(server);
    append(1);
    const changes = [
      () => realtime.topic(log).snapshot(entries),
      () => realtime.topic(log).refresh(),
      reportGap,
    ];
    for (const change of changes) {
      const { snapshots } = client;
      await client.disconnect();
      await change();
      await client.connect(server);
      await expect.poll(() => client.snapshots).toBe(snapshots + 1);
    }
  });
});

it('has every entry exactly once, in order, however clients of two processes come and go', async () => {
  const step = fc.record({
    act: fc.constantFrom('append', 'append', 'append', 'leave', 'return', 'wait', 'refresh'),
    at: fc.constantFrom(0, 1),
    client: fc.nat(2),
    /** How long reading a snapshot takes from now on, before and after its entries are copied. */
    before: fc.nat(3),
    after: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const bus = createInProcessBus(createLog('silent'));
      const entries: string[] = [];
      let delays = { before: 0, after: 0 };
      const read = async () => {
        const { before, after } = delays;
        for (let i = 0; i < before; i += 1) await tick();
        const copy = [...entries];
        for (let i = 0; i < after; i += 1) await tick();
        return copy;
      };
      const servers = [
        await serveRealtime({ topics: [logTopic(read)], bus }),
        // This process gathers messages into frames, as it would for many listeners.
        await serveRealtime({ topics: [logTopic(read)], bus, gapMs: () => 2 }),
      ] as const;
      const clients = [new LogClient(), new LogClient(), new LogClient()];
      const connected = new Set<LogClient>();
      for (const { act, at, client: index, before, after } of steps) {
        const client = clients[index] as LogClient;
        const server = servers[at as 0 | 1];
        delays = { before, after };
        if (act === 'append') {
          entries.push(entry(entries.length));
          server.realtime.topic(log).append(entry(entries.length - 1), entry(entries.length - 1));
        } else if (act === 'leave') {
          await client.disconnect();
          connected.delete(client);
        } else if (act === 'return' && !connected.has(client)) {
          await client.connect(server);
          connected.add(client);
        } else if (act === 'refresh') {
          void server.realtime.topic(log).refresh();
        } else {
          for (let i = 0; i < 5; i += 1) await tick();
        }
      }
      for (const client of clients) {
        if (!connected.has(client)) await client.connect(servers[0]);
      }
      for (const client of clients)
        await expect.poll(() => client.entries, { interval: 5, timeout: 10_000 }).toEqual(entries);
      for (const client of clients) await client.disconnect();
      for (const { realtime } of servers) await realtime.close();
    }),
    { numRuns: 60 },
  );
});
