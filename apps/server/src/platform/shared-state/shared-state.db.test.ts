import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startRedisServer } from '../../../test/support/redis-server.ts';
import { createLog } from '../log/log.ts';
import { createMemoryState } from './memory-state.ts';
import { openRedisState } from './redis-state.ts';
import type { ExpiringStore, SharedState } from './shared-state.ts';

const redis = await startRedisServer();
const inspector = new Redis(redis.url);
afterAll(async () => {
  inspector.disconnect();
  await redis[Symbol.asyncDispose]();
});

interface Harness {
  readonly state: SharedState;
  /** Lets this much time pass for all values. */
  advance(ms: number): Promise<void>;
}

function memory(): Harness {
  let now = 0;
  const state = createMemoryState(() => now);
  return {
    state,
    advance: async (ms) => {
      now += ms;
    },
  };
}

/** The server's clock cannot be set, so time passes by shortening the remaining time of every key. */
async function redisHarness(): Promise<Harness> {
  return {
    state: await openRedisState(redis.url, createLog('silent')),
    advance: async (ms) => {
      for (const key of await inspector.keys('*')) {
        const left = (await inspector.pttl(key)) - ms;
        await (left <= 0 ? inspector.del(key) : inspector.pexpire(key, left));
      }
    },
  };
}

/** Times to live in the tests are multiples of this, and the real time that passes is far shorter. */
const UNIT_MS = 1_000_000;
const inUnits = (ms: number) => Math.ceil(ms / UNIT_MS);

const ttl = fc.integer({ min: 1, max: 4 });
const value = fc.constantFrom('1', '22', '');
const valueKey = fc.constantFrom('a', 'b:c', 'ä');
const counterKey = fc.constantFrom('n', 'm');
const anyKey = fc.oneof(valueKey, counterKey);
const operation = fc.oneof(
  fc.record({
    type: fc.constant('increment' as const),
    key: counterKey,
    ttl,
    by: fc.integer({ min: -5, max: 5 }),
  }),
  fc.record({
    type: fc.constantFrom('set' as const, 'swap' as const, 'setIfAbsent' as const),
    key: valueKey,
    ttl,
    value,
  }),
  fc.record({ type: fc.constant('extend' as const), key: anyKey, ttl }),
  fc.record({ type: fc.constantFrom('delete' as const, 'get' as const), key: anyKey }),
  fc.record({ type: fc.constant('advance' as const), units: fc.integer({ min: 1, max: 2 }) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** The specification in its simplest form. Returns what `apply` must return. */
class Model {
  readonly #values = new Map<string, { value: string; units: number }>();

  apply(step: Operation): unknown {
    if (step.type === 'advance') {
      for (const [key, entry] of this.#values) {
        entry.units -= step.units;
        if (entry.units <= 0) this.#values.delete(key);
      }
      return null;
    }
    const found = this.#values.get(step.key);
    switch (step.type) {
      case 'increment': {
        const entry = found ?? { value: '0', units: step.ttl };
        entry.value = String(Number(entry.value) + step.by);
        this.#values.set(step.key, entry);
        return [Number(entry.value), entry.units];
      }
      case 'get':
        return found ? [found.value, found.units] : null;
      case 'delete':
        this.#values.delete(step.key);
        return null;
      case 'extend':
        if (found) found.units = step.ttl;
        return null;
      case 'set':
        this.#values.set(step.key, { value: step.value, units: step.ttl });
        return null;
      case 'swap':
        this.#values.set(step.key, { value: step.value, units: step.ttl });
        return found?.value ?? null;
      case 'setIfAbsent':
        if (!found) this.#values.set(step.key, { value: step.value, units: step.ttl });
        return !found;
    }
  }
}

async function apply(store: ExpiringStore, { advance }: Harness, step: Operation): Promise<unknown> {
  switch (step.type) {
    case 'increment': {
      const { count, expiresInMs } = await store.increment(step.key, step.ttl * UNIT_MS, step.by);
      return [count, inUnits(expiresInMs)];
    }
    case 'get': {
      const found = await store.get(step.key);
      return found && [found.value, inUnits(found.expiresInMs)];
    }
    case 'set':
      await store.set(step.key, step.value, step.ttl * UNIT_MS);
      return null;
    case 'swap':
      return store.swap(step.key, step.value, step.ttl * UNIT_MS);
    case 'setIfAbsent':
      return store.setIfAbsent(step.key, step.value, step.ttl * UNIT_MS);
    case 'extend':
      await store.extend(step.key, step.ttl * UNIT_MS);
      return null;
    case 'delete':
      await store.delete(step.key);
      return null;
    case 'advance':
      await advance(step.units * UNIT_MS);
      return null;
  }
}

describe.each([
  ['memory', async () => memory()],
  ['Redis', redisHarness],
])('shared state in %s (conformance)', (_, openHarness) => {
  let opened = 0;
  async function open() {
    const harness = await openHarness();
    onTestFinished(() => harness.state.close());
    return { ...harness, name: `test-${++opened}` };
  }

  it('behaves like its model for any sequence of operations', async () => {
    const harness = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (steps) => {
        const [store, model] = [harness.state.store(`${harness.name}-${++run}`), new Model()];
        for (const step of steps) expect(await apply(store, harness, step)).toEqual(model.apply(step));
        await inspector.flushall();
      }),
      { numRuns: 60 },
    );
  });

  it('counts concurrent increments of one window without losing any', async () => {
    const { state, name } = await open();
    const store = state.store(name);
    const counters = await Promise.all(Array.from({ length: 100 }, () => store.increment('n', UNIT_MS)));
    expect(counters.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (__, i) => i + 1),
    );
    expect((await store.get('n'))?.value).toBe('100');
  });

  it('lets exactly one of many concurrent callers set an absent value', async () => {
    const { state, name } = await open();
    const store = state.store(name);
    const results = await Promise.all(
      Array.from({ length: 20 }, (__, i) => store.setIfAbsent('v', String(i), UNIT_MS)),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('separates equal keys of different stores, and gives the same store for the same name', async () => {
    const { state, name } = await open();
    await state.store(name).set('a', 'here', UNIT_MS);
    expect(await state.store(`${name}-other`).get('a')).toBeNull();
    expect((await state.store(name).get('a'))?.value).toBe('here');
  });

  it('accepts fractional milliseconds', async () => {
    const { state, name } = await open();
    const { expiresInMs } = await state.store(name).increment('n', UNIT_MS + 0.5);
    expect(inUnits(expiresInMs - 1)).toBe(1);
  });
});

describe('shared state in memory', () => {
  it('drops the oldest entries of a store once it holds 50,000', async () => {
    const state = createMemoryState(() => 0);
    onTestFinished(() => state.close());
    await state.store('other').set('kept', 'value', 1000);
    const store = state.store('crowded');
    for (let i = 0; i <= 50_000; i++) await store.set(String(i), 'value', 1000);
    expect(await store.get('0')).toBeNull();
    expect(await store.get('1')).not.toBeNull();
    expect(await store.get('50000')).not.toBeNull();
    expect(await state.store('other').get('kept')).not.toBeNull();
  });
});

describe('shared state in Redis', () => {
  it('is shared by two processes', async () => {
    const states = await Promise.all([redisHarness(), redisHarness()]);
    onTestFinished(async () => void (await Promise.all(states.map(({ state }) => state.close()))));
    const [first, second] = states.map(({ state }) => state.store('shared'));
    await first?.increment('n', UNIT_MS);
    expect((await second?.increment('n', UNIT_MS))?.count).toBe(2);
    await second?.delete('n');
    expect(await first?.get('n')).toBeNull();
  });

  it('continues in memory while the server is down, logs that once, and returns to the server', async () => {
    await using server = await startRedisServer();
    const lines: string[] = [];
    const out = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const state = await openRedisState(server.url, createLog('info', out));
    onTestFinished(() => state.close());
    const store = state.store('outage');
    await store.increment('n', UNIT_MS);
    expect((await store.increment('n', UNIT_MS)).count).toBe(2);

    await server.kill();
    expect((await store.increment('n', UNIT_MS)).count).toBe(1);
    expect((await store.increment('n', UNIT_MS)).count).toBe(2);
    expect(lines.filter((line) => line.includes('is away'))).toHaveLength(1);

    await server.restart();
    await expect.poll(() => lines.filter((line) => line.includes('server is back'))).toHaveLength(1);
    expect((await store.increment('n', UNIT_MS)).count).toBe(1);
    const reader = new Redis(server.url);
    onTestFinished(() => reader.disconnect());
    expect(await reader.get('tributary:outage:n')).toBe('1');
  });

  it('continues in memory when the server stops answering without closing the connection', async () => {
    await using server = await startRedisServer();
    const state = await openRedisState(server.url, createLog('silent'));
    onTestFinished(() => state.close());
    const store = state.store('silence');
    await store.set('a', 'in Redis', UNIT_MS);
    const admin = new Redis(server.url);
    onTestFinished(() => admin.disconnect());
    await admin.client('PAUSE', 600_000);
    expect(await store.get('a')).toBeNull();
    expect((await store.increment('n', UNIT_MS)).count).toBe(1);
  });

  it('starts in memory when the server accepts connections but never answers', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const state = await openRedisState(`redis://127.0.0.1:${port}`, createLog('silent'));
    onTestFinished(() => state.close());
    expect((await state.store('start').increment('n', UNIT_MS)).count).toBe(1);
  });

  it('starts in memory when the server cannot be reached', async () => {
    const server = await startRedisServer();
    await server.kill();
    const state = await openRedisState(server.url, createLog('silent'));
    onTestFinished(() => state.close());
    expect((await state.store('start').increment('n', UNIT_MS)).count).toBe(1);
  });
});
