import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  REALTIME_CLOSE,
  REALTIME_HEARTBEAT_MS,
  type Role,
  type ServerMessage,
  serverMessage,
  userId,
} from '@tributary/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AppError } from '../errors.ts';
import { createRealtime, type Realtime } from './realtime.ts';
import type { Principal, TopicKind } from './topics.ts';

const STREAM = '01890a5d-ac96-774b-bcce-b302099a8057';
const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const BOB = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');
const viewers = (topic: string, n: number): ServerMessage => ({
  type: 'viewers',
  topic,
  data: { currentViewers: n },
});

const counter: TopicKind = {
  name: 'stream',
  async open(argument, principal) {
    if (argument === 'secret' && principal === null) return 'forbidden';
    return { key: `stream:${argument}`, snapshot: async () => viewers(`stream:${argument}`, 1) };
  },
};

/** `mine` is for streamers. */
const forStreamers: TopicKind = {
  name: 'stream',
  async open(argument, principal) {
    if (argument === 'mine' && !principal?.roles.includes('streamer')) return 'forbidden';
    return { key: `stream:${argument}`, snapshot: async () => viewers(`stream:${argument}`, 1) };
  },
};

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.reverse()) await close();
  closing = [];
});

interface Serving {
  readonly kind?: TopicKind;
  /** Who holds whatever socket is asked about. */
  readonly who?: (request: { readonly headers: IncomingHttpHeaders }) => Promise<Principal>;
  readonly address?: () => string | null;
}

async function serve({ kind = counter, who = async () => null, address = () => '127.0.0.1' }: Serving = {}) {
  const watching: (string | null)[] = [];
  const browsers = new Set<string>();
  const failures: unknown[] = [];
  const realtime: Realtime = createRealtime({
    authenticate: who,
    originAllowed: (request) => request.headers.origin !== 'https://evil.example',
    clientAddress: address,
    secureCookies: false,
    onError: (error) => failures.push(error),
  });
  realtime.register(kind);
  realtime.addPresence({
    onWatching: (_c, browserId, streamId) => {
      browsers.add(browserId);
      watching.push(streamId);
    },
  });
  const server: Server = createServer();
  server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  closing.push(async () => {
    await realtime.close();
    server.close();
  });
  const connect = async (headers: Record<string, string> = {}, autoPong = true) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers, autoPong });
    const inbox: ServerMessage[] = [];
    const waiting: ((message: ServerMessage) => void)[] = [];
    socket.on('message', (data) => {
      const message = serverMessage.parse(JSON.parse(data.toString()));
      const next = waiting.shift();
      if (next === undefined) inbox.push(message);
      else next(message);
    });
    const cookie = new Promise<string | undefined>((resolve) =>
      socket.on('upgrade', (response) => resolve(response.headers['set-cookie']?.[0])),
    );
    await once(socket, 'open');
    return {
      socket,
      cookie: await cookie,
      send: (message: object) => socket.send(JSON.stringify(message)),
      next: () =>
        new Promise<ServerMessage>((resolve) => {
          const ready = inbox.shift();
          if (ready === undefined) waiting.push(resolve);
          else resolve(ready);
        }),
      closed: once(socket, 'close').then(([code]) => code as number),
    };
  };
  return { realtime, connect, port, watching, browsers, failures };
}

describe('realtime', () => {
  it('keeps a socket whose tab says nothing while its browser answers, and ends one that is gone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { connect } = await serve();
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

  it('lets go of who went away before they were answered', async () => {
    const { port } = await serve({ address: () => null });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
    socket.on('error', () => {});
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1006);
  });

  it('sends the present state first, then what is published, to those who listen', async () => {
    const { realtime, connect } = await serve();
    const a = await connect();
    a.send({ type: 'subscribe', topic: 'stream:x' });
    expect(await a.next()).toEqual(viewers('stream:x', 1));
    realtime.publish('stream:x', viewers('stream:x', 2));
    realtime.publish('stream:y', viewers('stream:y', 9));
    expect(await a.next()).toEqual(viewers('stream:x', 2));
    a.send({ type: 'unsubscribe', topic: 'stream:x' });
    a.send({ type: 'ping' });
    expect(await a.next()).toEqual({ type: 'pong' });
    expect(realtime.listeners('stream:x')).toBe(0);
  });

  it('does not send a snapshot that newer news has overtaken', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { realtime, connect } = await serve({
      kind: {
        name: 'stream',
        open: async () => ({ key: 'k', snapshot: () => gate.then(() => viewers('stream:x', 1)) }),
      },
    });
    const a = await connect();
    a.send({ type: 'subscribe', topic: 'stream:x' });
    a.send({ type: 'ping' });
    await a.next();
    realtime.publish('k', viewers('stream:x', 2));
    release();
    expect(await a.next()).toEqual(viewers('stream:x', 2));
    a.send({ type: 'ping' });
    expect(await a.next()).toEqual({ type: 'pong' });
  });

  it('sends a snapshot that was only amended while it was taken', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const { realtime, connect } = await serve({
      kind: {
        name: 'stream',
        open: async () => ({ key: 'k', snapshot: () => gate.then(() => viewers('stream:x', 3)) }),
      },
    });
    const a = await connect();
    a.send({ type: 'subscribe', topic: 'stream:x' });
    await expect.poll(() => realtime.listeners('k')).toBe(1);
    realtime.amend('k', viewers('stream:x', 2));
    expect(await a.next()).toEqual(viewers('stream:x', 2));
    release();
    expect(await a.next()).toEqual(viewers('stream:x', 3));
  });

  it('takes one snapshot for all who subscribe while it is taken, and another after newer news', async () => {
    const taken: (() => void)[] = [];
    const { realtime, connect } = await serve({
      kind: {
        name: 'stream',
        open: async () => ({
          key: 'k',
          snapshot: () =>
            new Promise<ServerMessage>((resolve) => {
              const nth = taken.push(() => resolve(viewers('stream:x', nth)));
            }),
        }),
      },
    });
    const subscribe = async () => {
      const tab = await connect();
      const before = realtime.listeners('k');
      tab.send({ type: 'subscribe', topic: 'stream:x' });
      await expect.poll(() => realtime.listeners('k')).toBe(before + 1);
      return tab;
    };
    const [a, b] = [await subscribe(), await subscribe()];
    expect(taken).toHaveLength(1);
    realtime.publish('k', viewers('stream:x', 50));
    const c = await subscribe();
    expect(taken).toHaveLength(2);
    for (const release of taken) release();
    for (const tab of [a, b]) expect(await tab.next()).toEqual(viewers('stream:x', 50));
    expect(await c.next()).toEqual(viewers('stream:x', 2));
  });

  it('bounds the sockets of one address, also while they wait to be let in', async () => {
    const { promise: gate, resolve: admit } = Promise.withResolvers<void>();
    const { realtime, port } = await serve({ who: () => gate.then(() => null) });
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

  it('refuses unknown and forbidden topics and says why', async () => {
    const { connect } = await serve();
    const a = await connect();
    a.send({ type: 'subscribe', topic: 'nothing' });
    expect(await a.next()).toEqual({ type: 'refused', topic: 'nothing', code: 'unknown_topic' });
    a.send({ type: 'subscribe', topic: 'stream:secret' });
    expect(await a.next()).toEqual({ type: 'refused', topic: 'stream:secret', code: 'forbidden' });
  });

  it('says that a topic of something that does not exist is unknown', async () => {
    const { connect, realtime } = await serve({
      kind: {
        name: 'stream',
        open: async () => ({
          key: 'k',
          snapshot: () =>
            Promise.reject(new AppError('stream_not_found', 'not_found', 'There is no such stream.')),
        }),
      },
    });
    const a = await connect();
    a.send({ type: 'subscribe', topic: 'stream:gone' });
    expect(await a.next()).toEqual({ type: 'refused', topic: 'stream:gone', code: 'unknown_topic' });
    expect(realtime.listeners('k')).toBe(0);
  });

  it('bounds the topics of one socket', async () => {
    const { connect } = await serve();
    const a = await connect();
    for (let i = 0; i < 51; i += 1) a.send({ type: 'subscribe', topic: `stream:${i}` });
    const answers = await Promise.all(Array.from({ length: 51 }, () => a.next()));
    expect(answers.filter((m) => m.type === 'refused')).toEqual([
      { type: 'refused', topic: 'stream:50', code: 'too_many' },
    ]);
  });

  it.each([
    ['what is not JSON', 'hello'],
    ['an unknown type', '{"type":"drop"}'],
    ['a wrong field', '{"type":"watching","streamId":5}'],
    ['binary', Buffer.from([1, 2, 3])],
  ])('closes on %s', async (_what, bytes) => {
    const { connect } = await serve();
    const a = await connect();
    a.socket.send(bytes);
    expect(await a.closed).toBe(REALTIME_CLOSE.badMessage);
  });

  it('closes on a message over the limit and on a flood', async () => {
    const { connect } = await serve();
    const big = await connect();
    big.socket.send('x'.repeat(5000));
    expect(await big.closed).toBe(1009);
    const flood = await connect();
    for (let i = 0; i < 200; i += 1) flood.send({ type: 'ping' });
    expect(await flood.closed).toBe(REALTIME_CLOSE.badMessage);
  });

  it('refuses a foreign origin', async () => {
    const { port } = await serve();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { origin: 'https://evil.example' } });
    const [error] = await once(socket, 'error');
    expect(String(error)).toContain('403');
  });

  it('tells presence of what a browser watches, and that it stopped when the socket closes', async () => {
    const { connect, watching, browsers } = await serve();
    const a = await connect();
    const cookie = a.cookie?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^tributary_browser=.{22}$/);
    const b = await connect({ cookie });
    expect(b.cookie).toBeUndefined();
    for (const tab of [a, b]) {
      tab.send({ type: 'watching', streamId: STREAM });
      tab.send({ type: 'ping' });
      await tab.next();
    }
    expect(browsers.size).toBe(1);
    a.socket.close();
    await expect.poll(() => watching).toEqual([STREAM, STREAM, null]);
  });

  it('drops a reader that does not read, and counts it', async () => {
    const { realtime, connect } = await serve();
    const slow = await connect();
    slow.send({ type: 'subscribe', topic: 'stream:x' });
    await slow.next();
    slow.socket.pause();
    const long = { ...viewers(`stream:${'x'.repeat(90)}`, 1) };
    for (let i = 0; i < 200_000 && realtime.stats().droppedSlow === 0; i += 1)
      realtime.publish('stream:x', long);
    expect(realtime.stats().droppedSlow).toBe(1);
    await expect.poll(() => realtime.stats().sockets).toBe(0);
  });

  it('takes from a socket what its holder may no longer read, and leaves it the rest', async () => {
    let roles: Role[] = ['streamer'];
    const { realtime, connect } = await serve({
      kind: forStreamers,
      who: async () => ({ userId: ADA, roles }),
    });
    const a = await connect();
    for (const topic of ['stream:mine', 'stream:open']) {
      a.send({ type: 'subscribe', topic });
      expect(await a.next()).toEqual(viewers(topic, 1));
    }
    roles = [];
    await realtime.reauthenticate(ADA);
    expect(await a.next()).toEqual({ type: 'refused', topic: 'stream:mine', code: 'forbidden' });
    realtime.publish('stream:mine', viewers('stream:mine', 2));
    realtime.publish('stream:open', viewers('stream:open', 2));
    expect(await a.next()).toEqual(viewers('stream:open', 2));
    expect(realtime.listeners('stream:mine')).toBe(0);
    roles = ['streamer'];
    a.send({ type: 'subscribe', topic: 'stream:mine' });
    expect(await a.next()).toEqual(viewers('stream:mine', 1));
  });

  it('sends a socket away whose session is over, also where the news of it was missed', async () => {
    const present = new Map<string, Principal>([
      ['ada', { userId: ADA, roles: [] }],
      ['bob', { userId: BOB, roles: [] }],
    ]);
    const { realtime, connect } = await serve({
      who: async ({ headers }) => present.get(headers.cookie ?? '') ?? null,
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

  it('lets nobody in as who they were before a change that came while they were asked about', async () => {
    const asked = [Promise.withResolvers<Principal>(), Promise.withResolvers<Principal>()];
    let times = 0;
    const { realtime, connect } = await serve({
      kind: forStreamers,
      who: () => asked[times++]?.promise ?? Promise.resolve(null),
    });
    const connecting = connect();
    await expect.poll(() => times).toBe(1);
    await realtime.reauthenticate(ADA);
    asked[0]?.resolve({ userId: ADA, roles: ['streamer'] });
    asked[1]?.resolve(null);
    const a = await connecting;
    a.send({ type: 'subscribe', topic: 'stream:mine' });
    expect(await a.next()).toEqual({ type: 'refused', topic: 'stream:mine', code: 'forbidden' });
  });

  it('sends away whom nobody can vouch for after a change', async () => {
    let away = false;
    const { realtime, connect, failures } = await serve({
      who: () => (away ? Promise.reject(new Error('away')) : Promise.resolve({ userId: ADA, roles: [] })),
    });
    const a = await connect();
    away = true;
    await realtime.reauthenticateAll();
    expect(await a.closed).toBe(REALTIME_CLOSE.restarting);
    expect(failures).toHaveLength(1);
  });

  it('counts as one viewer all browsers beyond what one network may have', async () => {
    let n = 0;
    // All within one /64.
    const { connect, browsers } = await serve({ address: () => `2001:db8:1:2::${(++n).toString(16)}` });
    const tabs = await Promise.all(Array.from({ length: 50 }, () => connect()));
    for (const tab of tabs) {
      tab.send({ type: 'watching', streamId: STREAM });
      tab.send({ type: 'ping' });
      await tab.next();
    }
    expect(browsers.size).toBe(41);
  });

  it('tells sockets to come back when it closes', async () => {
    const { realtime, connect } = await serve();
    const a = await connect();
    await realtime.close();
    expect(await a.closed).toBe(REALTIME_CLOSE.restarting);
  });
});
