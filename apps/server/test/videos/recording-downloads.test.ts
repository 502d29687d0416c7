/** Recordings as MP4 files: what is in them, how they are resumed, and who gets them. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Recording, RecordingTrim } from '@tributary/contracts/recordings';
import { expect, it, vi } from 'vitest';
import { problem } from '../support/account-fixture.ts';
import { json } from '../support/browser.ts';
import { readByMp4box } from '../support/packager/mp4box.ts';
import { findProgram } from '../support/programs.ts';
import { SOON, startRecordingApp } from '../support/recording-app.ts';
import { readRecording } from '../support/recording-reader.ts';

const { url, config, visitor, ada, publish, end, recorded } = await startRecordingApp();
const ffprobe = findProgram(['ffprobe']) ?? expect.fail('ffprobe is missing');

// The encoder reconnects, so that the recording has a discontinuity.
const { sent: before } = await publish(100);
const { sent: after, id, slug } = await publish(100);
await end();
const recording = await recorded(slug);

const path = `/recordings/${id}/download.mp4`;
const cookie = ada.browser.cookieHeader();
const get = (headers: Record<string, string> = {}) => fetch(url + path, { headers: { cookie, ...headers } });
const whole = await get();
const file = Buffer.from(await whole.arrayBuffer());
const onDisk = join(config.dataDir, 'download.mp4');
await writeFile(onDisk, file);

const probe = (...options: string[]) =>
  promisify(execFile)(ffprobe, ['-v', 'warning', '-of', 'json', ...options, onDisk], {
    maxBuffer: 64 * 1024 * 1024,
  });

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('contains every frame that the encoder sent before and after it reconnected', async () => {
  const entries = ['-show_entries', 'packet=data_hash', '-show_data_hash', 'sha256'];
  const { stdout } = await probe('-select_streams', 'v', '-show_packets', ...entries);
  const packets: { data_hash: string }[] = JSON.parse(stdout).packets;
  const frames = [...before.packets, ...after.packets].filter(({ kind }) => kind === 'video');
  expect(packets.map(({ data_hash }) => data_hash.replace('SHA256:', '').toLowerCase())).toEqual(
    frames.map((frame) => frame.digest),
  );
});

it('is read by ffprobe without a warning, with the duration of the recording in both tracks', async () => {
  const { stdout, stderr } = await probe('-show_entries', 'format=duration:stream=codec_name,duration');
  expect(stderr).toBe('');
  const { format, streams } = JSON.parse(stdout);
  expect(streams.map((one: { codec_name: string }) => one.codec_name)).toEqual(['h264', 'aac']);
  expect(Math.abs(Number(format.duration) * 1000 - (recording.durationMs ?? 0))).toBeLessThan(100);
  for (const { duration } of streams) expect(Math.abs(duration - Number(format.duration))).toBeLessThan(0.1);
});

it('is read by mp4box without a warning, with every frame, like the segments that are played', async () => {
  const movie = readByMp4box(file);
  expect(movie.complaints).toEqual([]);
  const frames = [...before.packets, ...after.packets].filter(({ kind }) => kind === 'video');
  const [video = [], audio = []] = movie.tracks;
  expect(video.map(({ data }) => digest(data ?? new Uint8Array()))).toEqual(frames.map((one) => one.digest));
  expect(audio.length).toBeGreaterThan(300);

  for (const name of ['video', 'audio'] as const) {
    const { playlist } = await readRecording(url, id, name, cookie);
    const load = async (path: string) =>
      Buffer.from(
        await (await fetch(`${url}/recordings/${id}/${path}`, { headers: { cookie } })).arrayBuffer(),
      );
    const runs = playlist.split('#EXT-X-MAP:URI="').slice(1);
    expect(runs).toHaveLength(2);
    for (const run of runs) {
      const [init = ''] = run.split('"', 1);
      const segments = run.split('\n').filter((line) => line.endsWith('.m4s'));
      const { tracks, complaints } = readByMp4box(
        Buffer.concat(await Promise.all([init, ...segments].map(load))),
      );
      expect(complaints).toEqual([]);
      expect(tracks[0]?.length).toBeGreaterThanOrEqual(100);
    }
  }
});

it('has its tables before its media, so that it plays while it is downloaded', () => {
  expect(file.indexOf('moov', 0, 'latin1')).toBeLessThan(file.indexOf('mdat', 0, 'latin1'));
});

it('announces its size and resumes at any byte, also across its files', async () => {
  expect(whole.headers.get('content-length')).toBe(String(file.byteLength));
  expect(whole.headers.get('content-type')).toBe('video/mp4');
  const asked = await fetch(url + path, { method: 'HEAD', headers: { cookie } });
  expect(['content-length', 'etag', 'accept-ranges'].map((name) => asked.headers.get(name))).toEqual([
    String(file.byteLength),
    whole.headers.get('etag'),
    'bytes',
  ]);
  const etag = whole.headers.get('etag') ?? '';
  const cut = Math.floor(file.byteLength / 2);
  const rest = await get({ range: `bytes=${cut}-`, 'if-range': etag });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes ${cut}-${file.byteLength - 1}/${file.byteLength}`,
  ]);
  expect(digest(Buffer.concat([file.subarray(0, cut), Buffer.from(await rest.arrayBuffer())]))).toBe(
    digest(file),
  );
  const middle = await get({ range: 'bytes=10-100000' });
  expect(digest(Buffer.from(await middle.arrayBuffer()))).toBe(digest(file.subarray(10, 100_001)));
  expect((await get({ range: `bytes=${file.byteLength}-` })).status).toBe(416);
  const changed = await get({ range: 'bytes=5-', 'if-range': '"another"' });
  expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, file.byteLength]);
});

it('contains what trimming keeps, as the playlists do, and nobody but the streamer gets what is cut', async () => {
  const every = await readRecording(url, id, 'video');
  const cut = every.playlist.split('\n').find((line) => line.endsWith('.m4s')) ?? expect.fail();
  const trim = json<RecordingTrim>(await ada.browser.get(`/api/me/recordings/${id}/trim`));
  const [, first = 0, second = 0, third = 0, end = 0] = trim.boundariesMs;
  const kept = [
    { startMs: first, endMs: second },
    { startMs: third, endMs: end },
  ];
  const trimmed = await ada.browser.request('PUT', `/api/me/recordings/${id}/trim`, { kept });
  expect(Math.abs(json<Recording>(trimmed).durationMs - 4000)).toBeLessThan(100);
  const statusOf = async (path: string) => (await visitor.get(`/recordings/${id}/${path}`)).status;
  await vi.waitFor(async () => expect(await statusOf(cut)).toBe(404), SOON);

  const frames = [...every.frames.slice(50, 100), ...every.frames.slice(150)];
  expect((await readRecording(url, id, 'video')).frames).toEqual(frames);
  const shorter = await get();
  expect(shorter.headers.get('etag')).not.toBe(whole.headers.get('etag'));
  await writeFile(onDisk, Buffer.from(await shorter.arrayBuffer()));
  const entries = ['-show_entries', 'packet=data_hash', '-show_data_hash', 'sha256'];
  const { stdout } = await probe('-select_streams', 'v', '-show_packets', ...entries);
  const packets: { data_hash: string }[] = JSON.parse(stdout).packets;
  expect(packets.map(({ data_hash }) => data_hash.replace('SHA256:', '').toLowerCase())).toEqual(frames);

  expect([await statusOf(`original/${cut}`), await statusOf('original/video.m3u8')]).toEqual([403, 403]);
  expect((await readRecording(url, `${id}/original`, 'video', cookie)).frames).toEqual(every.frames);
});

it('is for its streamer only until downloads are allowed, and then for those who may watch', async () => {
  const patch = (body: object) => ada.browser.request('PATCH', `/api/me/recordings/${id}`, body);
  const status = async () => (await visitor.request('HEAD', path)).status;
  const refused = await visitor.get(path);
  expect([refused.status, problem(refused).code]).toEqual([403, 'download_not_allowed']);
  await patch({ allowsDownload: true });
  await vi.waitFor(async () => expect(await status()).toBe(200), SOON);
  // A job finds out what the feed says of it.
  const { byteLength } = Buffer.from(await (await fetch(url + path)).arrayBuffer());
  await vi.waitFor(async () => {
    const { text } = await visitor.get('/streamer/ada/feed.xml');
    expect(text).toContain(`${path}" type="video/mp4" length="${byteLength}"/>`);
  }, SOON);
  await patch({ visibility: 'private' });
  await vi.waitFor(async () => expect(await status()).toBe(403), SOON);
  expect((await visitor.get('/recordings/..%2f/download.mp4')).status).toBe(404);
});
