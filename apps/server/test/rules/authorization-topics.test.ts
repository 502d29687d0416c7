/** Authorization of realtime topics (spec section 6). A topic that is missing in the table below fails the test. */
import { once } from 'node:events';
import { issueAccessToken } from '@tributary/contracts/identity';
import {
  REALTIME_CLOSE,
  REALTIME_PATH,
  REALTIME_SUBPROTOCOL,
  REALTIME_TOKEN_PREFIX,
  type ServerMessage,
} from '@tributary/contracts/realtime';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { password, startAuthorizationInstance } from '../support/authorization/authorization-instance.ts';
import { ACTORS, type Actor } from '../support/authorization/rows.ts';
import { Browser, json } from '../support/browser.ts';
import { connectTab } from '../support/realtime-harness.ts';

/** The first message to a subscriber. */
type Reading = 'snapshot' | 'forbidden';

const TOPICS: Readonly<Record<string, Readonly<Record<Actor, Reading>>>> = {
  featured: publicly(),
  stream: publicly(),
  channel: publicly(),
  chat: publicly(),
  swarm: publicly(),
  raid: publicly(),
  donations: publicly(),
  // The token is what counts; donations.test.ts has the others.
  'donation-overlay': publicly(),
  'chat-overlay': publicly(),
  // For moderators of the streamer's chats: the streamer and admins.
  'chat-queue': {
    ...publicly(),
    nobody: 'forbidden',
    banned: 'forbidden',
    viewer: 'forbidden',
    other: 'forbidden',
  },
  // Topics of the subscriber's own account.
  'ingest-health': {
    ...publicly(),
    nobody: 'forbidden',
    banned: 'forbidden',
    viewer: 'forbidden',
    admin: 'forbidden',
  },
  activity: {
    ...publicly(),
    nobody: 'forbidden',
    banned: 'forbidden',
    viewer: 'forbidden',
    admin: 'forbidden',
  },
  following: { ...publicly(), nobody: 'forbidden', banned: 'forbidden' },
  notifications: { ...publicly(), nobody: 'forbidden', banned: 'forbidden' },
  warnings: { ...publicly(), nobody: 'forbidden', banned: 'forbidden' },
};

function publicly(): Record<Actor, Reading> {
  const all = 'snapshot';
  return { nobody: all, banned: all, viewer: all, other: all, admin: all, streamer: all };
}

const { app, users, url, streamId, browserOf, idOf } = await startAuthorizationInstance();

async function socketOf(browser: Browser): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${REALTIME_PATH}`, {
    headers: { origin: url, cookie: browser.cookieHeader() },
  });
  await once(socket, 'open');
  return socket;
}

describe('every topic', () => {
  it('of the realtime socket is in the table', () => {
    expect(app.topicNames.filter((name) => !(name in TOPICS))).toEqual([]);
  });

  it('can be subscribed to by the listed callers only', async () => {
    const overlay = await browserOf('streamer').get('/api/me/donation-overlay');
    const { token } = json<{ token: string }>(overlay);
    const argument: Record<string, string> = {
      stream: `:${streamId}`,
      chat: `:${streamId}`,
      swarm: `:${streamId}`,
      raid: `:${streamId}`,
      channel: ':the-streamer',
      donations: ':the-streamer',
      'donation-overlay': `:${token}`,
      'chat-overlay': `:${token}`,
      'chat-queue': `:${idOf('streamer')}`,
    };
    for (const actor of ACTORS) {
      const socket = await socketOf(browserOf(actor));
      for (const [name, row] of Object.entries(TOPICS)) {
        const topic = name + (argument[name] ?? '');
        socket.send(JSON.stringify({ type: 'subscribe', topic }));
        const message = await new Promise<ServerMessage>((resolve) => {
          socket.on('message', function read(data) {
            const message: ServerMessage = JSON.parse(String(data));
            if (!('topic' in message) || message.topic !== topic) return;
            socket.off('message', read);
            resolve(message);
          });
        });
        const reading =
          message.type === 'refused' ? message.code : message.type === 'message' && message.kind;
        expect({ actor, topic, reading }).toEqual({ actor, topic, reading: row[actor] });
      }
      socket.close();
    }
  });
});

describe('a socket', () => {
  it('is closed when its session ends, and reconnects as a visitor', async () => {
    await users.create({ username: 'leaver', email: 'leaver@example.org', password });
    const browser = new Browser(url, { 'x-forwarded-for': '198.51.100.98' });
    await browser.post('/api/auth/sign-in/email', { email: 'leaver@example.org', password });
    const socket = await socketOf(browser);
    const other = await socketOf(browserOf('viewer'));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await browser.post('/api/auth/sign-out-everywhere');
    expect(await closed).toBe(REALTIME_CLOSE.sessionOver);
    expect(other.readyState).toBe(WebSocket.OPEN);
    other.close();
    const again = await socketOf(browser);
    again.send(JSON.stringify({ type: 'subscribe', topic: 'ingest-health' }));
    const [answer] = await once(again, 'message');
    expect(JSON.parse(String(answer))).toMatchObject({ type: 'refused', code: 'forbidden' });
    again.close();
  });

  it('is opened by an access token instead of a cookie, until the session of the token ends', async () => {
    await users.create({ username: 'bearer', email: 'bearer@example.org', password });
    const browser = new Browser(url, { 'x-forwarded-for': '198.51.100.97' });
    await browser.post('/api/auth/sign-in/email', { email: 'bearer@example.org', password });
    const { accessToken } = issueAccessToken.response.parse(json(await browser.post('/api/auth/token')));
    const open = async () => {
      const protocols = [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_PREFIX}${accessToken}`];
      const tab = await connectTab(
        `${url.replace('http', 'ws')}${REALTIME_PATH}`,
        { origin: url },
        true,
        protocols,
      );
      tab.subscribe('notifications');
      return tab;
    };
    const tab = await open();
    expect(await tab.next()).toMatchObject({ topic: 'notifications', kind: 'snapshot' });
    await browser.post('/api/auth/sign-out-everywhere');
    expect(await tab.closed).toBe(REALTIME_CLOSE.sessionOver);
    const again = await open();
    expect(await again.next()).toMatchObject({ type: 'refused', code: 'forbidden' });
    again.socket.close();
  });
});
