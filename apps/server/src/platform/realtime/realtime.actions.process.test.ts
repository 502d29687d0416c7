import { topic } from '@tributary/contracts/realtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADA } from '../../../test/support/counter-topic.ts';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { AppError } from '../errors.ts';
import { type ActionConnection, defineTopic } from './topics/topics.ts';

describe('an action', () => {
  const desk = topic({
    name: 'desk',
    access: 'public',
    argument: z.string().max(20),
    snapshot: z.string(),
    patch: z.string(),
    actions: {
      echo: { data: z.string(), result: z.string(), perMinute: { person: 3, network: 1000 } },
      note: { data: z.object({ text: z.string() }), perMinute: { person: 1000, network: 5 } },
      fail: { data: z.unknown(), perMinute: { person: 1000, network: 1000 } },
      who: { data: z.null(), perMinute: { person: 1000, network: 1000 } },
      slow: { data: z.int(), result: z.int(), perMinute: { person: 1000, network: 1000 } },
    },
  });

  /** Serves `desk` and records the actions with their actors. */
  async function serveDesk(options: Partial<Parameters<typeof serveRealtime>[0]> = {}) {
    const notes: { key: string; text: string; connection: ActionConnection }[] = [];
    const seen: string[] = [];
    const served = await serveRealtime({
      ...options,
      topics: [
        defineTopic(desk, {
          authorize: (key) => key !== 'closed',
          snapshot: async () => '',
          actions: {
            echo: (_context, text) => text.toUpperCase(),
            note: ({ key, connection }, { text }) => void notes.push({ key, text, connection }),
            fail: (_context, data) => {
              if (data === 'known') throw new AppError('desk_full', 'conflict', 'The desk is full.');
              throw new Error('broken');
            },
            who: ({ connection }) => void seen.push(connection.clientId),
            slow: async (_context, n) => {
              await new Promise((resolve) => setTimeout(resolve, 10 - n));
              return n;
            },
          },
        }),
      ],
    });
    return { ...served, notes, seen };
  }

  it('is acknowledged with its result, with or without a subscription to its topic', async () => {
    const { connect, notes } = await serveDesk();
    const tab = await connect();
    tab.act('desk:a', 'echo', 'hello', 7);
    expect(await tab.next()).toEqual({ type: 'ack', id: 7, data: 'HELLO' });
    tab.act('desk:a', 'note', { text: 'x' }, 8);
    expect(await tab.next()).toEqual({ type: 'ack', id: 8 });
    expect(notes).toMatchObject([{ key: 'a', text: 'x', connection: { principal: null } }]);
  });

  it.each([
    ['an unknown topic', 'nothing', 'echo', 'x', 'unknown_topic'],
    ['a topic that the client may not use', 'desk:closed', 'echo', 'x', 'forbidden'],
    ['an unknown action', 'desk:a', 'sing', 'x', 'unknown_action'],
    ['the name of an inherited property', 'desk:a', 'constructor', 'x', 'unknown_action'],
    ['data that does not fit its schema', 'desk:a', 'echo', 5, 'invalid'],
    ['what the feature refuses', 'desk:a', 'fail', 'known', 'desk_full'],
    ['a defect', 'desk:a', 'fail', 'unknown', 'unexpected'],
  ])('is refused with a code and its id for %s', async (_what, address, action, data, code) => {
    const { connect, failures } = await serveDesk();
    const tab = await connect();
    tab.act(address, action, data, 9);
    expect(await tab.next()).toMatchObject({ type: 'refused', topic: address, code, id: 9 });
    expect(failures).toHaveLength(code === 'unexpected' ? 1 : 0);
  });

  it('is limited for each person and for each network', async () => {
    let n = 0;
    const { connect } = await serveDesk({ clientAddress: () => `198.51.100.${n++ < 3 ? 1 : 2}` });
    const tabs = [await connect(), await connect(), await connect(), await connect()];
    const [a, b, c, otherNetwork] = tabs;
    const outcomes = async (tab: typeof a, action: string, data: unknown, times: number) => {
      for (let i = 0; i < times; i += 1) tab?.act('desk:a', action, data, i);
      const answers = await Promise.all(Array.from({ length: times }, () => tab?.next()));
      return answers.map((answer) => (answer?.type === 'refused' ? answer.code : answer?.type));
    };
    expect(await outcomes(a, 'echo', 'x', 4)).toEqual(['ack', 'ack', 'ack', 'limited']);
    expect(await outcomes(b, 'echo', 'x', 1)).toEqual(['ack']);
    expect(await outcomes(b, 'note', { text: '' }, 3)).toEqual(['ack', 'ack', 'ack']);
    expect(await outcomes(c, 'note', { text: '' }, 3)).toEqual(['ack', 'ack', 'limited']);
    expect(await outcomes(otherNetwork, 'note', { text: '' }, 1)).toEqual(['ack']);
  });

  it('runs after earlier actions of the same client', async () => {
    const { connect } = await serveDesk();
    const tab = await connect();
    for (let i = 0; i < 5; i += 1) tab.act('desk:a', 'slow', i, i);
    for (let i = 0; i < 5; i += 1) expect(await tab.next()).toEqual({ type: 'ack', id: i, data: i });
  });

  it('carries the id of its browser, from a cookie, and a signal that aborts when its socket closes', async () => {
    const { connect, notes } = await serveDesk();
    const a = await connect();
    const cookie = a.cookie?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^tributary_browser=.{22}$/);
    const b = await connect({ cookie });
    expect(b.cookie).toBeUndefined();
    for (const tab of [a, b]) {
      tab.act('desk:a', 'note', { text: '' });
      await tab.next();
    }
    const [ofA, ofB] = notes.map(({ connection }) => connection);
    expect(ofA?.clientId).toBe(ofB?.clientId);
    expect(ofA?.id).not.toBe(ofB?.id);
    expect(ofA?.closed.aborted).toBe(false);
    a.socket.close();
    await expect.poll(() => ofA?.closed.aborted).toBe(true);
    expect(ofB?.closed.aborted).toBe(false);
  });

  it('carries one shared client id for browsers beyond 40 of one network', async () => {
    let n = 0;
    // All addresses are within one /64, which is one network.
    const { connect, seen } = await serveDesk({
      clientAddress: () => `2001:db8:1:2::${(++n).toString(16)}`,
    });
    const tabs = await Promise.all(Array.from({ length: 50 }, () => connect()));
    for (const tab of tabs) tab.act('desk:a', 'who', null);
    for (const tab of tabs) expect(await tab.next()).toMatchObject({ type: 'ack' });
    expect(new Set(seen).size).toBe(41);
  });
});

describe('a message to one recipient', () => {
  const room = topic({
    name: 'room',
    access: 'public',
    snapshot: z.string(),
    append: z.string(),
    patch: z.string(),
    actions: { hello: { data: z.null(), result: z.string(), perMinute: { person: 10, network: 10 } } },
  });
  const rooms = defineTopic(room, {
    snapshot: async () => 'welcome',
    actions: { hello: ({ connection }) => connection.id },
  });

  it('reaches all subscribed tabs of a person and no one else', async () => {
    const { realtime, connect } = await serveRealtime({
      topics: [rooms],
      authenticate: async ({ headers: { cookie } }) => (cookie === 'ada' ? { userId: ADA, roles: [] } : null),
    });
    const [one, two, deaf, other] = [
      await connect({ cookie: 'ada' }),
      await connect({ cookie: 'ada' }),
      await connect({ cookie: 'ada' }),
      await connect(),
    ];
    for (const tab of [one, two, other]) {
      tab.subscribe('room');
      await tab.next();
    }
    realtime.topic(room).toUser(ADA).patch('for Ada');
    for (const tab of [one, two]) expect(await tab.settled()).toMatchObject([{ data: 'for Ada' }]);
    for (const tab of [deaf, other]) expect(await tab.settled()).toEqual([]);
  });

  it('reaches one tab by the id that its actions carry', async () => {
    const { realtime, connect } = await serveRealtime({ topics: [rooms] });
    const tabs = [await connect(), await connect()];
    const ids: unknown[] = [];
    for (const tab of tabs) {
      tab.subscribe('room');
      await tab.next();
      tab.act('room', 'hello', null);
      const answer = await tab.next();
      ids.push(answer.type === 'ack' && answer.data);
    }
    realtime.topic(room).toConnection(String(ids[0])).append('1', 'for the first');
    expect(await tabs[0]?.settled()).toMatchObject([{ kind: 'append', id: '1', data: 'for the first' }]);
    expect(await tabs[1]?.settled()).toEqual([]);
  });
});
