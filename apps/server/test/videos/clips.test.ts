/** Clips in the composed app: what is cut out, who may make, watch and delete them. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gate } from '@tributary/contracts/channels';
import type { Clip, ClipPermission } from '@tributary/contracts/clips';
import type { MediaRange, RecordingSettings, RecordingTrim } from '@tributary/contracts/recordings';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { createUsers } from '../../src/features/identity/index.ts';
import { setStreamGate } from '../../src/features/live/index.ts';

import { problem } from '../support/account-fixture.ts';
import { type Browser, json } from '../support/browser.ts';
import { SOON, startRecordingApp } from '../support/recording-app.ts';

const { db, config, ada, visitor, signedIn, publish, end, recorded, holders } = await startRecordingApp();
const { id, slug } = await publish();
const viewer = await signedIn('viewer');

const make = (browser: Browser, body: object = {}) =>
  browser.post(`/api/streams/${id}/clips`, { title: 'The moment', startMs: 3_000, endMs: 8_500, ...body });
const made = async (browser = viewer.browser, body = {}) => json<Clip>(await make(browser, body));
const allow = (allowedTo: ClipPermission) =>
  ada.browser.request('PUT', '/api/me/clip-settings', { allowedTo });
const filesOf = async (clip: string) =>
  (await readdir(join(config.dataDir, 'storage', 'clips', clip), { recursive: true }).catch(() => [])).filter(
    (name) => name.includes('.'),
  );
const secondsIn = (playlist: string) =>
  [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);

it('makes a clip of a running stream that plays from its exact start', async () => {
  // A clip ends with what is recorded so far.
  await vi.waitFor(async () => {
    const recording = await visitor.get(`/recordings/${id}/video.m3u8`);
    expect(secondsIn(recording.text)).toBeGreaterThan(8.5);
  }, SOON);
  const clip = await made();
  expect(clip).toMatchObject({ title: 'The moment', durationMs: 5_500, creator: { username: 'viewer' } });
  // The segments are 2 s long.
  expect(Math.abs(clip.offsetMs - 1_000)).toBeLessThan(150);
  const base = clip.playbackUrl.replace('index.m3u8', '');
  expect(clip.thumbnailUrl).toBe(`${base}thumbnail.webp`);
  const thumbnail = await visitor.get(clip.thumbnailUrl ?? '');
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const index = (await visitor.get(clip.playbackUrl)).text;
  expect(index).toMatch(/#EXT-X-START:TIME-OFFSET=\d\.\d{3},PRECISE=YES/);
  for (const name of ['video', 'audio']) {
    const playlist = (await visitor.get(`${base}${name}.m3u8`)).text;
    expect(playlist).toContain('#EXT-X-ENDLIST');
    expect(secondsIn(playlist)).toBeGreaterThanOrEqual((clip.offsetMs + clip.durationMs) / 1000 - 0.1);
    for (const path of playlist.split('\n').filter((line) => /^[^#]/.test(line))) {
      expect((await visitor.get(base + path)).status).toBe(200);
    }
  }
  await end();
  await recorded(slug);
});

it('refuses a clip that is too long, too short, or of a part that is not recorded', async () => {
  expect((await make(viewer.browser, { endMs: 4_000 })).status).toBe(422);
  expect((await make(viewer.browser, { endMs: 70_000 })).status).toBe(422);
  const beyond = await make(viewer.browser, { startMs: 500_000, endMs: 510_000 });
  expect([beyond.status, problem(beyond).code]).toEqual([409, 'not_recorded']);
});

it('lets those make clips whom the channel allows to', async () => {
  const codeOf = async (browser: Browser) => {
    const answer = await make(browser);
    return answer.status === 200 ? 'made' : problem(answer).code;
  };
  await allow('followers');
  expect(await codeOf(viewer.browser)).toBe('clips_for_followers');
  await viewer.browser.put(`/api/me/following/${ada.id}`, undefined);
  expect(await codeOf(viewer.browser)).toBe('made');
  await allow('subscribers');
  expect(await codeOf(viewer.browser)).toBe('clips_for_subscribers');
  await allow('nobody');
  expect(await codeOf(viewer.browser)).toBe('clips_not_allowed');
  expect(await codeOf(ada.browser)).toBe('made');
  await allow('everybody');
});

it('hides a clip while what it shows is cut, and makes clips of exactly trimmed recordings', {
  timeout: 120_000,
}, async () => {
  const whole = await made();
  const trim = `/api/me/recordings/${id}/trim`;
  const statusOf = async (clip: Clip) => (await visitor.get(`/api/clips/${clip.id}`)).status;
  const keep = (kept: readonly MediaRange[], isExact: boolean) =>
    ada.browser.request('PUT', trim, { kept, isExact });
  await keep([{ startMs: 2_500, endMs: 9_000 }], true);
  await vi.waitFor(
    async () => {
      expect(json<RecordingTrim>(await ada.browser.get(trim))).toMatchObject({ pending: null });
    },
    // A process with a low priority encodes the edges.
    { timeout: 90_000, interval: 500 },
  );
  expect(await statusOf(whole)).toBe(404);
  expect((await visitor.get(whole.playbackUrl)).status).toBe(404);

  const clip = await made(viewer.browser, { startMs: 500, endMs: 6_000 });
  expect([clip.offsetMs, clip.stream.positionMs, await statusOf(clip)]).toEqual([500, 500, 200]);
  const base = clip.playbackUrl.replace('index.m3u8', '');
  const playlist = (await visitor.get(`${base}video.m3u8`)).text;
  expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2);
  // From the first frame that is kept to the last one.
  expect(secondsIn(playlist)).toBeCloseTo(6.5, 1);
  for (const path of playlist.split('\n').filter((line) => /^[^#]/.test(line))) {
    expect((await visitor.get(base + path)).status).toBe(200);
  }

  const { boundariesMs } = json<RecordingTrim>(await ada.browser.get(trim));
  await keep([{ startMs: 0, endMs: boundariesMs.at(-1) ?? 0 }], false);
  expect([await statusOf(whole), await statusOf(clip)]).toEqual([200, 200]);
  // The stream is watched from the same moment, which is later now.
  const { stream } = json<Clip>(await visitor.get(`/api/clips/${clip.id}`));
  expect(Math.abs((stream.positionMs ?? 0) - 3_000)).toBeLessThan(50);
});

it('counts clips toward the storage of their channel, of which they take a quarter at most', async () => {
  const used = async () =>
    json<RecordingSettings>(await ada.browser.get('/api/me/recording-settings')).usedBytes;
  const before = await used();
  expect(before.clips).toBeGreaterThan(0);
  await made();
  expect((await used()).clips).toBeGreaterThan(before.clips);
  await db.pool.query('update instance_settings set recording_quota_gib = 1');
  await db.pool.query(
    'update clips set byte_length = byte_length + 1024 ^ 3 / 4 where id = (select id from clips limit 1)',
  );
  expect(problem(await make(viewer.browser)).code).toBe('clip_storage_full');
  await db.pool.query('update instance_settings set recording_quota_gib = 0');
});

it('hides a clip while its recording is private, also from those who know its address', async () => {
  const clip = await made();
  const show = (visibility: string) =>
    ada.browser.request('PATCH', `/api/me/recordings/${id}`, { visibility });
  const statuses = async () =>
    (await Promise.all([`/api/clips/${clip.id}`, clip.playbackUrl].map((path) => visitor.get(path)))).map(
      ({ status }) => status,
    );
  await show('private');
  await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404]), SOON);
  expect((await visitor.get('/api/streamers/ada/clips')).text).not.toContain(clip.id);
  // A creator who is asked at the end of a stream has not withdrawn it.
  await db.pool.query("update recordings set decide_by = now() + interval '1 day'");
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200]), SOON);
  await show('public');
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200]), SOON);
});

it('lists no clip of an upload that only those with its link can find', async () => {
  const clip = await made();
  const isListed = async () => (await visitor.get('/api/streamers/ada/clips')).text.includes(clip.id);
  await db.pool.query('update streams set is_published = false where id = $1', [id]);
  expect([await isListed(), (await visitor.get(`/api/clips/${clip.id}`)).status]).toEqual([false, 200]);
  await db.pool.query('update streams set is_published = true where id = $1', [id]);
  expect(await isListed()).toBe(true);
});

it('keeps playing a clip whose recording is deleted, and lists it on the channel', async () => {
  const clip = await made();
  const views = `/api/clips/${clip.id}/views`;
  expect([(await visitor.post(views)).status, (await visitor.post(views)).status]).toEqual([204, 204]);
  const copy = await visitor.get(clip.playbackUrl);
  expect((await ada.browser.request('DELETE', `/api/me/recordings/${id}`)).status).toBe(204);
  expect((await visitor.get(clip.playbackUrl)).text).toBe(copy.text);
  const { items } = json<{ items: Clip[] }>(await visitor.get('/api/streamers/ada/clips'));
  // The second view comes from the same network.
  expect(items.find((one) => one.id === clip.id)).toMatchObject({ views: 1, stream: { positionMs: null } });
  expect(problem(await make(viewer.browser)).code).toBe('not_recorded');
});

it('plays the clip of a gated stream only to those who may watch the stream', async () => {
  const { items } = json<{ items: Clip[] }>(await visitor.get('/api/streamers/ada/clips'));
  const { id: clip, playbackUrl, thumbnailUrl } = items[0] ?? expect.fail('no clip');
  expect(thumbnailUrl).toMatch(/thumbnail\.webp$/);
  const gate: Gate = { kind: 'event', id: uuidv7() };
  await db.transact((tx) => setStreamGate(tx, id, gate));
  await vi.waitFor(async () => expect((await visitor.get(playbackUrl)).status).toBe(403), SOON);
  // Its frames are for those people, too.
  expect((await visitor.get(thumbnailUrl ?? '')).status).toBe(403);
  const shown = json<Clip>(await visitor.get(`/api/clips/${clip}`));
  expect([shown.thumbnailUrl === thumbnailUrl, shown.stream.gate]).toEqual([false, gate]);
  expect(problem(await make(viewer.browser)).code).toBe('not_recorded');
  const holder = await signedIn('holder');
  holders.add(holder.id);
  expect((await holder.browser.post(`/api/streams/${id}/playback`, {})).status).toBe(200);
  expect((await holder.browser.get(playbackUrl)).status).toBe(200);
  await db.transact((tx) => setStreamGate(tx, id, null));
});

it('lets its maker, its channel with its moderators, and admins delete a clip with its files, and nobody else', async () => {
  const { items } = json<{ items: Clip[] }>(await visitor.get('/api/streamers/ada/clips'));
  const [first = expect.fail(), second = expect.fail(), third = expect.fail()] = items
    .filter(({ creator }) => creator.username === 'viewer')
    .map((clip) => clip.id);
  const stranger = await signedIn('a-stranger');
  expect((await stranger.browser.request('DELETE', `/api/clips/${first}`)).status).toBe(404);
  const copyBy = async (creatorId: string) => {
    const clip = uuidv7();
    await db.pool.query(
      `insert into clips (id, creator_id, stream_id, streamer_id, title, offset_ms, duration_ms, byte_length, shows)
       select $1, $2, stream_id, streamer_id, title, offset_ms, duration_ms, byte_length, shows from clips where id = $3`,
      [clip, creatorId, first],
    );
    return clip;
  };
  const [theirs, adas] = [await copyBy(viewer.id), await copyBy(ada.id)];
  const deleted = async (clip: string) =>
    (await stranger.browser.request('DELETE', `/api/clips/${clip}`)).status;
  expect(await deleted(theirs)).toBe(404);
  await ada.browser.request('PUT', `/api/chats/${ada.id}/moderators/${stranger.id}`);
  expect([await deleted(adas), await deleted(theirs)]).toEqual([404, 204]);

  expect(await filesOf(first)).not.toEqual([]);
  expect((await viewer.browser.request('DELETE', `/api/clips/${first}`)).status).toBe(204);
  expect((await ada.browser.request('DELETE', `/api/clips/${second}`)).status).toBe(204);
  const admin = await signedIn('the-admin');
  await db.transact((tx) => createUsers(db).grantRole(tx, admin.id, 'admin', null));
  const removed = await admin.browser.post(`/api/admin/clips/${third}/remove`, {
    reason: 'It shows an address.',
  });
  expect(removed.status, removed.text).toBe(204);
  const { rows } = await db.pool.query("select subject_id from audit_log where action = 'clip.removed'");
  expect(rows).toEqual([{ subject_id: theirs }, { subject_id: third }]);
  for (const clip of [first, second, third]) {
    expect((await visitor.get(`/api/clips/${clip}`)).status).toBe(404);
    await vi.waitFor(async () => expect(await filesOf(clip)).toEqual([]), SOON);
  }
});

it('deletes the files of a clip that a process was making when it died, and keeps those of others', async () => {
  const { rows } = await db.pool.query<{ id: string }>('select id from clips where stream_id = $1', [id]);
  const [kept = expect.fail('no clip')] = rows.map((row) => row.id);
  const dead = uuidv7();
  const folder = join(config.dataDir, 'storage', 'clips', dead);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.m3u8'), '#EXTM3U\n');
  // As if an hour had passed since both were begun.
  await db.pool.query(
    `update jobs.job set start_after = now(), data = case data->>'clipId' when $1 then data else $2 end
     where id in (select distinct on (data->>'clipId' = $1) id from jobs.job
       where name = 'clips.delete-files' and state = 'created' order by data->>'clipId' = $1)`,
    [kept, { clipId: dead }],
  );
  await vi.waitFor(async () => expect(await filesOf(dead)).toEqual([]), SOON);
  expect(await filesOf(kept)).not.toEqual([]);
});

it('deletes the clips of a private recording with it, so that nobody sees them again', async () => {
  const { rows } = await db.pool.query<{ id: string }>('select id from clips where stream_id = $1', [id]);
  const [clip = expect.fail('no clip')] = rows.map((row) => row.id);
  expect(await filesOf(clip)).not.toEqual([]);
  const deleted = `/api/me/deleted-recordings/${id}`;
  expect((await ada.browser.post(`${deleted}/restore`)).status).toBe(200);
  await ada.browser.request('PATCH', `/api/me/recordings/${id}`, { visibility: 'private' });
  await ada.browser.request('DELETE', `/api/me/recordings/${id}`);
  expect((await ada.browser.request('DELETE', deleted)).status).toBe(204);
  expect((await db.pool.query('select id from clips where stream_id = $1', [id])).rows).toEqual([]);
  await vi.waitFor(async () => expect(await filesOf(clip)).toEqual([]), SOON);
});
