/** Chat through server processes on one database that are killed, first one of two, then the only one. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatTopic } from '@tributary/contracts/chat';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it, vi } from 'vitest';
import { createUsers } from '../../src/features/identity/index.ts';
import { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort, type RunningInstance, startInstance } from '../support/instance-process.ts';
import { hashPasswordsAtRealCost } from '../support/password-cost.ts';
import { createPeopleFixture } from '../support/people-fixture.ts';
import { connectTab, messagesIn } from '../support/realtime-harness.ts';

hashPasswordsAtRealCost();

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const PEOPLE = 4;
/** Fewer than one person may send in a minute. */
const MESSAGES_EACH = 25;
const SOON = { timeout: 60_000 };

const db = await createTestDatabase();
const { streamer, stream } = createPeopleFixture(db);
const secrets = {
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
};
const instances: { instance: RunningInstance; dataDir: string }[] = [];
afterAll(async () => {
  for (const { instance, dataDir } of instances) {
    instance.process.kill('SIGTERM');
    await instance.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function startProcess(): Promise<RunningInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-chat-'));
  const settings = {
    ...secrets,
    DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    GRACE_SECONDS: '600',
    PORT: await freePort(),
    RTMP_PORT: await freePort(),
  };
  const instance = await startInstance(settings);
  instances.push({ instance, dataDir });
  return instance;
}

async function signIn(at: RunningInstance, name: string): Promise<string> {
  const email = `${name}@example.org`;
  const { password } = await createUsers(db).create({ username: name, email });
  const browser = new Browser(at.url);
  expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  return browser.cookieHeader();
}

const connect = ({ url }: RunningInstance, cookie?: string) =>
  connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, { origin: url, ...(cookie && { cookie }) });

/** Keeps a chat as the web app does, across connections: it resumes after the last message that it has. */
function createReader(id: StreamId) {
  const numbers: number[] = [];
  let lastId: string | undefined;
  let tab: Awaited<ReturnType<typeof connectTab>> | null = null;
  return {
    numbers,
    async connect(to: RunningInstance) {
      tab = await connect(to);
      tab.socket.on('message', (frame) => {
        for (const message of messagesIn(frame)) {
          if (message.type !== 'message' || message.kind === 'patch') continue;
          lastId = message.id ?? lastId;
          // A snapshot may have what is appended after it: the web app ignores messages that it has.
          const known = numbers.at(-1) ?? 0;
          const received =
            message.kind === 'append'
              ? [chatTopic.append.parse(message.data)]
              : chatTopic.snapshot.parse(message.data).messages;
          numbers.push(...received.map(({ number }) => number).filter((number) => number > known));
        }
      });
      tab.subscribe(`chat:${id}`, lastId);
    },
    async disconnect() {
      tab?.socket.terminate();
      await tab?.closed;
    },
  };
}

interface Sent {
  readonly clientId: string;
  readonly text: string;
}

/** Sends messages at once, and adds those that are acknowledged to a set, as they come. */
async function burst(
  to: RunningInstance,
  cookie: string,
  id: StreamId,
  messages: readonly Sent[],
  acknowledged: Set<string>,
) {
  const tab = await connect(to, cookie);
  tab.socket.on('message', (frame) => {
    const answer = JSON.parse(String(frame));
    const message = messages[answer.id];
    if (answer.type === 'ack' && message) acknowledged.add(message.clientId);
  });
  for (const [index, message] of messages.entries()) tab.act(`chat:${id}`, 'send', message, index);
  return tab;
}

it('keeps every acknowledged message in one order when one of two processes, then the only one, is killed in a burst, and stores none twice', async () => {
  const [first, second] = await Promise.all([startProcess(), startProcess()]);
  const id = streamId.parse(await stream(await streamer()));
  const cookies = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => signIn(first, `person-${index}`)),
  );
  const [reader, resuming] = [createReader(id), createReader(id)];
  for (const each of [reader, resuming]) await each.connect(second);
  const messages = cookies.map((_, person) =>
    Array.from({ length: MESSAGES_EACH }, (_, n) => ({ clientId: uuidv7(), text: `${person} ${n}` })),
  );
  const acknowledged = new Set<string>();
  /** Sends, perhaps again, what was not acknowledged. */
  const sendRest = (to: RunningInstance) =>
    Promise.all(
      cookies.map((cookie, person) => {
        const left = (messages[person] ?? []).filter(({ clientId }) => !acknowledged.has(clientId));
        return burst(to, cookie, id, left, acknowledged);
      }),
    );
  const stored = async () =>
    (
      await db.pool.query(
        'select number, client_id from chat_messages where stream_id = $1 order by number',
        [id],
      )
    ).rows;

  async function killInBurst(instance: RunningInstance): Promise<void> {
    const before = acknowledged.size;
    const tabs = await sendRest(instance);
    await expect.poll(() => acknowledged.size, { ...SOON, interval: 1 }).toBeGreaterThan(before + 5);
    await resuming.disconnect();
    instance.process.kill('SIGKILL');
    await Promise.all(tabs.map(({ closed }) => closed));
    const kept = new Set((await stored()).map(({ client_id }) => client_id));
    expect([...acknowledged].filter((clientId) => !kept.has(clientId))).toEqual([]);
  }

  await killInBurst(first);
  await killInBurst(second);
  const third = await startProcess();
  await reader.connect(third);
  await sendRest(third);
  const all = messages.flat();
  await expect.poll(() => acknowledged.size, SOON).toBe(all.length);
  const numbers = all.map((_, index) => index + 1);
  const final = await stored();
  expect(final.map(({ number }) => number)).toEqual(numbers);
  expect(new Set(final.map(({ client_id }) => client_id)).size).toBe(all.length);

  await resuming.connect(third);
  for (const each of [reader, resuming]) {
    await expect.poll(() => each.numbers.length, SOON).toBe(all.length);
    expect(each.numbers).toEqual(numbers);
    await each.disconnect();
  }
});
