/** A chat that many people enter and leave at once, and one that a network of accounts floods. */
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatTopic, listChatViewers } from '@tributary/contracts/chat';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { type StreamId, streamId, type UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { hashSessionToken } from '../../src/features/identity/sessions/session-tokens.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { createPeopleFixture } from '../support/people-fixture.ts';
import { connectTab } from '../support/realtime-harness.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SOON = { timeout: 60_000 };
const authSecret = randomBytes(32).toString('base64url');
const db = await createTestDatabase();
const { people, person, streamer, stream } = createPeopleFixture(db);
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-chat-abuse-'));
const config = parseConfig(
  {
    DEMO: 'false',
    DATABASE_URL: db.url,
    TRUST_PROXY: 'loopback',
    GRACE_SECONDS: '600',
    AUTH_SECRET: authSecret,
    STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
  },
  dataDir,
);
const app = await createApp(
  { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0 },
  { log: createLog('silent'), webRoot: dataDir },
);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});
const url = `http://127.0.0.1:${app.port}`;

const connect = (address: string, cookie?: string) =>
  connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, {
    origin: url,
    'x-forwarded-for': address,
    ...(cookie && { cookie }),
  });

/** The Cookie header of a new session. */
async function signIn(id: UserId): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db.pool.query(
    "insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [uuidv7(), id, hashSessionToken(token)],
  );
  const signature = createHmac('sha256', authSecret).update(token).digest('base64');
  return `tributary.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Sends messages, as fast as they are acknowledged or refused. @returns how many of them have which answer */
async function say(tab: Awaited<ReturnType<typeof connect>>, id: StreamId, count: number) {
  const answers: Record<string, number> = {};
  for (let n = 0; n < count; n += 1) {
    tab.act(`chat:${id}`, 'send', { clientId: uuidv7(), text: `message ${n}` }, n);
    const answer = await tab.next();
    const name = answer.type === 'refused' ? answer.code : answer.type;
    answers[name] = (answers[name] ?? 0) + 1;
  }
  return answers;
}

/** Somebody who stays. */
async function read(id: StreamId) {
  const tab = await connect('203.0.113.1');
  tab.subscribe(`chat:${id}`);
  expect(await tab.next()).toMatchObject({ kind: 'snapshot' });
  return {
    tab,
    numbers: () =>
      tab.inbox.flatMap((message) =>
        message.type === 'message' && message.kind === 'append'
          ? chatTopic.append.parse(message.data).number
          : [],
      ),
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('tells those who stay the number of viewers with a few messages while 1,000 join and leave, and every chat message', async () => {
  const id = streamId.parse(await stream(await streamer()));
  const reader = await read(id);
  reader.tab.subscribe(`stream:${id}`);
  const writer = await connect('203.0.113.2', await signIn(await person()));
  const visitors = async () => {
    const page = await new Browser(url).get(listChatViewers.path.replace(':id', id));
    return listChatViewers.response.parse(json(page)).visitors;
  };
  const joining = upTo(1000).map(async (n) => {
    const tab = await connect(`198.51.100.${n % 50}`);
    for (const topic of [`chat:${id}`, `stream:${id}`]) tab.subscribe(topic);
    tab.act(`stream:${id}`, 'watching', { watching: true });
    return tab;
  });
  const during = await say(writer, id, 10);
  const tabs = await Promise.all(joining);
  await expect.poll(visitors, SOON).toBe(1001);
  for (const tab of tabs) tab.socket.terminate();
  const after = await say(writer, id, 10);
  await expect.poll(visitors, SOON).toBe(1);

  expect([during, after]).toEqual([{ ack: 10 }, { ack: 10 }]);
  await expect.poll(reader.numbers, SOON).toEqual(upTo(20));
  // Besides the chat: a snapshot of the stream, and its viewers once a second.
  expect(reader.tab.inbox.length - 20).toBeLessThan(200);
  for (const { socket } of [reader.tab, writer]) socket.terminate();
});

it('stores 400 messages a minute of a network with 50 accounts, and all of somebody else', async () => {
  const id = streamId.parse(await stream(await streamer()));
  const reader = await read(id);
  const neighbor = await connect('203.0.113.2', await signIn(await person()));
  const accounts = await people(50);
  const tabs = await Promise.all(
    accounts.map(async (account) => connect('192.0.2.1', await signIn(account))),
  );
  const spam = Promise.all(tabs.map((tab) => say(tab, id, 10)));
  expect(await say(neighbor, id, 10)).toEqual({ ack: 10 });
  const answers = await spam;
  const total = (name: string) => answers.reduce((sum, counts) => sum + (counts[name] ?? 0), 0);
  expect({ stored: total('ack'), refused: total('limited') }).toEqual({ stored: 400, refused: 100 });
  await expect.poll(() => reader.numbers().length, SOON).toBe(410);
  expect(reader.numbers()).toEqual(upTo(410));
  for (const { socket } of [...tabs, reader.tab, neighbor]) socket.terminate();
});
