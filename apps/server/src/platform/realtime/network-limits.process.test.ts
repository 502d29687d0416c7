import { once } from 'node:events';
import { topic } from '@tributary/contracts/realtime';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type RealtimeTab, serveRealtime } from '../../../test/support/realtime-harness.ts';
import { AppError } from '../errors.ts';
import { viewerLimits } from '../network/viewer-limits.ts';
import { defineTopic } from './topics/topics.ts';

const page = topic({ name: 'page', access: 'public', argument: z.string().max(90), snapshot: z.string() });

/**
 * The limits of one viewer for each network: 2 sockets, 6 new sockets and 20 subscriptions a minute, 20 messages at
 * once.
 */
const limits = viewerLimits({ maxViewers: 100, maxViewersPerNetwork: 1 });

const codeOf = async (tab: RealtimeTab) => {
  const message = await tab.next();
  return message.type === 'refused' ? message.code : message.type;
};

afterEach(() => void vi.useRealTimers());

describe('a network', () => {
  const pages = defineTopic(page, { snapshot: async (key) => key });

  it('is limited in the sockets that it opens in a minute, and learns when to try again', async () => {
    let address = '198.51.100.1';
    const { connect, port } = await serveRealtime({ topics: [pages], limits, clientAddress: () => address });
    for (let i = 0; i < 6; i += 1) {
      const tab = await connect();
      tab.socket.close();
      await tab.closed;
    }
    const refused = new WebSocket(`ws://127.0.0.1:${port}/`);
    const [, response] = await once(refused, 'unexpected-response');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    refused.on('error', () => {}).terminate();
    address = '198.51.100.2';
    expect((await connect()).socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is limited in its subscriptions in a minute, on all of its sockets together', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let count = 0;
    const clientAddress = () => (count++ < 2 ? '2001:db8::1' : '2001:db8:0:1::1');
    const { connect } = await serveRealtime({ topics: [pages], limits, clientAddress });
    const [one, two, otherNetwork] = [await connect(), await connect(), await connect()];
    for (const [tab, keys] of [
      [one, 10],
      [two, 10],
    ] as const) {
      for (let key = 0; key < keys; key += 1) {
        tab.subscribe(`page:${key}`);
        expect(await codeOf(tab)).toBe('message');
      }
    }
    // The rate of messages has recovered after this time, but not the count of subscriptions.
    vi.advanceTimersByTime(10_000);
    two.subscribe('page:last');
    expect(await codeOf(two)).toBe('limited');
    otherNetwork.subscribe('page:last');
    expect(await codeOf(otherNetwork)).toBe('message');
  });

  it('is limited in its messages in a second, and its sockets stay open', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { connect } = await serveRealtime({ topics: [pages], limits });
    const [one, two] = [await connect(), await connect()];
    for (let i = 0; i < 20; i += 1) {
      one.send({ type: 'ping' });
      expect(await one.next()).toEqual({ type: 'pong' });
    }
    two.subscribe('page:x');
    expect(await codeOf(two)).toBe('limited');
    two.act('page:x', 'anything', null, 7);
    expect(await two.next()).toMatchObject({ type: 'refused', code: 'limited', id: 7 });
    vi.advanceTimersByTime(1_000);
    two.subscribe('page:x');
    expect(await codeOf(two)).toBe('message');
  });
});

describe('a flood of subscriptions', () => {
  /** Counts reads. `open` contains the existing keys, and a read waits until `release` if there is one. */
  function library() {
    const found = new Set<string>();
    const reads: string[] = [];
    let release: Promise<void> | null = null;
    const topicOfPages = defineTopic(page, {
      async snapshot(key) {
        reads.push(key);
        await release;
        if (!found.has(key)) throw new AppError('no_page', 'not_found', 'There is no such page.');
        return key;
      },
    });
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      release = promise;
      return resolve;
    };
    return { found, reads, hold, topicOfPages };
  }

  it('reads six snapshots at a time', async () => {
    const { reads, hold, topicOfPages } = library();
    const release = hold();
    const { connect } = await serveRealtime({ topics: [topicOfPages] });
    const tab = await connect();
    for (let key = 0; key < 40; key += 1) tab.subscribe(`page:${key}`);
    await tab.settled();
    expect(reads).toHaveLength(6);
    release();
    for (let key = 0; key < 40; key += 1) expect(await codeOf(tab)).toBe('unknown_topic');
    expect(reads).toHaveLength(40);
  });

  it('reads a missing key once, until a message is published on it', async () => {
    const { found, reads, topicOfPages } = library();
    const { realtime, connect } = await serveRealtime({ topics: [topicOfPages] });
    const tab = await connect();
    for (let i = 0; i < 10; i += 1) {
      tab.subscribe('page:x');
      expect(await codeOf(tab)).toBe('unknown_topic');
    }
    expect(reads).toEqual(['x']);
    found.add('x');
    realtime.topic(page, 'x').snapshot('x');
    tab.subscribe('page:x');
    expect(await codeOf(tab)).toBe('message');
    expect(reads).toEqual(['x', 'x']);
  });

  it('is refused after 60 random keys, while other networks and known keys are still read', async () => {
    const { found, reads, topicOfPages } = library();
    found.add('home').add('new');
    let count = 0;
    const { connect } = await serveRealtime({
      topics: [topicOfPages],
      clientAddress: () => (count++ < 3 ? '198.51.100.1' : '198.51.100.2'),
    });
    const [listener, one, two, otherNetwork] = [
      await connect(),
      await connect(),
      await connect(),
      await connect(),
    ];
    listener.subscribe('page:home');
    expect(await codeOf(listener)).toBe('message');
    for (const tab of [one, two]) {
      for (let key = 0; key < 50; key += 1) tab.subscribe(`page:${crypto.randomUUID()}`);
      for (let key = 0; key < 50; key += 1) expect(await codeOf(tab)).toMatch(/^(unknown_topic|limited)$/);
    }
    // Six snapshots were being read when the limit was reached.
    expect(reads.length).toBeLessThanOrEqual(1 + 60 + 6);
    one.subscribe('page:new');
    expect(await codeOf(one)).toBe('limited');
    one.subscribe('page:home');
    expect(await codeOf(one)).toBe('message');
    otherNetwork.subscribe('page:new');
    expect(await codeOf(otherNetwork)).toBe('message');
  });

  it('does not refuse a client of another network that waits for the same snapshot', async () => {
    const { found, hold, topicOfPages } = library();
    let count = 0;
    const { connect } = await serveRealtime({
      topics: [topicOfPages],
      clientAddress: () => (count++ < 2 ? '198.51.100.1' : '198.51.100.2'),
    });
    const [one, two, otherNetwork] = [await connect(), await connect(), await connect()];
    found.add('new');
    const release = hold();
    for (let key = 0; key < 50; key += 1) one.subscribe(`page:one-${key}`);
    await one.settled();
    for (let key = 0; key < 40; key += 1) two.subscribe(`page:two-${key}`);
    two.subscribe('page:new');
    await two.settled();
    otherNetwork.subscribe('page:new');
    await otherNetwork.settled();
    release();
    expect(await codeOf(otherNetwork)).toBe('message');
    for (let key = 0; key < 41; key += 1) expect(await codeOf(two)).toMatch(/^(unknown_topic|limited)$/);
  });
});
