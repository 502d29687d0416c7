import { once } from 'node:events';
import {
  REALTIME_CLOSE,
  REALTIME_HEARTBEAT_MS,
  type Role,
  type ServerMessage,
  topic,
  userId,
} from '@tributary/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { AppError } from '../errors.ts';
import { type ActionConnection, defineTopic, type Principal } from './topics.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const BOB = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');

/** A number that listeners see. */
const counter = topic({
  name: 'counter',
  access: 'public',
  argument: z.string().max(90),
  snapshot: z.int(),
  patch: z.int(),
});
const message = (key: string, kind: 'snapshot' | 'patch', data: number): ServerMessage => ({
  type: 'message',
  topic: `counter:${key}`,
  kind,
  data,
});

const counters = defineTopic(counter, {
  authorise: (key, principal) => key !== 'secret' || principal !== null,
  snapshot: async () => 1,
});

/** `mine` is for streamers. */
const forStreamers = defineTopic(counter, {
  authorise: (key, principal) => key !== 'mine' || principal?.roles.includes('streamer') === true,
  snapshot: async () => 1,
});

afterEach(() => void vi.useRealTimers());

const slowly = (read: () => Promise<number>) => defineTopic(counter, { snapshot: read });

describe('a subscription', () => {
  it('receives the snapshot first and then what is published on its key alone', async () => {
    const { realtime, connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    tab.subscribe('counter:x');
    expect(await tab.next()).toEqual(message('x', 'snapshot', 1));
    realtime.topic(counter, 'x').snapshot(2);
    realtime.topic(counter, 'y').snapshot(9);
    realtime.topic(counter, 'x').patch(3);
    expect(await tab.next()).toEqual(message('x', 'snapshot', 2));
    expect(await tab.next()).toEqual(message('x', 'patch', 3));
    tab.send({ type: 'unsubscribe', topic: 'counter:x' });
    expect(await tab.settled()).toEqual([]);
    expect(realtime.topic(counter, 'x').listeners()).toBe(0);
  });

  it('does not receive a snapshot that a published one has overtaken', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const { realtime, connect } = await serveRealtime({ topics: [slowly(() => promise)] });
    const tab = await connect();
    tab.subscribe('counter:x');
    await tab.settled();
    realtime.topic(counter, 'x').snapshot(2);
    resolve(1);
    expect(await tab.next()).toEqual(message('x', 'snapshot', 2));
    expect(await tab.settled()).toEqual([]);
  });

  it('receives patches that were published while its snapshot was read after the snapshot', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const { realtime, connect } = await serveRealtime({ topics: [slowly(() => promise)] });
    const [first, second] = [await connect(), await connect()];
    first.subscribe('counter:x');
    await first.settled();
    realtime.topic(counter, 'x').patch(2);
    // The snapshot that it shares may lack the patch as well.
    second.subscribe('counter:x');
    await second.settled();
    realtime.topic(counter, 'x').patch(3);
    resolve(1);
    for (const tab of [first, second]) {
      expect(await tab.next()).toEqual(message('x', 'snapshot', 1));
      expect(await tab.next()).toEqual(message('x', 'patch', 2));
      expect(await tab.next()).toEqual(message('x', 'patch', 3));
    }
  });

  it('shares one snapshot with all who subscribe while it is read, and a later one reads another', async () => {
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
    for (const tab of [a, b]) expect(await tab.next()).toEqual(message('x', 'snapshot', 50));
    expect(await c.next()).toEqual(message('x', 'snapshot', 2));
  });

  it('receives a refreshed snapshot, and what was published while that was read after it', async () => {
    let read = async () => 1;
    const { realtime, connect } = await serveRealtime({ topics: [slowly(() => read())] });
    const x = realtime.topic(counter, 'x');
    const tab = await connect();
    tab.subscribe('counter:x');
    expect(await tab.next()).toEqual(message('x', 'snapshot', 1));
    const { promise, resolve } = Promise.withResolvers<number>();
    read = () => promise;
    const refreshed = x.refresh();
    x.patch(3);
    // The reading that runs began before this change, so another one follows.
    read = async () => 4;
    void x.refresh();
    resolve(2);
    expect(await refreshed).toBe(true);
    expect(await tab.settled()).toEqual([
      message('x', 'snapshot', 2),
      message('x', 'patch', 3),
      message('x', 'snapshot', 4),
    ]);
  });

  it('keeps its state where a refresh fails, and a new one is closed to come back', async () => {
    let read = async () => 1;
    const { realtime, connect, failures } = await serveRealtime({ topics: [slowly(() => read())] });
    const x = realtime.topic(counter, 'x');
    const [old, late] = [await connect(), await connect()];
    old.subscribe('counter:x');
    expect(await old.next()).toEqual(message('x', 'snapshot', 1));
    const { promise, reject } = Promise.withResolvers<number>();
    read = () => promise;
    const refreshed = x.refresh();
    late.subscribe('counter:x');
    await late.settled();
    x.patch(2);
    reject(new Error('The database is away.'));
    expect(await refreshed).toBe(false);
    expect(await late.closed).toBe(REALTIME_CLOSE.restarting);
    expect(await old.settled()).toEqual([message('x', 'patch', 2)]);
    expect(failures).toHaveLength(1);
  });

  it('is refused with a code where the topic is unknown, malformed or forbidden', async () => {
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

  it('is refused where the thing that it asks for does not exist', async () => {
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

  it('receives nothing that does not fit its schema; the failure is reported', async () => {
    const { realtime, connect, failures } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    tab.subscribe('counter:x');
    await tab.next();
    realtime.topic(counter, 'x').patch(0.5);
    realtime.topic(counter, 'x').patch(2);
    expect(await tab.next()).toEqual(message('x', 'patch', 2));
    expect(failures).toHaveLength(1);
  });
});

describe('a topic of each person', () => {
  const inbox = topic({ name: 'inbox', access: 'viewer', personal: true, snapshot: z.string() });

  it('has one name for all and is kept apart by who listens', async () => {
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

describe('a socket', () => {
  it('stays open while its browser answers pings, and is closed when it does not', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { connect } = await serveRealtime({ topics: [counters] });
    const background = await connect();
    const gone = await connect({}, false);
    for (let beat = 0; beat < 4; beat += 1) {
      vi.advanceTimersByTime(REALTIME_HEARTBEAT_MS);
      // What it has answered until now has arrived once this has.
      background.socket.ping();
      await once(background.socket, 'pong');
    }
    expect(await gone.closed).toBe(1006);
    background.send({ type: 'ping' });
    expect(await background.next()).toEqual({ type: 'pong' });
  });

  it('is let go where its sender has gone before it is answered', async () => {
    const { port } = await serveRealtime({ topics: [counters], clientAddress: () => null });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    socket.on('error', () => {});
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1006);
  });

  it('is refused beyond 200 of one address, also while earlier ones are being authenticated', async () => {
    const { promise: gate, resolve: admit } = Promise.withResolvers<void>();
    const { realtime, port } = await serveRealtime({
      topics: [counters],
      authenticate: () => gate.then(() => null),
    });
    const sockets = Array.from({ length: 201 }, () => new WebSocket(`ws://127.0.0.1:${port}/`));
    const outcomes = sockets.map((socket) =>
      Promise.race([
        once(socket, 'open').then(() => 'open'),
        once(socket, 'unexpected-response').then(() => 'refused'),
      ]),
    );
    expect(await Promise.race(outcomes)).toBe('refused');
    admit();
    await expect.poll(() => realtime.stats().sockets).toBe(200);
    for (const socket of sockets) socket.terminate();
  });

  it.each([
    ['what is not JSON', 'hello'],
    ['an unknown type', '{"type":"drop"}'],
    ['a wrong field', '{"type":"subscribe","topic":5}'],
    ['binary', Buffer.from([1, 2, 3])],
  ])('is closed on %s', async (_what, bytes) => {
    const { connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    tab.socket.send(bytes);
    expect(await tab.closed).toBe(REALTIME_CLOSE.badMessage);
  });

  it('is closed on a message over the size limit and on a flood', async () => {
    const { connect } = await serveRealtime({ topics: [counters] });
    const big = await connect();
    big.socket.send('x'.repeat(5000));
    expect(await big.closed).toBe(1009);
    const flood = await connect();
    for (let i = 0; i < 200; i += 1) flood.send({ type: 'ping' });
    expect(await flood.closed).toBe(REALTIME_CLOSE.badMessage);
  });

  it('is refused to a page of another origin', async () => {
    const { port } = await serveRealtime({ topics: [counters] });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { origin: 'https://evil.example' } });
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain('403');
  });

  it('is dropped when it does not read, and counted', async () => {
    const { realtime, connect } = await serveRealtime({ topics: [counters] });
    const slow = await connect();
    const key = 'x'.repeat(90);
    slow.subscribe(`counter:${key}`);
    await slow.next();
    slow.socket.pause();
    for (let i = 0; i < 200_000 && realtime.stats().droppedSlow === 0; i += 1) {
      realtime.topic(counter, key).patch(i);
    }
    expect(realtime.stats().droppedSlow).toBe(1);
    await expect.poll(() => realtime.stats().sockets).toBe(0);
  });

  it('is closed with the code to reconnect when the server closes', async () => {
    const { realtime, connect } = await serveRealtime({ topics: [counters] });
    const tab = await connect();
    await realtime.close();
    expect(await tab.closed).toBe(REALTIME_CLOSE.restarting);
  });
});

describe('a change of rights', () => {
  it('ends the subscriptions that the holder of a socket may no longer have, and no others', async () => {
    let roles: Role[] = ['streamer'];
    const { realtime, connect } = await serveRealtime({
      topics: [forStreamers],
      authenticate: async () => ({ userId: ADA, roles }),
    });
    const tab = await connect();
    for (const key of ['mine', 'open']) {
      tab.subscribe(`counter:${key}`);
      expect(await tab.next()).toEqual(message(key, 'snapshot', 1));
    }
    roles = [];
    await realtime.reauthenticate(ADA);
    expect(await tab.next()).toEqual({ type: 'refused', topic: 'counter:mine', code: 'forbidden' });
    realtime.topic(counter, 'mine').patch(2);
    realtime.topic(counter, 'open').patch(2);
    expect(await tab.next()).toEqual(message('open', 'patch', 2));
    expect(realtime.topic(counter, 'mine').listeners()).toBe(0);
    roles = ['streamer'];
    tab.subscribe('counter:mine');
    expect(await tab.next()).toEqual(message('mine', 'snapshot', 1));
  });

  it('closes a socket whose session is over, also where the event of it was missed', async () => {
    const present = new Map<string, Principal>([
      ['ada', { userId: ADA, roles: [] }],
      ['bob', { userId: BOB, roles: [] }],
    ]);
    const { realtime, connect } = await serveRealtime({
      topics: [counters],
      authenticate: async ({ headers }) => present.get(headers.cookie ?? '') ?? null,
    });
    const [ada, bob, visitor] = [
      await connect({ cookie: 'ada' }),
      await connect({ cookie: 'bob' }),
      await connect(),
    ];
    present.delete('ada');
    await realtime.reauthenticate(ADA);
    expect(await ada.closed).toBe(REALTIME_CLOSE.sessionOver);
    present.delete('bob');
    await realtime.reauthenticateAll();
    expect(await bob.closed).toBe(REALTIME_CLOSE.sessionOver);
    expect(visitor.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('applies to a socket that was being authenticated when it came', async () => {
    const asked = [Promise.withResolvers<Principal>(), Promise.withResolvers<Principal>()];
    let times = 0;
    const { realtime, connect } = await serveRealtime({
      topics: [forStreamers],
      authenticate: () => asked[times++]?.promise ?? Promise.resolve(null),
    });
    const connecting = connect();
    await expect.poll(() => times).toBe(1);
    await realtime.reauthenticate(ADA);
    asked[0]?.resolve({ userId: ADA, roles: ['streamer'] });
    asked[1]?.resolve(null);
    const tab = await connecting;
    tab.subscribe('counter:mine');
    expect(await tab.next()).toEqual({ type: 'refused', topic: 'counter:mine', code: 'forbidden' });
  });

  it('closes a socket that cannot be authenticated after it', async () => {
    let away = false;
    const { realtime, connect, failures } = await serveRealtime({
      topics: [counters],
      authenticate: () =>
        away ? Promise.reject(new Error('away')) : Promise.resolve({ userId: ADA, roles: [] }),
    });
    const tab = await connect();
    away = true;
    await realtime.reauthenticateAll();
    expect(await tab.closed).toBe(REALTIME_CLOSE.restarting);
    expect(failures).toHaveLength(1);
  });
});

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

  /** Serves `desk` and records who did what. */
  async function serveDesk(options: Partial<Parameters<typeof serveRealtime>[0]> = {}) {
    const notes: { key: string; text: string; connection: ActionConnection }[] = [];
    const seen: string[] = [];
    const served = await serveRealtime({
      ...options,
      topics: [
        defineTopic(desk, {
          authorise: (key) => key !== 'closed',
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

  it('is acknowledged with its result, whether or not its topic is listened to', async () => {
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
    const [a, b, c, elsewhere] = tabs;
    const outcomes = async (tab: typeof a, action: string, data: unknown, times: number) => {
      for (let i = 0; i < times; i += 1) tab?.act('desk:a', action, data, i);
      const answers = await Promise.all(Array.from({ length: times }, () => tab?.next()));
      return answers.map((answer) => (answer?.type === 'refused' ? answer.code : answer?.type));
    };
    expect(await outcomes(a, 'echo', 'x', 4)).toEqual(['ack', 'ack', 'ack', 'limited']);
    expect(await outcomes(b, 'echo', 'x', 1)).toEqual(['ack']);
    expect(await outcomes(b, 'note', { text: '' }, 3)).toEqual(['ack', 'ack', 'ack']);
    expect(await outcomes(c, 'note', { text: '' }, 3)).toEqual(['ack', 'ack', 'limited']);
    expect(await outcomes(elsewhere, 'note', { text: '' }, 1)).toEqual(['ack']);
  });

  it('is done after the ones that the same client sent before', async () => {
    const { connect } = await serveDesk();
    const tab = await connect();
    for (let i = 0; i < 5; i += 1) tab.act('desk:a', 'slow', i, i);
    for (let i = 0; i < 5; i += 1) expect(await tab.next()).toEqual({ type: 'ack', id: i, data: i });
  });

  it('knows the browser, whose id is a cookie, and when its socket has closed', async () => {
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

  it('sees one client id for all browsers beyond 40 of one network', async () => {
    let n = 0;
    // All within one /64, which is one network.
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

  it('reaches all listening tabs of a person and nobody else', async () => {
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
