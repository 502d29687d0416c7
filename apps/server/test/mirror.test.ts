/** A mirror of a stream of the composed app: what it serves, verifies and refuses, and why it stops. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import { getSwarmFigures } from '@tributary/contracts/swarm';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type RunningMirror, startMirror } from '../../mirror/src/mirror.ts';
import { createApp } from '../src/app.ts';
import { parseConfig } from '../src/config/config.ts';
import { createUsers } from '../src/features/identity/index.ts';
import { createLog } from '../src/platform/log/log.ts';
import { Browser, json } from './support/browser.ts';
import { createTestDatabase } from './support/database.ts';
import { freePort } from './support/instance-process.ts';
import { publishWithFfmpeg } from './support/rtmp/ffmpeg-publisher.ts';

const password = 'correct horse battery';
const db = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-mirror-'));
const rtmpPort = Number(await freePort());
const env = { DEMO: 'false', DATABASE_URL: db.url, GRACE_SECONDS: '300', HOST: '127.0.0.1' };
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
let address = '';
let id = '';

const publish = () => publishWithFfmpeg({ address, video: 'h264', audio: 'aac', frames: 300 });

/** A stream of Ada. It is interrupted, and her encoder may continue it within the grace period. */
beforeAll(async () => {
  const email = 'ada@example.org';
  await createUsers(db).create({ username: 'ada', email, password });
  expect((await ada.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  await ada.post('/api/me/streamer');
  const { streamKey } = json<IngestAccess>(await ada.get('/api/me/stream-key'));
  address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
  await publish();
  id = await vi.waitFor(
    async () => {
      const { stream } = json<StreamDetail>(await ada.get('/api/streamers/ada/streams/live'));
      return stream?.id ?? expect.fail('Ada is not live');
    },
    { timeout: 20_000 },
  );
}, 60_000);

const options = { instance: url, username: 'ada', host: '127.0.0.1', port: 0, renditions: [] };
const memoryBytes = 64 * 1024 * 1024;

async function start(): Promise<{ readonly mirror: RunningMirror; readonly served: string }> {
  const mirror = await startMirror({ ...options, memoryBytes }, { log: expect.fail, lingerMs: 0 });
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

const swarmPeers = async () => getSwarmFigures.response.parse(json(await ada.get('/api/swarm')));

const partsIn = (playlist: string) =>
  [...playlist.matchAll(/#EXT-X-PART:.*URI="([^"]+)"/g)].map(([, uri]) => uri ?? '');

it('serves the verified parts of a stream by plain HTTP, with blocking reloads, until the creator turns it off', async () => {
  const { mirror, served } = await start();
  const multivariant = await playlistOf(`${served}/index.m3u8`);
  const [uri = '', epoch = ''] = /^([\w-]+)\/video\.m3u8/m.exec(multivariant) ?? expect.fail(multivariant);
  const video = `${served}/live/${id}/${uri}`;
  // The instance signs what comes after the mirror has joined.
  await vi.waitFor(async () => expect((await swarmPeers()).peers).toBe(1), { timeout: 20_000 });
  const [before] = await Promise.all([playlistOf(video), publish()]);

  // A blocking reload is answered when the encoder has continued the stream.
  const [, msn = '0'] = /(\d+)\.\d+\.m4s"[^\n]*\n#EXT-X-PRELOAD-HINT/.exec(before) ?? [];
  const [next] = await Promise.all([fetch(`${video}?_HLS_msn=${Number(msn) + 1}&_HLS_part=0`), publish()]);
  expect(next.headers.get('access-control-allow-origin')).toBe('*');
  const after = await playlistOf(video);
  const fresh = partsIn(after).filter((part) => !before.includes(part));
  expect(fresh.length).toBeGreaterThan(0);
  const base = `live/${id}/${epoch}/`;
  const [init = ''] = /video\/init-\d+\.mp4/.exec(after) ?? [];
  // The test's encoder sends faster than it plays, so that reloads skip parts: the newest one is always covered.
  for (const part of [...fresh.slice(-1), init]) {
    const [own, theirs] = await Promise.all(
      [served, url].map(async (from) => (await fetch(`${from}/${base}${part}`)).bytes()),
    );
    expect(Buffer.compare(own ?? Buffer.alloc(0), theirs ?? Buffer.alloc(1)), part).toBe(0);
  }
  expect((await fetch(`${served}/${base}video/999999.m4s`)).status).toBe(404);
  expect((await fetch(`${video}?_HLS_msn=999999`)).status).toBe(400);

  expect((await ada.put('/api/me/swarm', { policy: 'off' })).status).toBe(204);
  await expect(mirror.stopped).rejects.toThrow('was turned off');
  await expect(fetch(`${served}/index.m3u8`)).rejects.toThrow('fetch failed');
  await expect(start()).rejects.toThrow('has turned peer-to-peer delivery off');
}, 90_000);

it('stops when the stream ends, and refuses a channel that does not exist', async () => {
  expect((await ada.put('/api/me/swarm', { policy: 'on' })).status).toBe(204);
  const { mirror, served } = await start();
  await playlistOf(`${served}/index.m3u8`);
  expect((await ada.post('/api/me/stream/stop')).status).toBe(204);
  await expect(mirror.stopped).rejects.toThrow('The stream has ended.');
  const unknown = { ...options, memoryBytes, username: 'grace' };
  await expect(startMirror(unknown, { log: expect.fail })).rejects.toThrow('knows no channel grace');
}, 60_000);
