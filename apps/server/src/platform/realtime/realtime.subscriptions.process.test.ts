import { REALTIME_CLOSE, topic } from '@tributary/contracts/realtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADA, BOB, counter, counterMessage, counters } from '../../../test/support/counter-topic.ts';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { AppError } from '../errors.ts';
import { defineTopic } from './topics/topics.ts';

const slowly = (read: () => Promise<number>) => defineTopic(counter, { snapshot: read });

describe('a subscription', () => {
  it('receives the snapshot first and then the messages that are published on its key only', async () => {
    const { realtime, connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    tab.subscribe('counter:x');
    expect(await tab.next()).toEqual(counterMessage('x', 'snapshot', 1));
    realtime.topic(counter, 'x').snapshot(2);
    realtime.topic(counter, 'y').snapshot(9);
    realtime.topic(counter, 'x').patch(3);
    expect(await tab.next()).toEqual(counterMessage('x', 'snapshot', 2));
    expect(await tab.next()).toEqual(counterMessage('x', 'patch', 3));
    tab.send({ type: 'unsubscribe', topic: 'counter:x' });
    expect(await tab.settled()).toEqual([]);
    expect(realtime.topic(counter, 'x').listeners()).toBe(0);
  });

  it('does not receive a snapshot that is older than a published one', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const { realtime, connect } = await serveRealtime({ topics: [slowly(() => promise)] });
    const tab = await connect();
    tab.subscribe('counter:x');
    await tab.settled();
    realtime.topic(counter, 'x').snapshot(2);
    resolve(1);
    expect(await tab.next()).toEqual(counterMessage('x', 'snapshot', 2));
    expect(await tab.settled()).toEqual([]);
  });

  it('receives patches that were published while its snapshot was read after the snapshot', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const { realtime, connect } = await serveRealtime({ topics: [slowly(() => promise)] });
    const [first, second] = [await connect(), await connect()];
    first.subscribe('counter:x');
    await first.settled();
    realtime.topic(counter, 'x').patch(2);
    // The shared snapshot may lack the patch as well.
    second.subscribe('counter:x');
    await second.settled();
    realtime.topic(counter, 'x').patch(3);
    resolve(1);
    for (const tab of [first, second]) {
      expect(await tab.next()).toEqual(counterMessage('x', 'snapshot', 1));
      expect(await tab.next()).toEqual(counterMessage('x', 'patch', 2));
      expect(await tab.next()).toEqual(counterMessage('x', 'patch', 3));
    }
  });

  it('shares a snapshot with other subscriptions that start while it is read, but not with later ones', async () => {
    const reads: (() => void)[] = [];
    const { realtime, connect } = await serveRealtime({
      topics: [
        slowly(
          () =>
            new Promise((resolve) => {
              const nth = reads.push(() => resolve(nth));
            }),
        ),
      ],
    });
    const x = realtime.topic(counter, 'x');
    const subscribe = async () => {
      const tab = await connect();
      const before = x.listeners();
      tab.subscribe('counter:x');
      await expect.poll(() => x.listeners()).toBe(before + 1);
      return tab;
    };
    const [a, b] = [await subscribe(), await subscribe()];
    expect(reads).toHaveLength(1);
    x.snapshot(50);
    const c = await subscribe();
    expect(reads).toHaveLength(2);
    for (const release of reads) release();
    for (const tab of [a, b]) expect(await tab.next()).toEqual(counterMessage('x', 'snapshot', 50));
    expect(await c.next()).toEqual(counterMessage('x', 'snapshot', 2));
  });

  it('receives a refreshed snapshot, and then the messages that were published while it was read', async () => {
    let read = async () => 1;
    const { realtime, connect } = await serveRealtime({ topics: [slowly(() => read())] });
    const x = realtime.topic(counter, 'x');
    const tab = await connect();
    tab.subscribe('counter:x');
    expect(await tab.next()).toEqual(counterMessage('x', 'snapshot', 1));
    const { promise, resolve } = Promise.withResolvers<number>();
    read = () => promise;
    const refreshed = x.refresh();
    x.patch(3);
    // The current read began before this change, so another one follows.
    read = async () => 4;
    void x.refresh();
    resolve(2);
    expect(await refreshed).toBe(true);
    expect(await tab.settled()).toEqual([
      counterMessage('x', 'snapshot', 2),
      counterMessage('x', 'patch', 3),
      counterMessage('x', 'snapshot', 4),
    ]);
  });

  it('continues when a refresh fails, while a new one is closed so that the client reconnects', async () => {
    let read = async () => 1;
    const { realtime, connect, failures } = await serveRealtime({ topics: [slowly(() => read())] });
    const x = realtime.topic(counter, 'x');
    const [old, late] = [await connect(), await connect()];
    old.subscribe('counter:x');
    expect(await old.next()).toEqual(counterMessage('x', 'snapshot', 1));
    const { promise, reject } = Promise.withResolvers<number>();
    read = () => promise;
    const refreshed = x.refresh();
    late.subscribe('counter:x');
    await late.settled();
    x.patch(2);
    reject(new Error('The database is away.'));
    expect(await refreshed).toBe(false);
    expect(await late.closed).toBe(REALTIME_CLOSE.restarting);
    expect(await old.settled()).toEqual([counterMessage('x', 'patch', 2)]);
    expect(failures).toHaveLength(1);
  });

  it('is refused with a code if the topic is unknown, malformed or forbidden', async () => {
    const { connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    for (const [address, code] of [
      ['nothing', 'unknown_topic'],
      ['counter:secret', 'forbidden'],
      [`counter:${'x'.repeat(91)}`, 'unknown_topic'],
    ]) {
      tab.subscribe(address ?? '');
      expect(await tab.next()).toEqual({ type: 'refused', topic: address, code });
    }
  });

  it('is refused if its subject does not exist', async () => {
    const { connect, realtime } = await serveRealtime({
      topics: [
        slowly(() => Promise.reject(new AppError('not_found', 'not_found', 'There is no such counter.'))),
      ],
    });
    const tab = await connect();
    tab.subscribe('counter:gone');
    expect(await tab.next()).toEqual({ type: 'refused', topic: 'counter:gone', code: 'unknown_topic' });
    expect(realtime.topic(counter, 'gone').listeners()).toBe(0);
  });

  it('is refused beyond 50 topics on one socket', async () => {
    const { connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    for (let i = 0; i < 51; i += 1) tab.subscribe(`counter:${i}`);
    const answers = await Promise.all(Array.from({ length: 51 }, () => tab.next()));
    expect(answers.filter(({ type }) => type === 'refused')).toEqual([
      { type: 'refused', topic: 'counter:50', code: 'too_many' },
    ]);
  });

  it('receives no message that violates its schema, and the failure is reported', async () => {
    const { realtime, connect, failures } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    tab.subscribe('counter:x');
    await tab.next();
    realtime.topic(counter, 'x').patch(0.5);
    realtime.topic(counter, 'x').patch(2);
    expect(await tab.next()).toEqual(counterMessage('x', 'patch', 2));
    expect(failures).toHaveLength(1);
  });
});

describe('a topic of each person', () => {
  const inbox = topic({ name: 'inbox', access: 'viewer', personal: true, snapshot: z.string() });

  it('has one name for all accounts and separate data for each of them', async () => {
    const topics = [defineTopic(inbox, { snapshot: async (id) => (id === ADA ? 'of Ada' : 'of Bob') })];
    const { realtime, connect } = await serveRealtime({
      topics,
      authenticate: async ({ headers: { cookie } }) =>
        cookie === undefined ? null : { userId: cookie === 'ada' ? ADA : BOB, roles: [] },
    });
    const [ada, bob, visitor] = [
      await connect({ cookie: 'ada' }),
      await connect({ cookie: 'bob' }),
      await connect(),
    ];
    for (const tab of [ada, bob, visitor]) tab.subscribe('inbox');
    expect(await ada.next()).toMatchObject({ topic: 'inbox', data: 'of Ada' });
    expect(await bob.next()).toMatchObject({ topic: 'inbox', data: 'of Bob' });
    expect(await visitor.next()).toEqual({ type: 'refused', topic: 'inbox', code: 'forbidden' });
    expect(realtime.keys(inbox).toSorted()).toEqual([ADA, BOB]);
    realtime.topic(inbox, BOB).snapshot('changed');
    expect(await bob.next()).toMatchObject({ data: 'changed' });
    expect(await ada.settled()).toEqual([]);
    ada.subscribe(`inbox:${BOB}`);
    expect(await ada.next()).toMatchObject({ type: 'refused', code: 'unknown_topic' });
  });

  it('can be limited to a role', async () => {
    const studio = topic({ name: 'studio', access: 'streamer', personal: true, snapshot: z.string() });
    const { connect } = await serveRealtime({
      topics: [defineTopic(studio, { snapshot: async () => '' })],
      authenticate: async ({ headers: { cookie } }) => ({
        userId: ADA,
        roles: cookie === 'streamer' ? ['viewer', 'streamer'] : ['viewer'],
      }),
    });
    const [streamer, viewer] = [await connect({ cookie: 'streamer' }), await connect()];
    for (const tab of [streamer, viewer]) tab.subscribe('studio');
    expect(await streamer.next()).toMatchObject({ kind: 'snapshot' });
    expect(await viewer.next()).toMatchObject({ type: 'refused', code: 'forbidden' });
  });
});
