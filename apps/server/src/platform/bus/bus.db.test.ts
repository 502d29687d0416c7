import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { startRedisServer } from '../../../test/support/redis-server.ts';
import { createLog } from '../log/log.ts';
import { type Bus, openBus } from './index.ts';
import { splitUtf8 } from './postgres-connection.ts';
import { connectRedis } from './redis-connection.ts';
import { openRemoteBus } from './remote-bus.ts';

const db = await createTestDatabase();
const redis = await startRedisServer();
afterAll(() => redis[Symbol.asyncDispose]());
const log = createLog('silent');

const REMOTE = {
  PostgreSQL: { redisUrl: null, databaseUrl: db.url },
  Redis: { redisUrl: redis.url, databaseUrl: db.url },
};
const ALL = { 'one process': { redisUrl: null, databaseUrl: null }, ...REMOTE };

async function open(config: { redisUrl: string | null; databaseUrl: string | null }): Promise<Bus> {
  const bus = await openBus(config, db.pool, log);
  onTestFinished(() => bus.close());
  return bus;
}

/** Collects the messages that `bus` delivers on `channel`. */
function record(bus: Bus, channel = 'test') {
  const received: string[] = [];
  const stop = bus.subscribe(channel, (message) => void received.push(message));
  return { received, stop };
}

const gapOf = (bus: Bus) => new Promise<void>((resolve) => void bus.onGap(resolve));

describe.each(Object.entries(ALL))('a bus of %s', (_name, config) => {
  it('delivers each message once, in order, to every handler of its channel', async () => {
    const bus = await open(config);
    const [first, second, other] = [record(bus), record(bus), record(bus, 'other')];
    const sent = Array.from({ length: 200 }, (_, index) => `message ${index}`);
    for (const message of sent) bus.publish('test', message);
    bus.publish('other', 'last');
    await expect.poll(() => other.received).toEqual(['last']);
    expect(first.received).toEqual(sent);
    expect(second.received).toEqual(sent);
  });

  it('delivers any text unchanged, even if it is longer than a payload of PostgreSQL', async () => {
    const bus = await open(config);
    const { received } = record(bus);
    const texts = ['', ' ', 'ä🎥'.repeat(10_000), `{"a":"${'x'.repeat(100_000)}"}`, 'same', 'same'];
    for (const text of texts) bus.publish('test', text);
    await expect.poll(() => received.length).toBe(texts.length);
    expect(received).toEqual(texts);
  });

  it('delivers a message that a handler publishes after the message that it handles', async () => {
    const bus = await open(config);
    bus.subscribe('test', (message) => {
      if (message === 'question') bus.publish('test', 'answer');
    });
    const { received } = record(bus);
    bus.publish('test', 'question');
    await expect.poll(() => received).toEqual(['question', 'answer']);
  });

  it('delivers a message to all handlers even if one throws or has unsubscribed', async () => {
    const bus = await open(config);
    bus.subscribe('test', () => {
      throw new Error('broken');
    });
    const gone = record(bus);
    gone.stop();
    const { received } = record(bus);
    bus.publish('test', 'a');
    await expect.poll(() => received).toEqual(['a']);
    expect(gone.received).toEqual([]);
  });

  it('delivers nothing once it is closed, and closes twice without an error', async () => {
    const bus = await open(config);
    const { received } = record(bus);
    await bus.close();
    await bus.close();
    bus.publish('test', 'a');
    expect(received).toEqual([]);
  });
});

describe.each(Object.entries(REMOTE))('two processes on a bus of %s', (_name, config) => {
  it('receive each message of either exactly once and in the same order', async () => {
    const [a, b] = [await open(config), await open(config)];
    const [atA, atB] = [record(a), record(b)];
    for (let index = 0; index < 300; index += 1) {
      (index % 3 === 0 ? a : b).publish('test', `${index} ${index % 50 === 0 ? 'ß'.repeat(5_000) : ''}`);
      if (index % 20 === 0) await new Promise(setImmediate);
    }
    await expect.poll(() => atA.received.length).toBe(300);
    await expect.poll(() => atB.received.length).toBe(300);
    expect(new Set(atA.received).size).toBe(300);
    expect(atB.received).toEqual(atA.received);
  });
});

describe('a bus of PostgreSQL whose connection is terminated', () => {
  it('delivers within each process in the meantime, and reports the gap in both once it is back', async () => {
    const [a, b] = [await open(REMOTE.PostgreSQL), await open(REMOTE.PostgreSQL)];
    const [atA, atB] = [record(a), record(b)];
    const gaps = Promise.all([gapOf(a), gapOf(b)]);
    const { rowCount } = await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%LISTEN tributary_bus' and pid <> pg_backend_pid()`,
    );
    expect(rowCount).toBe(2);
    a.publish('test', 'at the moment of the loss');
    await gaps;
    expect(atA.received).toEqual(['at the moment of the loss']);
    a.publish('test', 'after');
    await expect.poll(() => atA.received.at(-1)).toBe('after');
    await expect.poll(() => atB.received.at(-1)).toBe('after');
  });
});

describe('a bus of Redis', () => {
  it('delivers in its own process while the server is down, and reports the gap once it is back', async () => {
    const server = await startRedisServer();
    onTestFinished(() => server[Symbol.asyncDispose]());
    const config = { redisUrl: server.url, databaseUrl: null };
    const [a, b] = [await open(config), await open(config)];
    const [atA, atB] = [record(a), record(b)];
    a.publish('test', 'before');
    await expect.poll(() => atB.received).toEqual(['before']);

    await server.kill();
    const away = Array.from({ length: 10 }, (_, index) => `away ${index}`);
    for (const message of away) a.publish('test', message);
    await expect.poll(() => atA.received).toEqual(['before', ...away]);
    expect(atB.received).toEqual(['before']);

    const gaps = Promise.all([gapOf(a), gapOf(b)]);
    await server.restart();
    await gaps;
    b.publish('test', 'after');
    await expect.poll(() => atA.received).toEqual(['before', ...away, 'after']);
    await expect.poll(() => atB.received).toEqual(['before', 'after']);
  });

  it('keeps databases of one server apart', async () => {
    const [zero, one] = [
      await open(REMOTE.Redis),
      await open({ ...REMOTE.Redis, redisUrl: `${redis.url}/1` }),
    ];
    const [atZero, atOne] = [record(zero), record(one)];
    zero.publish('test', 'zero');
    one.publish('test', 'one');
    await expect.poll(() => atZero.received).toEqual(['zero']);
    await expect.poll(() => atOne.received).toEqual(['one']);
  });

  it('replaces a connection that has fallen silent', async () => {
    const proxy = await silenceableProxy(Number(new URL(redis.url).port));
    const bus = await openRemoteBus(connectRedis(proxy.url), log, {
      probeIntervalMs: 20,
      echoTimeoutMs: 100,
    });
    onTestFinished(() => bus.close());
    const { received } = record(bus);
    const gap = gapOf(bus);
    proxy.fallSilent();
    bus.publish('test', 'lost');
    await expect.poll(() => received).toEqual(['lost']);
    await gap;
    bus.publish('test', 'delivered');
    await expect.poll(() => received).toEqual(['lost', 'delivered']);
  });

  it('cannot be opened if no server answers', async () => {
    const nowhere = { redisUrl: 'redis://127.0.0.1:1', databaseUrl: null };
    await expect(openBus(nowhere, db.pool, log)).rejects.toThrow(/REDIS_URL.*ECONNREFUSED/);
  });
});

it('splits a text into parts of whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 12 }), (text, size) => {
      const parts = splitUtf8(text, size);
      expect(parts.join('')).toBe(text);
      for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(size);
    }),
  );
});

/** Passes bytes on to `port` until it falls silent, then only for connections that are opened later. */
async function silenceableProxy(port: number) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1');
    socket.pipe(upstream);
    upstream.pipe(socket);
    for (const end of [socket, upstream]) {
      open.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        socket.destroy();
        upstream.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const address = server.address();
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    fallSilent: () => {
      for (const socket of open) {
        socket.unpipe();
        socket.resume();
      }
    },
  };
}
