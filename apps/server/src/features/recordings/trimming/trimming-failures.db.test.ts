/** What becomes of trimmings whose process dies, is paused, or loses the storage on the way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamId } from '@tributary/contracts/shared';
import { afterAll, expect, it, vi } from 'vitest';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { createDiskStorage } from '#platform/storage/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { recordVideo } from '../../../../test/support/recorded-video.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { AppError } from '../../../platform/errors.ts';
import { findAudience } from '../access/audience.repo.ts';
import { createQuota } from '../files/quota.ts';
import { createRecordingStore } from '../files/recording-store.ts';
import { createRecordingsService } from '../recordings.service.ts';
import { createTrimming, type TrimmingOptions } from './trimming.service.ts';

// Edges are encoded in processes of a low priority.
vi.setConfig({ testTimeout: 120_000 });

const folder = await mkdtemp(join(tmpdir(), 'tributary-trimming-failures-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);
const storage = createDiskStorage(folder, { check: () => undefined });
const store = createRecordingStore(storage);
let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
const options = {
  db,
  jobs,
  hooks: createHooks(),
  quota: createQuota(),
  store,
  log: createLog('silent'),
  nowMs: () => nowMs,
  recorder: { rebuild: async (id: StreamId) => ({ index: await store.index(id), isComplete: true }) },
  storyboards: { request: async () => undefined },
};
const trimming = createTrimming(options);
const withStore = (changes: Partial<TrimmingOptions['store']>) =>
  createTrimming({ ...options, store: { ...store, ...changes } });
const thumbnails = { hide: async () => undefined };
const recordings = createRecordingsService({
  db,
  jobs,
  hooks: createHooks(),
  thumbnails,
  nowMs: () => nowMs,
});
const { signal } = new AbortController();
const video = await recordVideo(3);

/** The recording of three segments of 5 s. */
async function recorded() {
  const owner = await people.streamer();
  const id = await people.stream(owner, 'ended');
  for (const [path, bytes] of video) await store.put(id, path, bytes);
  await db.pool.query(
    `insert into recordings (stream_id, streamer_id, state, duration_ms, byte_length, starts_at)
     values ($1, $2, 'ready', 15000, 100000, now())`,
    [id, owner],
  );
  const seconds = (startS: number, endS: number) => [{ startMs: startS * 1000, endMs: endS * 1000 }];
  return { owner, id, seconds };
}

async function askedFor() {
  const recording = await recorded();
  await trimming.trim(recording.owner, recording.id, recording.seconds(1.5, 14), true);
  const job = (await waiting('recordings.trim-exactly')).findLast(
    ({ data }) => data.streamId === recording.id,
  );
  return { ...recording, revision: String(job?.data.revision ?? expect.fail('no job')) };
}

/** What is stored for trimmings of a recording. */
async function filesOf(id: StreamId): Promise<string[]> {
  const { objects } = await storage.list(`recordings/${id}/trims/`);
  return objects.map(({ key }) => key);
}

/** Every file that viewers of a recording are referred to. */
async function readAll(id: StreamId): Promise<void> {
  const audience = (await db.read((reader) => findAudience(reader, id))) ?? expect.fail('nobody may watch');
  const playlist = (await store.playlist(audience, 'video.m3u8'))?.toString() ?? expect.fail('no playlist');
  const paths = [...playlist.matchAll(/^(?:#EXT-X-MAP:URI="([^"]+)".*|([^#].*))$/gm)];
  expect(paths.length).toBeGreaterThan(1);
  for (const [, init, segment] of paths) await store.readWhole(audience.mediaId, init ?? segment ?? '');
}

const runDeletions = async (mediaId: StreamId) => {
  for (const { data } of await waiting('recordings.delete-trim-files'))
    if (data.mediaId === mediaId) await trimming.deleteUnused(mediaId, String(data.revision), signal);
};

const away = new AppError('storage_unavailable', 'unavailable', 'File storage is unavailable.');

it('keeps what another process has applied while this one was paused', async () => {
  const { owner, id, revision } = await askedFor();
  let isFirst = true;
  const paused = withStore({
    async putPlaylist(...args) {
      if (isFirst) await trimming.trimExactly(id, revision, signal);
      isFirst = false;
      await store.putPlaylist(...args);
    },
  });
  await paused.trimExactly(id, revision, signal);
  expect(await trimming.one(owner, id)).toMatchObject({ pending: null });
  expect((await recordings.one(owner, id)).durationMs).toBe(12_500);
  await readAll(id);
});

it('keeps what was applied where the answer of the database was lost', async () => {
  const { owner, id, revision } = await askedFor();
  const lost: TrimmingOptions['db'] = {
    ...db,
    read: (work) => db.read(work),
    async transact(work) {
      const result = await db.transact(work);
      if ((await recordings.one(owner, id)).revision === revision)
        throw new AppError('database_unavailable', 'unavailable', 'The database is not responding.');
      return result;
    },
  };
  const failing = createTrimming({ ...options, db: lost });
  await expect(failing.trimExactly(id, revision, signal)).rejects.toMatchObject({
    code: 'database_unavailable',
  });
  await trimming.trimExactly(id, revision, signal);
  await readAll(id);
});

it('continues an exact trimming once the storage is back, and reports no failed frames until then', async () => {
  const { owner, id, revision } = await askedFor();
  const failing = withStore({ put: async () => Promise.reject(away) });
  await expect(failing.trimExactly(id, revision, signal)).rejects.toBe(away);
  expect(await trimming.one(owner, id)).toMatchObject({ pending: { failure: null } });
  await trimming.trimExactly(id, revision, signal);
  expect(await trimming.one(owner, id)).toMatchObject({ pending: null });
  await readAll(id);
});

it('deletes what a process had stored that died before it applied a trimming, and nothing that is played', async () => {
  const { owner, id, seconds } = await recorded();
  const dying = withStore({
    async putPlaylist(...args) {
      await store.putPlaylist(...args);
      throw new Error('The process dies.');
    },
  });
  await expect(dying.trim(owner, id, seconds(5, 15))).rejects.toThrow('dies');
  expect(await filesOf(id)).toHaveLength(1);
  await trimming.trim(owner, id, seconds(5, 15));
  await runDeletions(id);
  const { revision } = await recordings.one(owner, id);
  const files = await filesOf(id);
  expect(files.filter((key) => key.includes(`/trims/${revision}/`))).toEqual(files);
  await readAll(id);
});

it('deletes the edges of a trimming that was given up for another one while its process was dead', async () => {
  const { owner, id, seconds, revision } = await askedFor();
  const dying = withStore({ putPlaylist: async () => Promise.reject(away) });
  await expect(dying.trimExactly(id, revision, signal)).rejects.toBe(away);
  expect(await filesOf(id)).not.toEqual([]);
  await trimming.trim(owner, id, seconds(0, 15));
  await runDeletions(id);
  expect(await filesOf(id)).toEqual([]);
});

it('lets creators try again where an exact trimming was not done after two days', async () => {
  const { owner, id } = await askedFor();
  await trimming.failStuck(signal);
  expect(await trimming.one(owner, id)).toMatchObject({ pending: { failure: null } });
  nowMs += 2 * DAY_MS + 1;
  await trimming.failStuck(signal);
  expect(await trimming.one(owner, id)).toMatchObject({
    pending: { failure: expect.stringMatching(/Try again/) },
  });
});

it('deletes the playlists of a part that is deleted permanently, and keeps those of the other part', async () => {
  const { owner, id } = await recorded();
  const partId = await trimming.split(owner, id, 5000);
  await recordings.delete(owner, partId);
  await recordings.purge(owner, partId);
  await runDeletions(id);
  const { revision } = await recordings.one(owner, id);
  const files = await filesOf(id);
  expect(files.filter((key) => key.includes(`/trims/${revision}/`))).toEqual(files);
  await readAll(id);
});
