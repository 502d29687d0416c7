/** Two server processes on one database and one Redis, each with an encoder. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFeatured, getStream, openPlayback } from '@tributary/contracts/live';
import { REALTIME_CLOSE, REALTIME_PATH } from '@tributary/contracts/realtime';
import { userId } from '@tributary/contracts/shared';
import { afterAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type Publisher, startPublisher } from '../../../../e2e/lib/publisher.ts';
import { setRegularGate } from '../../src/features/live/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createOutbox } from '../../src/platform/mail/index.ts';
import { createStreamer } from '../support/admin-command.ts';
import { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort, type RunningInstance, startInstance } from '../support/instance-process.ts';
import { mediaPaths } from '../support/media-paths.ts';
import { hashPasswordsAtRealCost } from '../support/password-cost.ts';
import { startRedisServer } from '../support/redis-server.ts';

hashPasswordsAtRealCost();

/** A lease and the recovery after it. */
const TAKEOVER = { timeout: 25_000 };

const db = await createTestDatabase();
const redis = await startRedisServer();
const secrets = {
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
};

interface ServerProcess extends RunningInstance {
  readonly rtmpUrl: string;
  readonly settings: Readonly<Record<string, string>>;
}

async function startProcess(): Promise<ServerProcess> {
  const settings = {
    ...secrets,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'tributary-processes-')),
    PORT: await freePort(),
    RTMP_PORT: await freePort(),
    WEBRTC_PORT: await freePort(),
    DATABASE_URL: db.url,
    REDIS_URL: redis.url,
    // Of tests that sign in often, each time in a network of its own.
    TRUST_PROXY: 'loopback',
  };
  const instance = await startInstance(settings);
  return { ...instance, settings, rtmpUrl: `rtmp://127.0.0.1:${settings.RTMP_PORT}/live` };
}

const [first, second] = await Promise.all([startProcess(), startProcess()]);
const publishers: Publisher[] = [];
afterAll(async () => {
  for (const publisher of publishers) publisher.kill();
  for (const { process, ended, settings } of [first, second]) {
    process.kill('SIGTERM');
    await ended;
    await rm(settings.DATA_DIR ?? '', { recursive: true, force: true });
  }
  await redis[Symbol.asyncDispose]();
});

async function publish(to: ServerProcess, key: string): Promise<Publisher> {
  const publisher = await startPublisher({ url: to.rtmpUrl, key, fps: 10, bitrateKbps: 200 });
  publishers.push(publisher);
  return publisher;
}

async function featured(on: ServerProcess) {
  const response = await fetch(`${on.url}${getFeatured.path}`);
  return getFeatured.response.parse(await response.json()).streams;
}

async function streamOf(on: ServerProcess, id: string) {
  const response = await fetch(`${on.url}${getStream.path.replace(':id', id)}`);
  return getStream.response.parse(await response.json());
}

/** A tab that watches a stream, with what it hears of the number of viewers. */
async function watch(on: ServerProcess, id: string) {
  const socket = new WebSocket(`${on.url.replace('http', 'ws')}${REALTIME_PATH}`, {
    headers: { origin: on.url },
  });
  await once(socket, 'open');
  const topic = `stream:${id}`;
  const heard = z.object({
    kind: z.enum(['snapshot', 'patch']),
    data: z.union([
      z.object({ currentViewers: z.number() }),
      z.object({ state: z.string(), stream: z.object({ currentViewers: z.number() }) }),
    ]),
  });
  let viewers = 0;
  socket.on('message', (text) => {
    const message = heard.safeParse(JSON.parse(String(text)));
    if (!message.success) return;
    const { data } = message.data;
    viewers = 'stream' in data ? data.stream.currentViewers : data.currentViewers;
  });
  socket.send(JSON.stringify({ type: 'subscribe', topic }));
  const action = { type: 'action', topic, action: 'watching', data: { watching: true }, id: 1 };
  socket.send(JSON.stringify(action));
  return { viewers: () => viewers, close: () => socket.close() };
}

/** The address of the first media playlist, from the multivariant playlist that a process answers with. */
async function mediaPlaylist(on: ServerProcess, playbackUrl: string | null): Promise<string> {
  const address = `${on.url}${playbackUrl}`;
  const text = await (await fetch(address)).text();
  const uri = text.split('\n').find((line) => line.endsWith('.m3u8')) ?? expect.fail(text);
  return new URL(uri, address).href;
}

const [ann, ben, cleo, dora] = await Promise.all([
  createStreamer(first.settings, 'ann'),
  createStreamer(first.settings, 'ben'),
  createStreamer(first.settings, 'cleo'),
  createStreamer(first.settings, 'dora'),
]);

it('lists, counts and serves the streams of both processes from either', async () => {
  await publish(first, ann.streamKey);
  await publish(second, ben.streamKey);
  for (const process of [first, second]) {
    await expect
      .poll(async () => (await featured(process)).map((stream) => stream.streamer.username).sort(), TAKEOVER)
      .toEqual(['ann', 'ben']);
  }
  for (const stream of await featured(first)) {
    for (const process of [first, second]) {
      const playlist = await fetch(await mediaPlaylist(process, stream.playbackUrl));
      expect(playlist.status).toBe(200);
      expect(await playlist.text()).toContain('#EXT-X-PART-INF');
    }
  }
  const [stream] = (await featured(first)).filter(({ streamer }) => streamer.username === 'ann');
  const id = stream?.id ?? expect.fail();
  const tabs = [await watch(first, id), await watch(second, id), await watch(second, id)];
  for (const tab of tabs) await expect.poll(tab.viewers, TAKEOVER).toBe(3);
  const { rows } = await db.pool.query('select current_viewers from streams where id = $1', [id]);
  expect(rows).toHaveLength(1);
  await expect
    .poll(
      async () => (await db.pool.query('select views from streams where id = $1', [id])).rows[0].views,
      TAKEOVER,
    )
    .toBe(3);
  tabs[1]?.close();
  await expect.poll(tabs[0]?.viewers ?? expect.fail(), TAKEOVER).toBe(2);
  for (const tab of tabs) tab.close();
});

it('lets viewers rewind a stream on either process, whichever records it', async () => {
  const [stream] = (await featured(first)).filter(({ streamer }) => streamer.username === 'ann');
  const { id } = stream ?? expect.fail();
  for (const { url } of [first, second]) {
    const playlist = async () => await (await fetch(`${url}/recordings/${id}/video.m3u8`)).text();
    await expect.poll(playlist, TAKEOVER).toMatch(/#EXT-X-PLAYLIST-TYPE:EVENT[\s\S]+\.m4s\n$/);
  }
});

it('plays a stream over WebRTC on either process, whichever serves it', async () => {
  const [stream] = (await featured(first)).filter(({ streamer }) => streamer.username === 'ann');
  const { id } = stream ?? expect.fail();
  const offer = await readFile(new URL('../fuzz/corpus/whep/offer-chromium.sdp', import.meta.url));
  for (const [asked, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const shown = await (await fetch(`${asked.url}/api/streams/${id}`)).json();
    expect(shown).toMatchObject({ stream: { whepUrl: `/whep/${id}` } });
    const answer = await fetch(`${asked.url}/whep/${id}`, {
      method: 'POST',
      body: offer,
      headers: { 'content-type': 'application/sdp' },
    });
    const answered = { status: answer.status, text: await answer.text() };
    expect(answered).toMatchObject({ status: 201, text: expect.stringContaining('a=setup:active') });
    const session = answer.headers.get('location') ?? '';
    expect((await fetch(other.url + session, { method: 'DELETE' })).status).toBe(200);
    expect((await fetch(asked.url + session, { method: 'DELETE' })).status).toBe(404);
  }
});

it('grants playback of a gated stream on either process, whichever serves it', async () => {
  const { rows } = await db.pool.query('select id from profiles where username = $1', [dora.username]);
  const creatorId = userId.parse(rows[0].id);
  await db.transact((tx) => setRegularGate(tx, creatorId, { kind: 'subscribers', id: creatorId }));
  const publisher = await publish(first, dora.streamKey);
  const find = async () => (await featured(second)).find(({ streamer }) => streamer.id === creatorId);
  await expect.poll(find, TAKEOVER).toMatchObject({ playbackUrl: null });
  const { id } = (await find()) ?? expect.fail();

  const creator = new Browser(second.url);
  const { email, password } = dora;
  expect((await creator.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  expect((await creator.post(openPlayback.path.replace(':id', id))).status).toBe(200);
  const cookie = creator.cookieHeader();
  for (const { url } of [first, second]) {
    for (const path of Object.values(await mediaPaths(url, id, cookie))) {
      expect((await fetch(url + path, { headers: { cookie } })).status).toBe(200);
      const refused = await fetch(url + path);
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        403,
        'application/problem+json',
      ]);
    }
  }
  await publisher.stop();
});

it('withdraws the playback of a browser in both processes when another takes over, of which there are few an hour', async () => {
  const { email, password } = await createStreamer(first.settings, 'erna');
  const { rows } = await db.pool.query('select id from profiles where username = $1', ['erna']);
  const { rows: creators } = await db.pool.query('select id from profiles where username = $1', [
    dora.username,
  ]);
  const creatorId = userId.parse(creators[0].id);
  // Who moderates a channel watches it, within the limits of everybody.
  await db.pool.query('insert into chat_moderators (channel_id, user_id) values ($1, $2)', [
    creatorId,
    rows[0].id,
  ]);
  const publisher = await publish(first, dora.streamKey);
  const find = async () => (await featured(second)).find(({ streamer }) => streamer.id === creatorId);
  await expect.poll(find, TAKEOVER).toMatchObject({ playbackUrl: null });
  const { id } = (await find()) ?? expect.fail();

  const on = (index: number) => (index % 2 === 0 ? first : second);
  const browsers = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const browser = new Browser(on(index).url, { 'x-forwarded-for': `198.51.100.${index}` });
      expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
      return browser;
    }),
  );
  const open = (index: number, takeOver: boolean) =>
    browsers[index]?.post(openPlayback.path.replace(':id', id), { takeOver });
  /** The browsers that a process gives media to, by what they hold. */
  const playing = async ({ url }: ServerProcess) => {
    const statuses = await Promise.all(
      browsers.map(async (browser) => {
        const headers = { cookie: browser.cookieHeader() };
        return (await fetch(`${url}/live/${id}/index.m3u8`, { headers })).status;
      }),
    );
    return statuses.flatMap((status, index) => (status === 200 ? index : []));
  };
  const expectPlaying = async (...indexes: number[]) => {
    for (const process of [first, second]) await expect.poll(() => playing(process)).toEqual(indexes);
  };
  for (const index of [0, 1]) expect((await open(index, false))?.status).toBe(200);
  await expectPlaying(0, 1);
  for (let index = 2; index < 8; index++) {
    expect((await open(index, true))?.status).toBe(200);
    await expectPlaying(index - 1, index);
  }
  // Of either process, whichever browser it is.
  expect([(await open(0, true))?.status, (await open(1, true))?.status]).toEqual([409, 409]);
  await expectPlaying(6, 7);
  await publisher.stop();
});

it('notifies a follower on one process of a stream on the other', async () => {
  const follower = new Browser(second.url);
  const { email, password } = ben;
  expect((await follower.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  const { rows } = await db.pool.query('select id from profiles where username = $1', [cleo.username]);
  expect((await follower.put(`/api/me/following/${rows[0].id}`, {})).status).toBeLessThan(300);
  const socket = new WebSocket(`${second.url.replace('http', 'ws')}${REALTIME_PATH}`, {
    headers: { origin: second.url, cookie: follower.cookieHeader() },
  });
  await once(socket, 'open');
  const titles: string[] = [];
  const append = z.object({ kind: z.literal('append'), data: z.object({ type: z.string() }) });
  socket.on('message', (text) => {
    const message = append.safeParse(JSON.parse(String(text)));
    if (message.success) titles.push(message.data.data.type);
  });
  socket.send(JSON.stringify({ type: 'subscribe', topic: 'notifications' }));
  const publisher = await publish(first, cleo.streamKey);
  await expect.poll(() => titles, TAKEOVER).toContain('stream_live');
  socket.close();
  await publisher.stop();
});

it('closes the sockets of an account on both processes when its password is reset by mail', async () => {
  const { email, password } = ben;
  const sockets: WebSocket[] = [];
  for (const { url } of [first, second]) {
    const browser = new Browser(url);
    expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
    const headers = { origin: url, cookie: browser.cookieHeader() };
    const socket = new WebSocket(`${url.replace('http', 'ws')}${REALTIME_PATH}`, { headers });
    await once(socket, 'open');
    sockets.push(socket);
  }
  const codes = sockets.map((socket) => once(socket, 'close').then(([code]) => code));
  const stranger = new Browser(first.url);
  await stranger.post('/api/auth/request-password-reset', { email });
  const directory = join(first.settings.DATA_DIR ?? '', 'outbox');
  const outbox = createOutbox({ directory, from: 'Test <test@example.org>', log: createLog('silent') });
  await expect.poll(() => outbox.newest(1)).toMatchObject([{ to: email }]);
  const [mail] = await outbox.newest(1);
  const token = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('token');
  const newPassword = 'another long phrase';
  expect((await stranger.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);
  expect(await Promise.all(codes)).toEqual([REALTIME_CLOSE.sessionOver, REALTIME_CLOSE.sessionOver]);
});

it('refuses an encoder while the other process receives the signal of its channel', async () => {
  await expect(publish(second, ann.streamKey)).rejects.toThrow();
});

it('loses only the streams of a killed process, and its encoders continue them on the other one', async () => {
  const before = new Map((await featured(second)).map((stream) => [stream.streamer.username, stream]));
  const [lost, kept] = [before.get('ann') ?? expect.fail(), before.get('ben') ?? expect.fail()];
  first.process.kill('SIGKILL');
  await first.ended;
  await expect
    .poll(
      () =>
        publish(second, ann.streamKey).then(
          () => 'publishing',
          () => 'refused',
        ),
      {
        ...TAKEOVER,
        interval: 1_000,
      },
    )
    .toBe('publishing');
  await expect.poll(async () => (await streamOf(second, lost.id)).state, TAKEOVER).toBe('live');
  expect((await fetch(await mediaPlaylist(second, lost.playbackUrl))).status).toBe(200);
  const { rows } = await db.pool.query('select interrupted_at, owner_id from streams where id = $1', [
    kept.id,
  ]);
  expect(rows[0].interrupted_at).toBeNull();
  expect((await streamOf(second, kept.id)).state).toBe('live');
  await expect
    .poll(async () => (await featured(second)).map(({ id }) => id).sort(), TAKEOVER)
    .toEqual([lost.id, kept.id].sort());
});
