/** Viewers who exchange a live stream, in the composed app: the manifest in its playlists, and the creator's choice. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { getStreamSwarm } from '@tributary/contracts/swarm';
import { importPublicKey, ManifestVerifier } from '@tributary/swarm/manifest/manifest-verifier';
import { readManifestLine, swarmName } from '@tributary/swarm/manifest/playlist-manifest';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';
import { connectTab } from '../support/realtime-harness.ts';
import { publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';

const password = 'correct horse battery';
const db = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-swarm-'));
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
let id = '';

/** A stream of Ada. It is interrupted, and its media stay available for the grace period. */
beforeAll(async () => {
  const email = 'ada@example.org';
  await createUsers(db).create({ username: 'ada', email, password });
  expect((await ada.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  await ada.post('/api/me/streamer');
  const { streamKey } = json<IngestAccess>(await ada.get('/api/me/stream-key'));
  const address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
  await publishWithFfmpeg({ address, video: 'h264', audio: 'aac', frames: 300 });
  id = await vi.waitFor(
    async () => {
      const { stream } = json<StreamDetail>(await ada.get('/api/streamers/ada/streams/live'));
      return stream?.id ?? expect.fail('Ada is not live');
    },
    { timeout: 20_000 },
  );
}, 60_000);

/** A tab that exchanges the stream. */
async function joinSwarm(index: number) {
  const tab = await connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, { origin: url });
  onTestFinished(() => tab.socket.terminate());
  tab.subscribe(`swarm:${id}`);
  expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: { policy: 'ask' } });
  tab.act(`swarm:${id}`, 'join', { peer: String(index).padStart(22, 'p'), count: 12 }, 1);
  expect(await tab.next()).toMatchObject({ type: 'ack', data: { iceServers: [] } });
  return tab;
}

const swarm = async () =>
  getStreamSwarm.response.parse(json(await ada.get(getStreamSwarm.path.replace(':id', id))));

it('puts hashes into playlists that verify with the public key and match what HTTP delivers, until the creator turns it off', async () => {
  const [first, second] = [await joinSwarm(1), await joinSwarm(2)];
  // Told in the same moment in which manifests begin.
  await vi.waitFor(
    () =>
      expect(first.inbox).toContainEqual(
        expect.objectContaining({ kind: 'patch', data: expect.objectContaining({ peers: 2 }) }),
      ),
    { timeout: 20_000 },
  );

  const { policy, publicKey } = await swarm();
  expect(policy).toBe('ask');
  const key = await importPublicKey(new Uint8Array(Buffer.from(publicKey ?? '', 'base64url')));
  const multivariant = await (await fetch(`${url}/live/${id}/index.m3u8`)).text();
  const epoch = /^([\w-]+)\/video\.m3u8/m.exec(multivariant)?.[1] ?? expect.fail(multivariant);
  const name = createHash('sha256').update(swarmName(id, epoch)).digest().subarray(0, 16);
  for (const [number, rendition] of ['video', 'audio'].entries()) {
    const playlist = await (await fetch(`${url}/live/${id}/${epoch}/${rendition}.m3u8?_HLS_skip=YES`)).text();
    const manifest = readManifestLine(playlist) ?? expect.fail(playlist);
    const entries = await new ManifestVerifier(key, name, number).verify(manifest);
    expect(entries).toHaveLength(4);
    for (const { address, bytes, hash } of entries) {
      const part = `${url}/live/${id}/${epoch}/${rendition}/${address.sequence}.${address.part}.m4s`;
      const body = Buffer.from(await (await fetch(part)).arrayBuffer());
      expect(body.length).toBe(bytes);
      expect(createHash('sha256').update(body).digest()).toEqual(Buffer.from(hash));
    }
  }

  expect((await ada.request('PUT', '/api/me/swarm', { policy: 'off' })).status).toBe(204);
  for (const tab of [first, second]) {
    await vi.waitFor(() =>
      expect(tab.inbox).toContainEqual(
        expect.objectContaining({ kind: 'append', data: { type: 'expelled', reason: 'off' } }),
      ),
    );
  }
  expect(await swarm()).toMatchObject({ policy: 'off', publicKey: null });
}, 60_000);
