/** Renditions of an upload in the composed app: who gets them, and that they are trimmed and deleted with it. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Recording, type RecordingTrim, UPLOADS_PATH } from '@tributary/contracts/recordings';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { json } from '../support/browser.ts';
import { CLIPS, makeClip } from '../support/clip-files.ts';
import { startRecordingApp } from '../support/recording-app.ts';

/** Files are processed with a low priority. */
const PROCESSED = { timeout: 90_000, interval: 200 };
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { db, config, url, visitor, ada } = await startRecordingApp({ TRANSCODING: '1' });
const folder = await mkdtemp(join(tmpdir(), 'tributary-ladders-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let id = '';
const at = (path: string) => `/recordings/${id}/${path}`;
const recording = async () => json<Recording>(await ada.browser.get(`/api/me/recordings/${id}`));
const patch = (body: object) => ada.browser.request('PATCH', `/api/me/recordings/${id}`, body);
const linesOf = (text: string, pattern: RegExp) => text.split('\n').filter((line) => pattern.test(line));

beforeAll(async () => {
  // The clip has 90 lines.
  await db.pool.query(`update instance_settings set transcoding_heights = '{72}'`);
  await makeClip(join(folder, 'clip.mp4'), CLIPS.h264, 8);
  const clip = await readFile(join(folder, 'clip.mp4'));
  const headers = { 'tus-resumable': '1.0.0', cookie: ada.browser.cookieHeader() };
  const created = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(clip.length),
      'upload-metadata': `filename ${Buffer.from('Clip.mp4').toString('base64')}`,
    },
  });
  const path = created.headers.get('location') ?? expect.fail('no location');
  id = path.slice(UPLOADS_PATH.length + 1);
  await fetch(url + path, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(clip),
  });
  await vi.waitFor(async () => expect((await recording()).qualities?.state).toBe('ready'), PROCESSED);
});

it('lists renditions that are complete behind the source, with the same segments', async () => {
  expect((await recording()).qualities).toEqual({
    state: 'ready',
    names: ['72p'],
    share: 1,
    isOffered: true,
    problem: null,
  });
  await patch({ visibility: 'public' });
  const read = async (path: string) => (await visitor.get(at(path))).text;
  const multivariant = await read('index.m3u8');
  expect(linesOf(multivariant, /m3u8$/)).toEqual(['video.m3u8', '72p.m3u8', 'audio.m3u8']);
  const [source, rendition] = [await read('video.m3u8'), await read('72p.m3u8')];
  expect(linesOf(rendition, /^#EXTINF/)).toEqual(linesOf(source, /^#EXTINF/));
  expect(linesOf(rendition, /m4s$/).length).toBeGreaterThan(2);
  const [original, smaller] = [linesOf(source, /m4s$/)[0] ?? '', linesOf(rendition, /m4s$/)[0] ?? ''];
  const [first, second] = [await visitor.get(at(original)), await visitor.get(at(smaller))];
  expect([second.status, second.headers.get('cache-control')]).toEqual([
    200,
    first.headers.get('cache-control'),
  ]);
  expect((await visitor.get(at('48p.m3u8'))).status).toBe(404);
});

it('refuses the playlists and segments of renditions to those who may not watch the recording', async () => {
  const segment = linesOf((await visitor.get(at('72p.m3u8'))).text, /m4s$/)[0] ?? '';
  const statuses = async () => [
    (await visitor.get(at('72p.m3u8'))).status,
    (await visitor.get(at(segment))).status,
    (await visitor.get(at(segment.replace(/\d+\/[^/]+$/, 'init.mp4')))).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  await patch({ visibility: 'private' });
  // The event of the change comes through the database, and may arrive after the response.
  await vi.waitFor(async () => expect(await statuses()).toEqual([403, 403, 403]), PROCESSED);
  expect((await ada.browser.get(at(segment))).status).toBe(200);
  await patch({ visibility: 'public' });
  await db.pool.query(`update streams set gate_kind = 'event', gate_id = $2 where id = $1`, [id, uuidv7()]);
  // Read again after a second.
  await vi.waitFor(async () => expect(await statuses()).toEqual([403, 403, 403]), PROCESSED);
  await db.pool.query('update streams set gate_kind = null, gate_id = null where id = $1', [id]);
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200]), PROCESSED);
});

it('serves what is kept of a trimmed recording only, and offers its renditions at once', async () => {
  const all = linesOf((await visitor.get(at('72p.m3u8'))).text, /m4s$/);
  const { boundariesMs } = json<RecordingTrim>(await ada.browser.get(`/api/me/recordings/${id}/trim`));
  const kept = [{ startMs: 0, endMs: boundariesMs[1] ?? 0 }];
  const answer = await ada.browser.request('PUT', `/api/me/recordings/${id}/trim`, { kept, isExact: false });
  expect(answer.status).toBeLessThan(300);
  const { revision, qualities } = await recording();
  expect([revision === null, qualities?.isOffered]).toEqual([false, true]);
  await vi.waitFor(
    async () => expect(linesOf((await visitor.get(at('72p.m3u8'))).text, /m4s$/)).toEqual(all.slice(0, 1)),
    PROCESSED,
  );
  expect((await visitor.get(at(all[0] ?? ''))).status).toBe(200);
  expect((await visitor.get(at(all[1] ?? ''))).status).toBe(404);
  expect((await ada.browser.get(at(`original/${all[1]}`))).status).toBe(200);
});

it('deletes renditions with the recording', async () => {
  const files = join(config.dataDir, 'storage', 'ladders', id);
  expect(existsSync(files)).toBe(true);
  expect((await ada.browser.request('DELETE', `/api/me/recordings/${id}`)).status).toBe(204);
  expect((await ada.browser.request('DELETE', `/api/me/deleted-recordings/${id}`)).status).toBe(204);
  await vi.waitFor(() => expect(existsSync(files)).toBe(false), PROCESSED);
});
