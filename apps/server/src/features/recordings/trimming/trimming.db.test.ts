/** How creators trim and split recordings, and what becomes of what depends on them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { createDiskStorage } from '#platform/storage/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { recordVideo } from '../../../../test/support/recorded-video.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { findAudience } from '../access/audience.repo.ts';
import { findFile } from '../captions/captions.repo.ts';
import { createQuota } from '../files/quota.ts';
import { createRecordingStore } from '../files/recording-store.ts';
import { createRecordingPolicies } from '../recorder/recording-policy.service.ts';
import { recordingTrimmed } from '../recordings.events.ts';
import { createRecordingsService } from '../recordings.service.ts';
import { createStoryboards } from '../storyboards/storyboards.service.ts';
import { nextPartTitle } from './part-title.ts';
import { createTrimming } from './trimming.service.ts';

const RUN = '1767225600000-0-epoch';
const TRACK = Buffer.from('{"kind":"audio","codecString":"mp4a.40.2","channels":2}');

const folder = await mkdtemp(join(tmpdir(), 'tributary-trimming-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);
const store = createRecordingStore(createDiskStorage(folder, { check: () => undefined }));
const thumbnails = { hide: async () => undefined };
const nowMs = () => Date.parse('2026-01-01T00:00:00.000Z');
const hooks = createHooks();
const recordings = createRecordingsService({ db, jobs, hooks, thumbnails, nowMs });
const quota = createQuota();
const policies = createRecordingPolicies(db, quota);
const log = createLog('silent');
const recorder = {
  rebuild: async (id: StreamId) => ({ index: await store.index(id), isComplete: true }),
};
const storyboards = createStoryboards({ db, jobs, store, log, nowMs });
const trimming = createTrimming({ db, jobs, hooks, quota, log, store, recorder, storyboards, nowMs });

/** The recording of ten segments of 2 s. */
async function recording(): Promise<{ owner: UserId; id: StreamId }> {
  const owner = await people.streamer();
  const id = await people.stream(owner, 'ended');
  await store.put(id, `${RUN}/audio/track.json`, TRACK);
  await store.put(id, `${RUN}/audio/init.mp4`, Buffer.from('init'));
  for (let msn = 0; msn < 10; msn += 1)
    await store.put(id, `${RUN}/audio/0/${msn}-2.00000.m4s`, Buffer.from('media'));
  await db.pool.query(
    `insert into recordings (stream_id, streamer_id, state, duration_ms, byte_length, starts_at)
     values ($1, $2, 'ready', 20000, 1000, now())`,
    [id, owner],
  );
  return { owner, id };
}

const audienceOf = async (id: StreamId) =>
  (await db.read((reader) => findAudience(reader, id))) ?? expect.fail('nobody may watch');

/** The numbers of the segments that viewers get. */
async function segmentsOf(id: StreamId): Promise<number[]> {
  const text = (await store.playlist(await audienceOf(id), 'audio.m3u8'))?.toString() ?? '';
  return [...text.matchAll(/\/(\d+)-2\.00000\.m4s/g)].map(([, msn]) => Number(msn));
}

const seconds = (...pairs: readonly [number, number][]) =>
  pairs.map(([from, to]) => ({ startMs: from * 1000, endMs: to * 1000 }));

const withdraw = (id: StreamId) =>
  db.pool.query("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", [id]);

describe('trimming', () => {
  it('keeps the segments that are nearest, moves chapters, and is undone by keeping everything', async () => {
    const { owner, id } = await recording();
    const chapters = [
      { startMs: 0, title: 'Intro' },
      { startMs: 9000, title: 'Break' },
      { startMs: 15_000, title: 'End' },
    ];
    await recordings.edit(owner, id, { chapters });
    await trimming.trim(owner, id, seconds([3.4, 8.2], [14, 60]));
    const trimmed = await recordings.one(owner, id);
    expect(trimmed).toMatchObject({ durationMs: 10_000, revision: expect.stringMatching(/^\w+$/) });
    expect(trimmed.chapters).toEqual([
      { startMs: 0, title: 'Intro' },
      { startMs: 4000, title: 'Break' },
      { startMs: 5000, title: 'End' },
    ]);
    expect(await trimming.one(owner, id)).toMatchObject({ kept: seconds([4, 8], [14, 20]) });
    expect(await segmentsOf(id)).toEqual([2, 3, 7, 8, 9]);
    await trimming.trim(owner, id, seconds([0, 20]));
    const whole = await recordings.one(owner, id);
    expect(whole).toMatchObject({ durationMs: 20_000, revision: null, chapters });
    const { signal } = new AbortController();
    for (const { data } of await waiting('recordings.delete-trim-files'))
      await trimming.deleteUnused(id, String(data.revision), signal);
    expect((await store.index(id)).byteLength).toBeGreaterThan(0);
    const media = { mediaId: id, trim: { revision: trimmed.revision ?? '' } };
    expect(await store.playlist(media, 'audio.m3u8')).toBeNull();
  });

  it('says in its transaction what was kept before and what is kept now', async () => {
    const { owner, id } = await recording();
    const changes: unknown[] = [];
    hooks.on(recordingTrimmed, async (_tx, { streamId, before, after }) => {
      if (streamId === id) changes.push({ before, after });
    });
    await trimming.trim(owner, id, seconds([2, 4], [10, 20]));
    await trimming.trim(owner, id, seconds([2, 12]));
    await trimming.trim(owner, id, seconds([0, 20]));
    expect(changes).toEqual([
      { before: seconds([0, 20]), after: seconds([2, 4], [10, 20]) },
      { before: seconds([2, 4], [10, 20]), after: seconds([2, 12]) },
      { before: seconds([2, 12]), after: seconds([0, 20]) },
    ]);
  });

  it('is refused to others, where nothing would be left, and while the stream is recorded', async () => {
    const { owner, id } = await recording();
    const stranger = await people.streamer();
    const some = seconds([2, 4]);
    await expect(trimming.one(stranger, id)).rejects.toMatchObject({ code: 'recording_not_found' });
    await expect(trimming.trim(stranger, id, some)).rejects.toMatchObject({ code: 'recording_not_found' });
    await expect(trimming.split(stranger, id, 4000)).rejects.toMatchObject({ code: 'recording_not_found' });
    await expect(trimming.trim(owner, id, seconds([2, 2.9]))).rejects.toMatchObject({ code: 'nothing_kept' });
    await db.pool.query("update recordings set state = 'recording' where stream_id = $1", [id]);
    await expect(trimming.trim(owner, id, some)).rejects.toMatchObject({ code: 'recording_runs' });
  });
});

describe('exact trimming', () => {
  const { signal } = new AbortController();
  const revisionOf = async (id: StreamId) => {
    const job = (await waiting('recordings.trim-exactly')).find(({ data }) => data.streamId === id);
    return String(job?.data.revision ?? expect.fail('no job'));
  };

  /** The recording of three segments of 5 s with two frames a second. */
  async function filmed() {
    const owner = await people.streamer();
    const id = await people.stream(owner, 'ended');
    for (const [path, bytes] of await recordVideo(3)) await store.put(id, path, bytes);
    await db.pool.query(
      `insert into recordings (stream_id, streamer_id, state, duration_ms, byte_length, starts_at)
       values ($1, $2, 'ready', 15000, 100000, now())`,
      [id, owner],
    );
    return { owner, id };
  }
  const playlistOf = async (id: StreamId) =>
    (await store.playlist(await audienceOf(id), 'video.m3u8'))?.toString() ?? '';
  const durationsOf = (playlist: string) =>
    [...playlist.matchAll(/EXTINF:([\d.]+)/g)].map(([, s]) => Number(s));

  it('encodes the edges of what is kept, which splitting and keeping them again copies', {
    timeout: 120_000,
  }, async () => {
    const { owner, id } = await filmed();
    await trimming.trim(owner, id, seconds([1.5, 14]), true);
    expect(await trimming.one(owner, id)).toMatchObject({
      kept: seconds([0, 15]),
      pending: { share: 0, failure: null },
    });
    expect((await recordings.one(owner, id)).revision).toBe(null);
    await trimming.trimExactly(id, await revisionOf(id), signal);
    expect(await trimming.one(owner, id)).toMatchObject({ kept: seconds([1.5, 14]), pending: null });
    const trimmed = await recordings.one(owner, id);
    expect(trimmed).toMatchObject({ durationMs: 12_500 });
    expect(trimmed.storedByteLength).toBeGreaterThan(100_000);
    const playlist = await playlistOf(id);
    expect(durationsOf(playlist)).toEqual([3.5, 5, 4]);
    expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2);
    const partId = await trimming.split(owner, id, 3500);
    expect(durationsOf(await playlistOf(id))).toEqual([3.5]);
    expect(durationsOf(await playlistOf(partId))).toEqual([5, 4]);
    const files = playlist.split('\n').filter((line) => line.startsWith('trims/') && line.endsWith('.m4s'));
    const copies = (await playlistOf(id)).split('\n').filter((line) => line.endsWith('.m4s'));
    expect(await store.readWhole(id, copies[0] ?? '')).toEqual(await store.readWhole(id, files[0] ?? ''));
  });

  it('splits at a frame: both parts are cut at the nearest segment, then at the frame once it is encoded', {
    timeout: 120_000,
  }, async () => {
    const { owner, id } = await filmed();
    const partId = await trimming.split(owner, id, 7000, true);
    const both = async () => {
      const [first, second] = [await trimming.one(owner, id), await trimming.one(owner, partId)];
      return [first.kept, second.kept];
    };
    expect(await both()).toEqual([seconds([0, 5]), seconds([5, 15])]);
    for (const one of [id, partId]) await trimming.trimExactly(one, await revisionOf(one), signal);
    expect(await both()).toEqual([seconds([0, 7]), seconds([7, 15])]);
    expect(durationsOf(await playlistOf(id))).toEqual([5, 2]);
    expect(durationsOf(await playlistOf(partId))).toEqual([3, 5]);
  });

  it('leaves the recording as it is and says why where the frames cannot be encoded', async () => {
    const { owner, id } = await recording();
    await trimming.trim(owner, id, seconds([1.5, 20]), true);
    const revision = await revisionOf(id);
    await trimming.trimExactly(id, revision, signal);
    expect(await trimming.one(owner, id)).toMatchObject({
      kept: seconds([0, 20]),
      pending: { failure: expect.stringMatching(/^The frames at a cut could not be encoded/) },
    });
    // Another trimming takes the place of one that failed, or is not done.
    await trimming.trim(owner, id, seconds([2, 20]), true);
    expect(await trimming.one(owner, id)).toMatchObject({ kept: seconds([2, 20]), pending: null });
    await trimming.trimExactly(id, revision, signal);
    expect(await trimming.one(owner, id)).toMatchObject({ kept: seconds([2, 20]) });
  });
});

describe('splitting', () => {
  it('makes what follows a private recording with the same gate, and counts the files once', async () => {
    const { owner, id } = await recording();
    const eventId = uuidv7();
    await db.pool.query(
      "update streams set title = 'Evening', gate_kind = 'event', gate_id = $2 where id = $1",
      [...[id, eventId]],
    );
    await recordings.edit(owner, id, { chapters: [{ startMs: 10_000, title: 'Encore' }] });
    await trimming.trim(owner, id, seconds([2, 20]));
    await db.pool.query(
      "insert into recording_captions (stream_id, language, label, webvtt, byte_length) values ($1, 'en', 'English', 'WEBVTT', 6)",
      [id],
    );
    const partId = await trimming.split(owner, id, 6100);
    // Captions have the times of the files that both play.
    expect(await db.read((reader) => findFile(reader, partId, 'en'))).toMatchObject({ webvtt: 'WEBVTT' });
    expect(await recordings.one(owner, id)).toMatchObject({
      title: 'Evening',
      durationMs: 6000,
      chapters: [],
    });
    expect(await recordings.one(owner, partId)).toMatchObject({
      title: 'Evening (part 2)',
      durationMs: 12_000,
      visibility: 'private',
      eventId,
      chapters: [{ startMs: 2000, title: 'Encore' }],
    });
    expect([await segmentsOf(id), await segmentsOf(partId)]).toEqual([
      [1, 2, 3],
      [4, 5, 6, 7, 8, 9],
    ]);
    // Of the captions, both have their own.
    expect((await policies.settings(owner)).usedBytes.recordings).toBe(1012);
  });

  it('copies no captions beyond the storage of the channel', async () => {
    const { owner, id } = await recording();
    await db.pool.query(
      `insert into recording_captions (stream_id, language, label, webvtt, byte_length)
       values ($1, 'en', 'English', 'WEBVTT', 1024 ^ 2)`,
      [id],
    );
    await db.pool.query(
      'update recordings set byte_length = 1024 ^ 3 - 1.5 * 1024 ^ 2 where stream_id = $1',
      [id],
    );
    await db.pool.query('update instance_settings set recording_quota_gib = 1');
    await expect(trimming.split(owner, id, 6100)).rejects.toMatchObject({ code: 'over_quota' });
    await db.pool.query('update instance_settings set recording_quota_gib = 0');
    expect(await recordings.one(owner, id)).toMatchObject({ revision: null });
  });

  it('keeps the files until the last part is deleted permanently', async () => {
    const { owner, id } = await recording();
    const partId = await trimming.split(owner, id, 10_000);
    const purge = async (one: StreamId) => {
      await recordings.delete(owner, one);
      await recordings.purge(owner, one);
      return (await waiting('recordings.delete-files')).map(({ data }) => data.streamId).includes(id);
    };
    expect(await purge(id)).toBe(false);
    expect((await policies.settings(owner)).usedBytes.recordings).toBe(1000);
    expect(await segmentsOf(partId)).toEqual([5, 6, 7, 8, 9]);
    expect(await purge(partId)).toBe(true);
    expect((await policies.settings(owner)).usedBytes.recordings).toBe(0);
  });

  it('is refused at the edges, and where an admin hides the stream', async () => {
    const { owner, id } = await recording();
    await expect(trimming.split(owner, id, 400)).rejects.toMatchObject({ code: 'nothing_kept' });
    await expect(trimming.split(owner, id, 20_000)).rejects.toMatchObject({ code: 'nothing_kept' });
    await withdraw(id);
    await expect(trimming.split(owner, id, 10_000)).rejects.toMatchObject({ code: 'recording_withdrawn' });
  });

  it('numbers the parts of a title', () => {
    expect(nextPartTitle('Evening')).toBe('Evening (part 2)');
    expect(nextPartTitle('Evening (part 9)')).toBe('Evening (part 10)');
    expect(nextPartTitle('x'.repeat(140))).toBe(`${'x'.repeat(131)} (part 2)`);
  });
});
