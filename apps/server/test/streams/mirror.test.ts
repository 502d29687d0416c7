/** A mirror of a stream of the composed app: what it serves, verifies and refuses, and why it stops. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import { REALTIME_PATH, serverFrame } from '@tributary/contracts/realtime';
import { swarmTopic } from '@tributary/contracts/swarm';
import { readManifestLine } from '@tributary/swarm/manifest/playlist-manifest';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Publisher, startPublisher } from '../../../../e2e/lib/publisher.ts';
import { type RunningMirror, startMirror } from '../../../mirror/src/mirror.ts';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { startCuttableLink } from '../support/cuttable-link.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';

const password = 'correct horse battery';
const db = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-mirror-'));
const rtmpPort = Number(await freePort());
const mirrorPort = Number(await freePort());
const publicUrl = `http://127.0.0.1:${mirrorPort}`;
const env = {
  DEMO: 'false',
  DATABASE_URL: db.url,
  GRACE_SECONDS: '300',
  HOST: '127.0.0.1',
  MIRRORS: `https://mirror.example.org, ${publicUrl}`,
};
const config = parseConfig(env, dataDir);
const app = await createApp(
  { ...config, host: '127.0.0.1', port: 0, rtmpPort },
  { log: createLog('silent'), webRoot: dataDir },
);
const url = `http://127.0.0.1:${app.port}`;
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const ada = new Browser(url);
let publisher: Publisher | null = null;
let id = '';

/** A stream of Ada, which runs in real time. */
beforeAll(async () => {
  const email = 'ada@example.org';
  await createUsers(db).create({ username: 'ada', email, password });
  expect((await ada.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  await ada.post('/api/me/streamer');
  const { streamKey: key } = json<IngestAccess>(await ada.get('/api/me/stream-key'));
  const small = { width: 320, height: 180, fps: 15, gopSeconds: 1, bitrateKbps: 300 };
  publisher = await startPublisher({ url: `rtmp://127.0.0.1:${rtmpPort}/live`, key, ...small });
  id = await vi.waitFor(
    async () => {
      const { stream } = json<StreamDetail>(await ada.get('/api/streamers/ada/streams/live'));
      return stream?.id ?? expect.fail('Ada is not live');
    },
    { timeout: 20_000 },
  );
}, 60_000);
afterAll(() => publisher?.stop());

const options = {
  instance: url,
  username: 'ada',
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  renditions: [],
  memoryBytes: 64 * 1024 * 1024,
};

async function start(instance = url): Promise<{ readonly mirror: RunningMirror; readonly served: string }> {
  const mirror = await startMirror({ ...options, instance }, { log: expect.fail, lingerMs: 0 });
  onTestFinished(() => mirror.close());
  return { mirror, served: `http://127.0.0.1:${mirror.port}` };
}

/** Loads a playlist of the mirror once it is there. */
async function playlistOf(address: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const response = await fetch(address);
      expect(response.status).toBe(200);
      return response.text();
    },
    { timeout: 20_000 },
  );
}

/** The address of the video below `/`, without its extension. */
async function videoOf(served: string): Promise<string> {
  const multivariant = await playlistOf(`${served}/index.m3u8`);
  const [, uri = ''] = /^([\w-]+\/video)\.m3u8/m.exec(multivariant) ?? expect.fail(multivariant);
  return `live/${id}/${uri}`;
}

/** The file name of the newest part of a playlist. */
const newestIn = (playlist: string) =>
  [...playlist.matchAll(/#EXT-X-PART:.*URI="video\/([\d.]+\.m4s)"/g)].at(-1)?.[1] ?? expect.fail(playlist);

/**
 * Follows a playlist by blocking reloads until the mirror has served so many of the newest parts, which must be those of the
 * instance, byte for byte. On a busy machine, a mirror may miss some.
 */
async function followParts(served: string, video: string, count: number): Promise<void> {
  let playlist = await playlistOf(`${served}/${video}.m3u8`);
  let found = 0;
  for (let reloads = 0; found < count && reloads < 4 * count + 20; reloads++) {
    const [, hint = ''] =
      /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="video\/([\d.]+)\.m4s"/.exec(playlist) ?? expect.fail(playlist);
    const [msn, part] = hint.split('.');
    playlist = await playlistOf(`${served}/${video}.m3u8?_HLS_msn=${msn}&_HLS_part=${part}`);
    const path = `${video}/${newestIn(playlist)}`;
    if ((await fetch(`${served}/${path}`, { method: 'HEAD' })).status === 404) continue;
    await expectSame(served, path);
    found += 1;
  }
  expect(found).toBe(count);
}

async function expectSame(served: string, path: string): Promise<void> {
  const [own, theirs] = await Promise.all([served, url].map((from) => fetch(`${from}/${path}`)));
  expect(own?.status, path).toBe(200);
  expect(own?.headers.get('access-control-allow-origin')).toBe('*');
  const [ownBytes, theirBytes] = [await own?.bytes(), await theirs?.bytes()];
  expect(Buffer.compare(ownBytes ?? Buffer.alloc(0), theirBytes ?? Buffer.alloc(1)), path).toBe(0);
}

it('serves a stream by plain HTTP, with blocking reloads, whole segments and nothing that it has not', async () => {
  const { served } = await start();
  const video = await videoOf(served);
  await followParts(served, video, 8);
  await expectSame(served, `${video}/init-0.mp4`);
  // The mirror has the segments that began after it had joined.
  await vi.waitFor(
    async () => {
      const playlist = await playlistOf(`${served}/${video}.m3u8`);
      const [, segment] = [...playlist.matchAll(/^video\/(\d+\.m4s)$/gm)].at(-1) ?? [];
      await expectSame(served, `${video}/${segment}`);
    },
    { timeout: 20_000 },
  );
  const manifests = (await (await fetch(`${served}/${video}.manifests`)).text()).trimEnd().split('\n');
  expect(manifests.length).toBeGreaterThanOrEqual(8);
  for (const line of manifests) expect(readManifestLine(`\n${line}`)).not.toBeNull();
  expect((await fetch(`${served}/${video}/999999.m4s`)).status).toBe(404);
  expect((await fetch(`${served}/${video}.m3u8?_HLS_msn=999999`)).status).toBe(400);
}, 60_000);

it('goes on from another mirror while the instance does not answer, and returns to it', async () => {
  const link = await startCuttableLink(app.port);
  onTestFinished(() => link.close());
  await start();
  const { mirror, served } = await start(`http://127.0.0.1:${link.port}`);
  const video = await videoOf(served);
  await followParts(served, video, 1);
  await vi.waitFor(() => expect(mirror.peers()).toBe(1), { timeout: 60_000 });
  link.cut();
  await vi.waitFor(() => expect(mirror.isOriginAway()).toBe(true), { timeout: 20_000 });
  await followParts(served, video, 10);
  expect(mirror.isOriginAway()).toBe(true);
  link.restore();
  await vi.waitFor(() => expect(mirror.isOriginAway()).toBe(false), { timeout: 40_000 });
  await followParts(served, video, 3);
}, 180_000);

/** The mirrors that viewers are told of. */
async function namedMirrors(): Promise<readonly string[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${REALTIME_PATH}`);
  onTestFinished(() => socket.close());
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'subscribe', topic: `swarm:${id}` }));
  const [{ data }] = await answered;
  const [message] = [serverFrame.parse(JSON.parse(data))].flat();
  if (message?.type !== 'message' || message.kind !== 'snapshot') return expect.fail(data);
  return swarmTopic.snapshot.parse(message.data).mirrors ?? [];
}

it('is named to viewers at its public address, if the admin has approved it', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const stranger = { ...options, publicUrl: 'https://stranger.example.org' };
  const other = await startMirror(stranger, { log });
  onTestFinished(() => other.close());
  await vi.waitFor(() => expect(lines.join()).toContain('add it to MIRRORS'), { timeout: 20_000 });
  const own = await startMirror({ ...options, port: mirrorPort, publicUrl }, { log: expect.fail });
  await vi.waitFor(async () => expect(await namedMirrors()).toEqual([publicUrl]), { timeout: 20_000 });
  await videoOf(publicUrl);
  await own.close();
  await vi.waitFor(async () => expect(await namedMirrors()).toEqual([]), { timeout: 20_000 });
}, 60_000);

it('stops when the creator turns the exchange off, when the stream ends, and does not start without a public stream', async () => {
  const first = await start();
  await playlistOf(`${first.served}/index.m3u8`);
  expect((await ada.put('/api/me/swarm', { policy: 'off' })).status).toBe(204);
  await expect(first.mirror.stopped).rejects.toThrow('was turned off');
  await expect(fetch(`${first.served}/index.m3u8`)).rejects.toThrow('fetch failed');
  await expect(start()).rejects.toThrow('has turned peer-to-peer delivery off');

  expect((await ada.put('/api/me/swarm', { policy: 'on' })).status).toBe(204);
  const second = await start();
  await playlistOf(`${second.served}/index.m3u8`);
  expect((await ada.post('/api/me/stream/stop')).status).toBe(204);
  await expect(second.mirror.stopped).rejects.toThrow('The stream has ended.');
  const unknown = startMirror({ ...options, username: 'grace' }, { log: expect.fail });
  await expect(unknown).rejects.toThrow('knows no channel grace');
}, 60_000);
