/** Streams that an admin stops, hides or bans, as viewers fetch them through a shared cache. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFeatured, getStream, openPlayback } from '@tributary/contracts/live';
import { streamId } from '@tributary/contracts/shared';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Publisher, startPublisher } from '../../../../e2e/lib/publisher.ts';
import { setStreamGate } from '../../src/features/live/index.ts';
import { adminCommand, createStreamer } from '../support/admin-command.ts';
import { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { startEdge } from '../support/edges.ts';
import { freePort, startInstance } from '../support/instance-process.ts';
import { mediaPaths } from '../support/media-paths.ts';
import { hashPasswordsAtRealCost } from '../support/password-cost.ts';

hashPasswordsAtRealCost();

/** For a stream and its first thumbnail. */
const START = { timeout: 100_000, interval: 500 };
/** For what the cache may still answer. */
const WITHDRAWAL = { timeout: 20_000 };

vi.setConfig({ testTimeout: 120_000 });

const db = await createTestDatabase();
const settings = {
  DATA_DIR: await mkdtemp(join(tmpdir(), 'tributary-withdrawn-')),
  PORT: await freePort(),
  RTMP_PORT: await freePort(),
  DATABASE_URL: db.url,
};
const instance = await startInstance(settings);
const proxy = await startEdge('varnish', Number(settings.PORT));
const publishers: Publisher[] = [];
afterAll(async () => {
  for (const publisher of publishers) publisher.kill();
  await proxy[Symbol.asyncDispose]();
  instance.process.kill('SIGTERM');
  await instance.ended;
  await rm(settings.DATA_DIR, { recursive: true, force: true });
});

async function goLive(username: string) {
  const { streamKey: key } = await createStreamer(settings, username);
  const url = `rtmp://127.0.0.1:${settings.RTMP_PORT}/live`;
  publishers.push(await startPublisher({ url, key, fps: 10, bitrateKbps: 200 }));
  const stream = async () => {
    const response = await fetch(`${instance.url}${getFeatured.path}`);
    const { streams } = getFeatured.response.parse(await response.json());
    return streams.find(({ streamer }) => streamer.username === username);
  };
  return vi.waitFor(async () => {
    const { id, streamer, thumbnailUrl } = (await stream()) ?? expect.fail('not live yet');
    return { id, streamerId: streamer.id, thumbnailUrl: thumbnailUrl ?? expect.fail('no thumbnail yet') };
  }, START);
}

/** The paths of everything that a player and a card of the stream fetch. */
const pathsOf = async (stream: { readonly id: string; readonly thumbnailUrl: string }, cookie?: string) => ({
  ...(await mediaPaths(proxy.url, stream.id, cookie)),
  thumbnail: stream.thumbnailUrl,
});

type Paths = Awaited<ReturnType<typeof pathsOf>>;

async function statusesOf(paths: Partial<Paths>, cookie = '') {
  const answers = Object.entries(paths).map(async ([name, path]) => {
    const response = await fetch(proxy.url + path, { headers: { cookie } });
    await response.arrayBuffer();
    return [name, response.status];
  });
  return Object.fromEntries(await Promise.all(answers));
}

const all = (paths: Partial<Paths>, status: number) =>
  Object.fromEntries(Object.keys(paths).map((name) => [name, status]));

async function expectAvailable(paths: Paths): Promise<void> {
  for (const path of Object.values(paths)) {
    const response = await fetch(proxy.url + path);
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=1, must-revalidate',
    ]);
    expect(response.headers.get('etag')).not.toBeNull();
  }
  // The cache answers by itself within a second.
  await expect.poll(async () => (await fetch(proxy.url + paths.segment)).headers.get('x-cache')).toBe('HIT');
}

const administrator = new Browser(instance.url);
{
  const { email, password } = await createStreamer(settings, 'ada');
  await adminCommand(settings, 'grant-role', '--username', 'ada', '--role', 'admin');
  expect((await administrator.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
}

async function act(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const { status, text } = await administrator.request(method, path, body);
  if (status >= 300) expect.fail(`${method} ${path} was answered ${status}: ${text}`);
}

const reason = 'It shows a face';

type Channel = 'hidden' | 'stopped' | 'banned' | 'gated';
const streams = new Map<Channel, Awaited<ReturnType<typeof goLive>>>();
const streamOf = (channel: Channel) => streams.get(channel) ?? expect.fail(channel);

// All start at once: each waits for its first segments and its first thumbnail.
beforeAll(async () => {
  const channels: Channel[] = ['hidden', 'stopped', 'banned', 'gated'];
  await Promise.all(channels.map(async (channel) => streams.set(channel, await goLive(channel))));
}, START.timeout + 20_000);

it('nothing of a hidden stream can be fetched through a cache, until it is shown again', async () => {
  const stream = streamOf('hidden');
  const paths = await pathsOf(stream);
  await expectAvailable(paths);
  await act('POST', `/api/admin/streams/${stream.id}/hide`, { reason });
  await expect.poll(() => statusesOf(paths), WITHDRAWAL).toEqual(all(paths, 404));
  const response = await fetch(`${instance.url}${getStream.path.replace(':id', stream.id)}`);
  expect(getStream.response.parse(await response.json())).toMatchObject({
    state: 'live',
    stream: { isHidden: true, playbackUrl: null, thumbnailUrl: null },
  });

  await act('POST', `/api/admin/streams/${stream.id}/show`, {});
  await expect.poll(() => statusesOf(paths), WITHDRAWAL).toEqual(all(paths, 200));
});

it('nothing of a stream that an admin stopped can be fetched through a cache', async () => {
  const stream = streamOf('stopped');
  const paths = await pathsOf(stream);
  await expectAvailable(paths);
  await act('POST', `/api/admin/streams/${stream.id}/stop`, { reason });
  await expect.poll(() => statusesOf(paths), WITHDRAWAL).toEqual(all(paths, 404));
});

it('nothing of the stream of a banned account can be fetched through a cache', async () => {
  const stream = streamOf('banned');
  const paths = await pathsOf(stream);
  await expectAvailable(paths);
  await act('PUT', `/api/admin/users/${stream.streamerId}/ban`, { reason, days: null });
  await expect.poll(() => statusesOf(paths), WITHDRAWAL).toEqual(all(paths, 404));
});

it('a cache shows nobody what it fetched for a viewer of a gated stream, or before the stream was gated', async () => {
  const stream = streamOf('gated');
  const before = await pathsOf(stream);
  await expectAvailable(before);
  await db.transact((tx) => setStreamGate(tx, streamId.parse(stream.id), { kind: 'event', id: stream.id }));
  const { thumbnail, ...paths } = before;
  await expect.poll(() => statusesOf(paths), WITHDRAWAL).toEqual(all(paths, 403));
  await expect.poll(() => statusesOf({ thumbnail }), WITHDRAWAL).toEqual({ thumbnail: 404 });

  expect((await administrator.post(openPlayback.path.replace(':id', stream.id))).status).toBe(200);
  const cookie = administrator.cookieHeader();
  for (const path of Object.values(paths)) {
    const response = await fetch(proxy.url + path, { headers: { cookie } });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(response.headers.get('x-cache')).not.toBe('HIT');
  }
  expect(await statusesOf(paths)).toEqual(all(paths, 403));
});
