/** Recordings in the composed app: what is stored of a stream, who may watch it, and how it is deleted. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Gate,
  type IngestAccess,
  openPlayback,
  type Recording,
  type RecordingSettings,
  type StreamDetail,
  type UserId,
} from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it, vi } from 'vitest';
import { createApp } from '../src/app.ts';
import { parseConfig } from '../src/config/config.ts';
import { createUsers } from '../src/features/identity/index.ts';
import { setStreamGate } from '../src/features/live/index.ts';
import { createLog } from '../src/platform/log/log.ts';
import { problem } from './support/account-fixture.ts';
import { Browser, json } from './support/browser.ts';
import { createTestDatabase } from './support/database.ts';
import { freePort } from './support/instance-process.ts';
import { findProgram } from './support/programs.ts';
import { readRecording } from './support/recording-reader.ts';
import { publishWithFfmpeg } from './support/rtmp/ffmpeg-publisher.ts';

const SOON = { timeout: 20_000 };
const password = 'correct horse battery';

const db = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-recordings-'));
const rtmpPort = Number(await freePort());
const env = { DEMO: 'false', DATABASE_URL: db.url, TRUST_PROXY: '127.0.0.1' };
const config = parseConfig(env, dataDir);
const gate: Gate = { kind: 'event', id: uuidv7() };
const holders = new Set<UserId>();
const app = await createApp(
  { ...config, host: '127.0.0.1', port: 0, rtmpPort },
  {
    log: createLog('silent'),
    webRoot: dataDir,
    features: [
      ({ live }) => {
        live.addAccessPolicy('event', async (userId) => holders.has(userId));
        return { name: 'tickets' };
      },
    ],
  },
);
const url = `http://127.0.0.1:${app.port}`;
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const users = createUsers(db);
const visitor = new Browser(url);

async function signedIn(username: string): Promise<{ id: UserId; browser: Browser }> {
  const { id } = await users.create({ username, email: `${username}@example.org`, password });
  const browser = new Browser(url, { 'x-forwarded-for': `203.0.113.${username.length}` });
  const answer = await browser.post('/api/auth/sign-in/email', {
    email: `${username}@example.org`,
    password,
  });
  expect(answer.status).toBe(200);
  return { id, browser };
}

const ada = await signedIn('ada');
await ada.browser.post('/api/me/streamer');
const { streamKey } = json<IngestAccess>(await ada.browser.get('/api/me/stream-key'));

const detailOf = async (slug: string, browser = visitor): Promise<StreamDetail> =>
  json(await browser.get(`/api/streamers/ada/streams/${slug}`));

/** Publishes 12 s and ends the stream. */
async function stream() {
  await ada.browser.post('/api/me/stream/admit');
  const address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
  const sent = await publishWithFfmpeg({ address, video: 'h264', audio: 'aac', bFrames: 2, frames: 300 });
  const live = await vi.waitFor(async () => (await detailOf('live')).stream ?? expect.fail('not live'), SOON);
  await ada.browser.post('/api/me/stream/stop');
  return { sent, id: live.id, slug: live.slug };
}

const recorded = (slug: string) =>
  vi.waitFor(async () => (await detailOf(slug)).stream?.recording ?? expect.fail('no recording'), SOON);

const filesOf = async (id: string) => {
  const folder = join(config.dataDir, 'storage', 'recordings', id);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

const { sent, id, slug } = await stream();
const recording = await recorded(slug);
const at = (path: string) => `/recordings/${id}/${path}`;

it('plays an ended stream with every frame that its encoder sent', async () => {
  expect(recording).toMatchObject({ isPrivate: false, playbackUrl: at('index.m3u8') });
  expect(Math.abs(recording.durationMs - 12_000)).toBeLessThan(100);
  const digests = (kind: 'video' | 'audio') =>
    sent.packets.filter((packet) => packet.kind === kind).map(({ digest }) => digest);
  expect((await readRecording(url, id, 'video')).frames).toEqual(digests('video'));
  const { frames } = await readRecording(url, id, 'audio');
  expect(frames.length).toBeGreaterThan(500);
  // Audio before the first video frame is dropped.
  expect(frames).toEqual(digests('audio').slice(-frames.length));
});

it('serves a recording that ffprobe reads to its end without a warning', async () => {
  const ffprobe = findProgram(['ffprobe']) ?? expect.fail('ffprobe is missing');
  const entries = ['-show_entries', 'format=duration:stream=codec_name,nb_read_packets', '-count_packets'];
  const { stdout, stderr } = await promisify(execFile)(ffprobe, [
    ...['-v', 'warning', '-of', 'json', ...entries, url + at('index.m3u8')],
  ]);
  expect(stderr).toBe('');
  const { streams, format } = JSON.parse(stdout);
  const video = streams.find((one: { codec_name: string }) => one.codec_name === 'h264');
  expect(video.nb_read_packets).toBe('300');
  expect(Math.abs(Number(format.duration) - 12)).toBeLessThan(0.1);
});

it('lets browsers keep the files of a public recording, and shared caches ask for each viewer', async () => {
  const { playlist } = await readRecording(url, id, 'video');
  const segment = playlist.split('\n').find((line) => line.endsWith('.m4s')) ?? expect.fail();
  const cacheControl = async (path: string) => (await visitor.get(at(path))).headers.get('cache-control');
  expect(await cacheControl(segment)).toBe('public, max-age=86400, s-maxage=1, proxy-revalidate');
  expect(await cacheControl('index.m3u8')).toBe('public, max-age=1, must-revalidate');
});

it('answers 404 for everything that is no file of the recording', async () => {
  for (const path of ['..%2f..%2fsecrets.json', 'index.m3u8%00', 'x/video/init.mp4', '', 'video/init.mp4']) {
    expect((await visitor.get(at(path))).status).toBe(404);
  }
  expect((await visitor.get(`/recordings/${uuidv7()}/index.m3u8`)).status).toBe(404);
  expect((await visitor.get('/recordings/..%2f..%2f/index.m3u8')).status).toBe(404);
});

it('shows a private recording to its streamer only', async () => {
  const patch = (body: object) => ada.browser.request('PATCH', `/api/me/recordings/${id}`, body);
  expect(json<Recording>(await patch({ visibility: 'private', title: 'Renamed' }))).toMatchObject({
    title: 'Renamed',
    visibility: 'private',
  });
  const stranger = await signedIn('stranger');
  await vi.waitFor(async () => expect((await visitor.get(at('index.m3u8'))).status).toBe(403), SOON);
  expect((await stranger.browser.get(at('index.m3u8'))).status).toBe(403);
  const own = await ada.browser.get(at('index.m3u8'));
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect((await detailOf(slug)).stream?.recording?.isPrivate).toBe(true);
  await patch({ visibility: 'public' });
  await vi.waitFor(async () => expect((await visitor.get(at('index.m3u8'))).status).toBe(200), SOON);
});

it('plays the recording of a gated stream to those who may watch, and answers 403 to copied URLs', async () => {
  await db.transact((tx) => setStreamGate(tx, id, gate));
  await vi.waitFor(async () => expect((await visitor.get(at('index.m3u8'))).status).toBe(403), SOON);
  expect((await detailOf(slug)).stream?.recording?.playbackUrl).toBeNull();
  const holder = await signedIn('holder');
  expect((await holder.browser.post(openPlayback.path.replace(':id', id), {})).status).toBe(403);
  holders.add(holder.id);
  const opened = await holder.browser.post(openPlayback.path.replace(':id', id), {});
  expect(json(opened)).toEqual({ playbackUrl: at('index.m3u8'), expiresInSeconds: 60 });
  expect((await holder.browser.get(at('index.m3u8'))).status).toBe(200);
  const { playlist } = await readRecording(url, id, 'video', holder.browser.cookieHeader());
  for (const path of playlist.split('\n').filter((line) => line.endsWith('.m4s'))) {
    expect((await visitor.get(at(path))).status).toBe(403);
  }
  await db.transact((tx) => setStreamGate(tx, id, null));
});

it('lists recordings with their size, and deletes one with all of its files', async () => {
  const list = async () => json<{ items: Recording[] }>(await ada.browser.get('/api/me/recordings')).items;
  const [own = expect.fail()] = await list();
  expect(own).toMatchObject({ streamId: id, state: 'ready', stoppedBy: null });
  const settings = json<RecordingSettings>(await ada.browser.get('/api/me/recording-settings'));
  expect(settings).toMatchObject({ records: true, isEnabled: true, usedBytes: own.byteLength });
  expect(own.byteLength).toBeGreaterThan(100_000);
  expect(await filesOf(id)).not.toEqual([]);
  const other = await signedIn('another');
  await other.browser.post('/api/me/streamer');
  const refused = await other.browser.request('DELETE', `/api/me/recordings/${id}`);
  expect([refused.status, problem(refused).code]).toEqual([404, 'recording_not_found']);

  expect((await ada.browser.request('DELETE', `/api/me/recordings/${id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await detailOf(slug)).stream?.recording).toBeNull();
  await vi.waitFor(async () => expect((await visitor.get(at('index.m3u8'))).status).toBe(404), SOON);
  await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), SOON);
});

it('records no stream of a channel that does not want it', async () => {
  await ada.browser.request('PUT', '/api/me/recording-settings', { records: false });
  const next = await stream();
  await vi.waitFor(async () => expect((await detailOf(next.slug)).state).toBe('ended'), SOON);
  expect((await detailOf(next.slug)).stream?.recording).toBeNull();
  expect(await filesOf(next.id)).toEqual([]);
  await ada.browser.request('PUT', '/api/me/recording-settings', { records: true });
});

it('deletes the files of all recordings of an account that is deleted', async () => {
  const last = await stream();
  await recorded(last.slug);
  expect(await filesOf(last.id)).not.toEqual([]);
  expect((await ada.browser.post('/api/me/delete', { password })).status).toBe(204);
  await vi.waitFor(async () => expect(await filesOf(last.id)).toEqual([]), SOON);
}, 60_000);
