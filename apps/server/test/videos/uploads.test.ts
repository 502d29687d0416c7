/** Uploads in the composed app: from the first byte to the private recording, and everything that is refused. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCanvas } from '@napi-rs/canvas';
import { type Recording, UPLOADS_PATH, type Uploads } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it, vi } from 'vitest';
import { Browser, json } from '../support/browser.ts';
import { CLIPS, makeClip } from '../support/clip-files.ts';
import { findProgram } from '../support/programs.ts';
import { startRecordingApp } from '../support/recording-app.ts';
import { readRecording } from '../support/recording-reader.ts';

/** Files are processed with a low priority. */
const PROCESSED = { timeout: 90_000 };
vi.setConfig({ testTimeout: 120_000 });

const { db, config, url, visitor, ada, signedIn, detailOf, filesOf } = await startRecordingApp();
const folder = await mkdtemp(join(tmpdir(), 'tributary-uploads-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
await makeClip(join(folder, 'clip.mp4'), CLIPS.h264, 4);
const clip = await readFile(join(folder, 'clip.mp4'));

const TUS = { 'tus-resumable': '1.0.0' };

/** A request of tus with the session of a browser. */
async function tus(
  method: string,
  path: string,
  headers: object,
  body?: Uint8Array,
  browser: Browser = ada.browser,
) {
  const answer = await fetch(url + path, {
    method,
    headers: { ...TUS, cookie: browser.cookieHeader(), ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

const metadata = (name: string) => ({
  'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
});

const create = (name: string, byteLength: number, browser?: Browser) =>
  tus('POST', UPLOADS_PATH, { 'upload-length': String(byteLength), ...metadata(name) }, undefined, browser);

async function created(name: string, byteLength = clip.length): Promise<string> {
  const answer = await create(name, byteLength);
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? expect.fail('no location');
}

const append = (path: string, offset: number, bytes: Uint8Array, browser?: Browser) =>
  tus(
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes,
    browser,
  );

const idOf = (path: string) => path.slice(UPLOADS_PATH.length + 1) as StreamId;
const list = async () => json<Uploads>(await ada.browser.get(UPLOADS_PATH)).items;
const stateOf = async (path: string) => (await list()).find(({ id }) => id === idOf(path));
const recordings = async () =>
  json<{ items: Recording[] }>(await ada.browser.get('/api/me/recordings')).items;
const codeOf = (answer: { body: string }) => JSON.parse(answer.body).code;
const fileOf = (path: string) => join(config.dataDir, 'uploads', idOf(path));
const cancel = (path: string) => ada.browser.request('DELETE', path);

it('continues an upload where it was interrupted, and makes it a private recording of its owner', async () => {
  const path = await created('../../etc/First evening.mp4');
  expect((await append(path, 0, clip.subarray(0, 20_000))).status).toBe(204);
  const head = await tus('HEAD', path, {});
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
    '20000',
    String(clip.length),
  ]);
  expect((await append(path, 10_000, clip.subarray(10_000))).status).toBe(409);
  expect(await stateOf(path)).toMatchObject({ state: 'uploading', receivedBytes: 20_000 });
  expect((await append(path, 20_000, clip.subarray(20_000))).status).toBe(204);

  const id = idOf(path);
  const recording = await vi.waitFor(
    async () => (await recordings()).find(({ streamId }) => streamId === id) ?? expect.fail('not processed'),
    PROCESSED,
  );
  expect(recording).toMatchObject({
    title: 'First evening',
    source: 'upload',
    state: 'ready',
    visibility: 'private',
  });
  expect(Math.abs(recording.durationMs - 4_000)).toBeLessThan(50);
  expect(await list()).toEqual([]);
  await vi.waitFor(() => expect(existsSync(fileOf(path))).toBe(false), PROCESSED);

  const page = (await detailOf(recording.slug)).stream;
  expect(page).toMatchObject({ title: 'Private video', thumbnailUrl: null, recording: { isPrivate: true } });
  expect((await visitor.get(`/recordings/${id}/index.m3u8`)).status).toBe(403);
  const past = json<{ items: { id: string }[] }>(await visitor.get('/api/streamers/ada/streams'));
  expect(JSON.stringify(past)).not.toContain(id);

  const thumbnail = async () =>
    (await recordings()).find(({ streamId }) => streamId === id)?.thumbnailUrl ?? expect.fail('no thumbnail');
  const secret = await thumbnail();
  expect(secret).toMatch(new RegExp(`^/thumbnails/${id}-[0-9a-f]{32}\\.webp\\?v=`));
  expect((await ada.browser.get(secret)).status).toBe(200);
  // What others know of the video does not lead to it.
  expect((await visitor.get(`/thumbnails/${id}.webp`)).status).toBe(404);
  expect((await visitor.get(`/thumbnails/${id}-${'0'.repeat(32)}.webp`)).status).toBe(404);

  await ada.browser.request('PATCH', `/api/me/recordings/${id}`, { visibility: 'public' });
  await vi.waitFor(
    async () => expect((await visitor.get(`/recordings/${id}/index.m3u8`)).status).toBe(200),
    PROCESSED,
  );
  expect((await detailOf(recording.slug)).stream?.thumbnailUrl).toBe(secret);
  await ada.browser.request('PATCH', `/api/me/recordings/${id}`, { visibility: 'private' });
  await vi.waitFor(async () => expect((await visitor.get(secret)).status).toBe(404), PROCESSED);
  expect((await ada.browser.get(await thumbnail())).status).toBe(200);
  await ada.browser.request('PATCH', `/api/me/recordings/${id}`, { visibility: 'public' });
  expect((await detailOf(recording.slug)).stream?.title).toBe('First evening');
  expect((await readRecording(url, id, 'video')).frames).toHaveLength(40);
  const { rows } = await db.pool.query('select status, source from streams where id = $1', [id]);
  expect(rows).toEqual([{ status: 'ended', source: 'upload' }]);

  // An image that the creator uploaded is known by its URL as well.
  const image = await createCanvas(64, 36).encode('png');
  const chosen = await fetch(`${url}/api/me/recordings/${id}/thumbnail`, {
    method: 'PUT',
    headers: { cookie: ada.browser.cookieHeader(), 'content-type': 'image/png' },
    body: new Uint8Array(image),
  });
  expect(chosen.status).toBe(200);
  const known = await thumbnail();
  expect((await visitor.get(known)).status).toBe(200);
  await ada.browser.request('PATCH', `/api/me/recordings/${id}`, { visibility: 'private' });
  await vi.waitFor(async () => expect((await visitor.get(known)).status).toBe(404), PROCESSED);
  const moved = await thumbnail();
  expect((await ada.browser.get(moved)).status).toBe(200);

  expect((await ada.browser.request('DELETE', `/api/me/recordings/${id}`)).status).toBe(204);
  expect((await detailOf(recording.slug)).stream?.title).toBe('Private video');
  expect((await ada.browser.request('DELETE', `/api/me/deleted-recordings/${id}`)).status).toBe(204);
  expect((await visitor.get(`/api/streamers/ada/streams/${recording.slug}`)).status).toBe(404);
  await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), PROCESSED);
  await vi.waitFor(async () => {
    for (const name of ['thumbnails', 'pictures'])
      expect(await readdir(join(config.dataDir, 'storage', name)).catch(() => [])).toEqual([]);
  }, PROCESSED);
});

it('publishes a song with its cover, as a file of that size in the feed for podcast apps, also once it is trimmed', async () => {
  const source = join(folder, 'song.mp3');
  const cover = ['-map', '1:a', '-map', '0:v', '-frames:v', '1', '-disposition:v', 'attached_pic'];
  await makeClip(source, [...cover, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'libmp3lame'], 12);
  const song = await readFile(source);
  const path = await created('Episode 1.mp3', song.length);
  await append(path, 0, song);
  const id = idOf(path);
  const own = async () => (await recordings()).find(({ streamId }) => streamId === id);
  const recording = await vi.waitFor(async () => (await own()) ?? expect.fail('not processed'), PROCESSED);
  expect(recording).toMatchObject({ title: 'Episode 1', hasVideo: false });
  await vi.waitFor(async () => expect((await own())?.thumbnailUrl).toMatch(/\.webp/), PROCESSED);
  const change = { visibility: 'public', allowsDownload: true };
  await ada.browser.request('PATCH', `/api/me/recordings/${id}`, change);

  const file = `/recordings/${id}/download.mp4`;
  const downloaded = async () => {
    const answer = await fetch(url + file);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('audio/mp4');
    const onDisk = join(folder, 'download.mp4');
    await writeFile(onDisk, bytes);
    const { stdout } = await promisify(execFile)(
      findProgram(['ffprobe']) ?? expect.fail('ffprobe is missing'),
      [...['-v', 'warning', '-of', 'json', '-show_entries', 'format=duration:stream=codec_name', onDisk]],
    );
    const { format, streams } = JSON.parse(stdout);
    expect(streams).toEqual([{ codec_name: 'aac' }]);
    return { seconds: Number(format.duration), byteLength: bytes.byteLength };
  };
  /** Waits for the size, which a job finds out. */
  const announced = (byteLength: number) =>
    vi.waitFor(async () => {
      const { text } = await visitor.get('/streamer/ada/feed.xml');
      expect(text).toContain(`${file}" type="audio/mp4" length="${byteLength}"/>`);
    }, PROCESSED);
  await vi.waitFor(async () => expect((await visitor.request('HEAD', file)).status).toBe(200), PROCESSED);
  const whole = await downloaded();
  expect(Math.abs(whole.seconds * 1000 - recording.durationMs)).toBeLessThan(1);
  expect(Math.abs(whole.seconds - 12)).toBeLessThan(0.06);
  await announced(whole.byteLength);
  expect((await readRecording(url, id, 'audio')).playlist).toContain('#EXT-X-ENDLIST');
  const multivariant = (await visitor.get(`/recordings/${id}/index.m3u8`)).text;
  expect(multivariant).toContain('CODECS="mp4a.40.2"\naudio.m3u8');

  // Within segments, between two frames of 21 ms.
  const kept = [{ startMs: 1_000, endMs: 9_500 }];
  await ada.browser.request('PUT', `/api/me/recordings/${id}/trim`, { kept, isExact: true });
  await vi.waitFor(async () => expect((await own())?.revision).not.toBeNull(), PROCESSED);
  const durationMs = (await own())?.durationMs ?? 0;
  expect(Math.abs(durationMs - 8_500)).toBeLessThan(30);
  await vi.waitFor(async () => {
    const trimmed = await downloaded();
    expect(Math.abs(trimmed.seconds * 1000 - durationMs)).toBeLessThan(1.5);
    expect(trimmed.byteLength).toBeLessThan(whole.byteLength);
  }, PROCESSED);
  await announced((await downloaded()).byteLength);

  const range = { title: 'Refrain', startMs: 1_000, endMs: 7_000 };
  const clip = await ada.browser.post(`/api/streams/${id}/clips`, range);
  expect(json<{ durationMs: number }>(clip).durationMs).toBe(6_000);
  await ada.browser.request('DELETE', `/api/me/recordings/${id}`);
  await ada.browser.request('DELETE', `/api/me/deleted-recordings/${id}`);
});

it('deletes what a process that died had stored of an upload, once that is canceled', async () => {
  const id = uuidv7() as StreamId;
  await mkdir(join(config.dataDir, 'storage', 'recordings', id), { recursive: true });
  await writeFile(join(config.dataDir, 'storage', 'recordings', id, 'index.m3u8'), '#EXTM3U\n');
  await db.pool.query(
    `insert into uploads (id, streamer_id, file_name, byte_length, state, held_until)
     values ($1, $2, 'clip.mp4', 10, 'processing', now() + interval '1 hour')`,
    [id, ada.id],
  );
  expect((await cancel(`${UPLOADS_PATH}/${id}`)).status).toBe(204);
  // It leaves a process that is alive the time to stop.
  await db.pool.query(`update jobs.job set start_after = now() where name = 'recordings.delete-files'`);
  await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), PROCESSED);
});

it('says why a file was not processed, and deletes it', async () => {
  const text = Buffer.from('<!doctype html><title>No video</title>');
  const path = await created('page.mp4', text.length);
  await append(path, 0, text);
  const failed = await vi.waitFor(async () => {
    const upload = await stateOf(path);
    return upload?.state === 'failed' ? upload : expect.fail('not failed');
  }, PROCESSED);
  expect(failed.failure).toBe(
    'This file isn’t video or audio that can be read. Upload MP4, MOV, MKV, WebM, MP3, M4A or a similar format.',
  );
  await vi.waitFor(() => expect(existsSync(fileOf(path))).toBe(false), PROCESSED);
  expect(await filesOf(idOf(path))).toEqual([]);
  expect((await cancel(path)).status).toBe(204);
  expect(await list()).toEqual([]);
});

it('answers 404 for the uploads of others, and 401 or 403 without a channel', async () => {
  const path = await created('mine.mp4');
  const eve = await signedIn('eve');
  expect((await create('x.mp4', 10, eve.browser)).status).toBe(403);
  expect((await create('x.mp4', 10, new Browser(url))).status).toBe(401);
  await eve.browser.post('/api/me/streamer');
  const answers = [
    await append(path, 0, clip, eve.browser),
    await tus('HEAD', path, {}, undefined, eve.browser),
    await eve.browser.request('DELETE', path),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await stateOf(path)).toMatchObject({ receivedBytes: 0 });
  expect((await cancel(path)).status).toBe(204);
  expect(existsSync(fileOf(path))).toBe(false);
});

it('refuses requests from other websites, and ids that are paths', async () => {
  const path = await created('mine.mp4');
  const headers = {
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    origin: 'https://evil.example',
  };
  expect((await tus('PATCH', path, headers, clip)).status).toBe(403);
  for (const name of ['..%2f..%2fsecrets.json', '%2e%2e', 'x']) {
    expect((await append(`${UPLOADS_PATH}/${name}`, 0, clip)).status).toBe(404);
  }
  expect(await readdir(join(config.dataDir, 'uploads'))).toEqual([idOf(path)]);
  await cancel(path);
});

it('keeps nothing of an upload whose file cannot be made', async () => {
  const uploads = join(config.dataDir, 'uploads');
  await rm(uploads, { recursive: true });
  await writeFile(uploads, '');
  expect((await create('clip.mp4', 1_000)).status).toBe(500);
  await rm(uploads);
  expect(await list()).toEqual([]);
});

it('takes no more bytes than were declared', async () => {
  const path = await created('small.mp4', 1_000);
  expect((await append(path, 0, clip)).status).toBe(413);
  expect(await stateOf(path)).toMatchObject({ state: 'uploading', receivedBytes: 0 });
  await cancel(path);
});

it('limits the size of a file, the storage of a channel and its uploads at once', async () => {
  const MIB = 1024 ** 2;
  const GIB = 1024 * MIB;
  const settings = (changes: string) => db.pool.query(`update instance_settings set ${changes}`);
  expect(codeOf(await create('empty.mp4', 0))).toBe('upload_empty');
  expect(codeOf(await create('', 10))).toBe('upload_name_missing');
  expect(codeOf(await create('large.mp4', 11 * GIB))).toBe('upload_too_large');
  await settings('upload_max_gib = 0');
  expect(codeOf(await create('any.mp4', 10))).toBe('uploads_disabled');
  await settings('upload_max_gib = 10, recording_quota_gib = 1');
  const first = await created('first.mp4', 600 * MIB);
  expect(codeOf(await create('second.mp4', 600 * MIB))).toBe('over_quota');
  // Something else uses the storage while the first one is on its way.
  await db.pool.query('update uploads set byte_length = $1 where id = $2', [2 * GIB, idOf(first)]);
  expect(codeOf(await append(first, 0, clip))).toBe('over_quota');
  await cancel(first);
  await settings('recording_quota_gib = 100');
  const paths: string[] = [];
  for (let i = 0; i < 5; i++) paths.push(await created(`${i}.mp4`));
  expect(codeOf(await create('sixth.mp4', 10))).toBe('too_many_uploads');
  for (const path of paths) await cancel(path);
});

it('stops processing when the recording would exceed the storage of its channel', async () => {
  const path = await created('clip.mp4');
  await append(path, 0, clip.subarray(0, -1));
  // As if the channel had recorded a stream meanwhile, so that room for a part of the output is left.
  await db.pool.query('update instance_settings set recording_quota_gib = 1');
  const other = '0195a7c0-0000-7000-8000-000000000001';
  await db.pool.query(
    `insert into uploads (id, streamer_id, file_name, byte_length) values ($1, $2, 'other', $3)`,
    [other, ada.id, 1024 ** 3 - clip.length],
  );
  await append(path, clip.length - 1, clip.subarray(-1));
  const { rows } = await db.pool.query('select state from uploads where id = $1', [idOf(path)]);
  expect(rows[0]?.state).toBe('processing');
  await db.pool.query('update uploads set byte_length = $1 where id = $2', [1024 ** 3 - 20_000, other]);
  await vi.waitFor(async () => expect(await stateOf(path)).toMatchObject({ state: 'failed' }), PROCESSED);
  expect((await stateOf(path))?.failure).toContain('all of your storage');
  // Its files go once the failure is stored.
  await vi.waitFor(async () => expect(await filesOf(idOf(path))).toEqual([]), PROCESSED);
});
