/** Recordings in the composed app: what is stored of a stream, who may watch it, and how it is deleted. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Gate } from '@tributary/contracts/channels';
import { openPlayback } from '@tributary/contracts/live';
import type { Recording, RecordingSettings } from '@tributary/contracts/recordings';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { setStreamGate } from '../../src/features/live/index.ts';
import { problem } from '../support/account-fixture.ts';
import { type Browser, json } from '../support/browser.ts';
import { findProgram } from '../support/programs.ts';
import { password, SOON, startRecordingApp } from '../support/recording-app.ts';
import { readRecording } from '../support/recording-reader.ts';

const app = await startRecordingApp();
const { db, url, visitor, ada, holders, signedIn, detailOf, recorded, filesOf } = app;
const gate: Gate = { kind: 'event', id: uuidv7() };

/** Waits for the storyboard of the recording: of the running stream, or of all of it. */
const storyboard = (isRunning = false) =>
  vi.waitFor(async () => {
    const found = (await detailOf(slug)).stream?.recording?.storyboard;
    return found && (found.tiles === null) === isRunning ? found : expect.fail('no storyboard');
  }, SOON);

/** What browsers may keep, while shared caches ask for each viewer. */
const KEPT = 'public, max-age=3600, s-maxage=1, proxy-revalidate';

async function askForRunningTiles() {
  const { url } = await storyboard(true);
  const tile = await vi.waitFor(async () => {
    const answer = await visitor.get(`${url}/1.webp`);
    expect(answer.headers.get('cache-control')).toBe(KEPT);
    return answer;
  }, SOON);
  const behindEnd = await visitor.get(`${url}/99.webp`);
  const ofFinished = await visitor.get(`${url.replace('running', 'whole')}/1.webp`);
  await db.transact((tx) => setStreamGate(tx, id, gate));
  const ofGated = await vi.waitFor(async () => {
    const answer = await visitor.get(`${url}/1.webp`);
    return answer.status === 200 ? expect.fail('not gated yet') : answer;
  }, SOON);
  const ofStreamer = await ada.browser.get(`${url}/1.webp`);
  await db.transact((tx) => setStreamGate(tx, id, null));
  await vi.waitFor(async () => expect((await visitor.get(`${url}/1.webp`)).status).toBe(200), SOON);
  return { url, tile, behindEnd, ofFinished, ofGated, ofStreamer };
}

/** Publishes 12 s and ends the stream. */
async function stream() {
  const published = await app.publish();
  await app.end();
  return published;
}

const { sent, id, slug } = await app.publish();
/** Answers while the stream ran. */
const running = await askForRunningTiles();
await app.end();
const recording = await recorded(slug);
const at = (path: string) => `/recordings/${id}/${path}`;

it('plays an ended stream with every frame that its encoder sent', async () => {
  expect(recording).toMatchObject({ isPrivate: false, playbackUrl: at('index.m3u8') });
  expect(Math.abs((recording.durationMs ?? 0) - 12_000)).toBeLessThan(100);
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
  expect(await cacheControl(segment)).toBe(KEPT);
  expect(await cacheControl('index.m3u8')).toBe('public, max-age=1, must-revalidate');
});

it('shows frames of a running stream to those who may watch it, until the stream has ended', async () => {
  const { tile, behindEnd, ofFinished, ofGated, ofStreamer } = running;
  expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(behindEnd.headers.get('cache-control')).toBe('public, max-age=1, must-revalidate');
  expect([ofFinished.status, ofGated.status, ofStreamer.status]).toEqual([404, 403, 200]);
  expect(ofStreamer.headers.get('cache-control')).toBe('private, no-store');
  await storyboard();
  await vi.waitFor(async () => expect((await visitor.get(`${running.url}/1.webp`)).status).toBe(404), SOON);
});

it('serves the storyboard of an ended stream as its files, and no other one', async () => {
  const { url: folder } = await storyboard();
  const sheet = await vi.waitFor(async () => {
    const answer = await visitor.get(`${folder}/0.webp`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    return answer;
  }, SOON);
  expect(sheet.headers.get('cache-control')).toBe(KEPT);
  for (const path of [`${folder}/1.webp`, at('storyboard/withdrawn/0.webp'), `${folder}/..%2f0.webp`]) {
    expect((await visitor.get(path)).status).toBe(404);
  }
});

it('answers 404 for everything that is no file of the recording', async () => {
  for (const path of ['..%2f..%2fsecrets.json', 'index.m3u8%00', 'x/video/init.mp4', '', 'video/init.mp4']) {
    expect((await visitor.get(at(path))).status).toBe(404);
  }
  expect((await visitor.get(`/recordings/${uuidv7()}/index.m3u8`)).status).toBe(404);
  expect((await visitor.get('/recordings/..%2f..%2f/index.m3u8')).status).toBe(404);
});

it('serves captions as WebVTT to those who may watch the recording, and exports them', async () => {
  const put = (browser: Browser, file: string) =>
    fetch(`${url}/api/me/recordings/${id}/captions/en?label=English`, {
      method: 'PUT',
      headers: { 'content-type': 'text/vtt', cookie: browser.cookieHeader() },
      body: file,
    });
  const file = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n';
  expect((await put(visitor, file)).status).toBe(401);
  expect((await put(ada.browser, '1\n')).status).toBe(422);
  expect((await put(ada.browser, file)).status).toBe(200);
  const served = await visitor.get(at('captions/en.vtt'));
  expect([served.text, served.headers.get('content-type')]).toEqual([file, 'text/vtt; charset=utf-8']);
  expect(served.headers.get('cache-control')).toBe('public, max-age=1, must-revalidate');
  for (const path of ['captions/de.vtt', 'captions/en', 'captions/..%2fen.vtt']) {
    expect((await visitor.get(at(path))).status).toBe(404);
  }
  const exported = json<{ captions: object[] }>(await ada.browser.get('/api/me/export'));
  expect(exported.captions).toMatchObject([{ streamId: id, language: 'en', webvtt: file }]);
});

it('shows a private recording to its streamer only', async () => {
  const patch = (body: object) => ada.browser.request('PATCH', `/api/me/recordings/${id}`, body);
  expect(json<Recording>(await patch({ visibility: 'private', title: 'Renamed' }))).toMatchObject({
    title: 'Renamed',
    visibility: 'private',
  });
  const stranger = await signedIn('stranger');
  const sheet = `${(await storyboard()).url}/0.webp`;
  await vi.waitFor(async () => expect((await visitor.get(at('index.m3u8'))).status).toBe(403), SOON);
  expect((await stranger.browser.get(at('index.m3u8'))).status).toBe(403);
  expect((await stranger.browser.get(at('captions/en.vtt'))).status).toBe(403);
  const own = await ada.browser.get(at('index.m3u8'));
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect([(await visitor.get(sheet)).status, (await ada.browser.get(sheet)).status]).toEqual([403, 200]);
  expect((await detailOf(slug)).stream?.recording?.isPrivate).toBe(true);
  await patch({ visibility: 'public' });
  await vi.waitFor(async () => expect((await visitor.get(at('index.m3u8'))).status).toBe(200), SOON);
});

it('plays the recording of a gated stream to those who may watch, and answers 403 to copied URLs', async () => {
  await db.transact((tx) => setStreamGate(tx, id, gate));
  await vi.waitFor(async () => expect((await visitor.get(at('index.m3u8'))).status).toBe(403), SOON);
  expect((await detailOf(slug)).stream?.recording?.playbackUrl).toBeNull();
  expect((await ada.browser.get(at('index.m3u8'))).status).toBe(200);
  const holder = await signedIn('holder');
  expect((await holder.browser.post(openPlayback.path.replace(':id', id), {})).status).toBe(403);
  holders.add(holder.id);
  const opened = await holder.browser.post(openPlayback.path.replace(':id', id), {});
  const urls = { playbackUrl: at('index.m3u8'), recordingUrl: at('index.m3u8') };
  expect(json(opened)).toEqual({ ...urls, whepUrl: null, mediaGrant: null, expiresInSeconds: 60 });
  expect((await holder.browser.get(at('index.m3u8'))).status).toBe(200);
  const sheet = `${(await storyboard()).url}/0.webp`;
  expect([(await visitor.get(sheet)).status, (await holder.browser.get(sheet)).status]).toEqual([403, 200]);
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
  const { rows } = await db.pool.query<{ captions: number; storyboard: number }>(
    `select storyboard_byte_length::int as storyboard,
       (select sum(octet_length(webvtt))::int from recording_captions c where c.stream_id = r.stream_id) as captions
     from recordings r where stream_id = $1`,
    [id],
  );
  const [{ captions, storyboard: sheets } = expect.fail()] = rows;
  expect([captions > 0, sheets > 0]).toEqual([true, true]);
  const settings = json<RecordingSettings>(await ada.browser.get('/api/me/recording-settings'));
  expect(settings).toMatchObject({
    records: 'always',
    isEnabled: true,
    usedBytes: { recordings: own.byteLength + captions + sheets },
  });
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
  expect(await filesOf(id)).not.toEqual([]);
  expect((await ada.browser.request('DELETE', `/api/me/deleted-recordings/${id}`)).status).toBe(204);
  await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), SOON);
});

it('records no stream of a channel that does not want it', async () => {
  await ada.browser.request('PUT', '/api/me/recording-settings', { records: 'never' });
  const next = await stream();
  await vi.waitFor(async () => expect((await detailOf(next.slug)).state).toBe('ended'), SOON);
  expect((await detailOf(next.slug)).stream?.recording).toBeNull();
  expect(await filesOf(next.id)).toEqual([]);
  await ada.browser.request('PUT', '/api/me/recording-settings', { records: 'always' });
});

it('deletes the files of all recordings of an account that is deleted', async () => {
  const last = await stream();
  await recorded(last.slug);
  expect(await filesOf(last.id)).not.toEqual([]);
  expect((await ada.browser.post('/api/me/delete', { password })).status).toBe(204);
  await vi.waitFor(async () => expect(await filesOf(last.id)).toEqual([]), SOON);
}, 60_000);
