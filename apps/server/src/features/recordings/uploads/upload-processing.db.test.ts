/** What becomes of the processing of uploads whose process dies or is paused, and where the storage is away. */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it, vi } from 'vitest';
import { CLIPS, makeClip } from '../../../../test/support/clip-files.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { AppError } from '../../../platform/errors.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createDiskStorage } from '../../../platform/storage/index.ts';
import { createQuota } from '../files/quota.ts';
import { createRecordingStore } from '../files/recording-store.ts';
import { createUploadFiles } from './upload-files.ts';
import { createUploadProcessor, type UploadProcessorOptions } from './upload-processing.service.ts';
import * as repo from './uploads.repo.ts';

// Files are processed with a low priority.
vi.setConfig({ testTimeout: 120_000 });

const folder = await mkdtemp(join(tmpdir(), 'tributary-upload-processing-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const clip = join(folder, 'clip.mp4');
await makeClip(clip, CLIPS.h264, 4);

const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);
const storage = createDiskStorage(join(folder, 'storage'));
const store = createRecordingStore(storage);
const files = createUploadFiles(join(folder, 'uploads'), { freeBytes: 1e12 });
const settings = {
  title: '',
  category: 'Music' as const,
  tags: [],
  isMature: false,
  language: null,
  thumbnailUrl: null,
};
const notices: { userId: UserId; message: string }[] = [];
const options: UploadProcessorOptions = {
  db,
  jobs,
  quota: createQuota(),
  store,
  files,
  log: createLog('silent'),
  nowMs: () => Date.now(),
  live: { thumbnails: { keep: async () => undefined } },
  channels: { settings: async () => settings },
  notifications: { notify: async (_tx, notice) => void notices.push(inEnglish(notice)) },
  storyboards: { request: async () => undefined },
  storageWaits: { firstMs: 1, longestMs: 1 },
};
const processor = createUploadProcessor(options);
const { signal } = new AbortController();

/** An upload that has arrived completely. */
async function uploaded(): Promise<{ readonly id: StreamId; readonly owner: UserId }> {
  const owner = await people.streamer();
  const id = uuidv7() as StreamId;
  await files.create(id);
  await copyFile(clip, files.pathOf(id));
  await db.pool.query(
    `insert into uploads (id, streamer_id, file_name, byte_length, state) values ($1, $2, 'clip.mp4', $3, 'processing')`,
    [id, owner, await files.sizeOf(id)],
  );
  return { id, owner };
}

async function filesOf(id: StreamId): Promise<string[]> {
  const { objects } = await storage.list(`recordings/${id}/`);
  return objects.map(({ key }) => key);
}

/** The names of the runs that are stored. */
const runsOf = async (id: StreamId) =>
  new Set((await filesOf(id)).flatMap((key) => /\/(\d+-[^/]+)\//.exec(key)?.[1] ?? []));

const durationOf = async (id: StreamId) => {
  const { rows } = await db.pool.query('select duration_ms::int as ms from recordings where stream_id = $1', [
    id,
  ]);
  return rows[0]?.ms;
};
const uploadOf = (id: StreamId) => db.read((reader) => repo.find(reader, id));
const away = new AppError('storage_unavailable', 'unavailable', 'File storage is unavailable.');

/** A processor whose store does something else in place of storing the `count`-th file. */
function interruptedAt(count: number, put: (store: () => Promise<void>) => Promise<void>) {
  let stored = 0;
  return createUploadProcessor({
    ...options,
    store: {
      ...store,
      async put(...args) {
        stored += 1;
        await (stored === count ? put(() => store.put(...args)) : store.put(...args));
      },
    },
  });
}

it('leaves the recording as it is that another process has made while this one was paused', async () => {
  const { id } = await uploaded();
  const paused = interruptedAt(5, async (put) => {
    await processor.process(id, signal);
    await put();
  });
  await paused.process(id, signal);
  expect(Math.abs((await durationOf(id)) - 4000)).toBeLessThan(50);
  expect((await runsOf(id)).size).toBe(1);
  expect((await filesOf(id)).filter((key) => key.endsWith('.m3u8'))).toHaveLength(3);
});

it('makes the recording of its own attempt alone where an earlier one still stores files', async () => {
  const { id } = await uploaded();
  let earlier: Promise<void> = Promise.resolve();
  const { promise: isTakenOver, resolve: takeOver } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const paused = interruptedAt(5, async (put) => {
    begun.resolve();
    await isTakenOver;
    await put();
  });
  earlier = paused.process(id, signal);
  await begun.promise;
  const next = interruptedAt(5, async (put) => {
    takeOver();
    await earlier;
    await put();
  });
  await next.process(id, signal);
  expect(Math.abs((await durationOf(id)) - 4000)).toBeLessThan(50);
  expect((await runsOf(id)).size).toBe(1);
  expect(existsSync(files.pathOf(id))).toBe(false);
});

it('waits for a storage that is away in the middle of a file', async () => {
  const { id } = await uploaded();
  let failures = 20;
  const failing = createUploadProcessor({
    ...options,
    store: {
      ...store,
      put: (...args) =>
        args[1].endsWith('.m4s') && failures-- > 0 ? Promise.reject(away) : store.put(...args),
    },
  });
  await failing.process(id, signal);
  expect(Math.abs((await durationOf(id)) - 4000)).toBeLessThan(50);
});

it('is tried again from the beginning where the storage stays away, and blames no file', async () => {
  const { id } = await uploaded();
  const failing = createUploadProcessor({
    ...options,
    storageWaits: { firstMs: 1, longestMs: 1, totalMs: 20 },
    store: { ...store, put: () => Promise.reject(away) },
  });
  await expect(failing.process(id, signal)).rejects.toBe(away);
  expect(await uploadOf(id)).toMatchObject({ state: 'processing', failure: null });
  await processor.process(id, signal);
  expect(Math.abs((await durationOf(id)) - 4000)).toBeLessThan(50);
});

it('stops with a sentence where the disk is full, and has a job delete what it has stored', async () => {
  const { id, owner } = await uploaded();
  const full = interruptedAt(5, async () => {
    throw new AppError('disk_unwritable', 'unavailable', 'The disk is full.');
  });
  await full.process(id, signal);
  expect(await uploadOf(id)).toMatchObject({
    state: 'failed',
    failure: 'The server’s disk is full. Try again later.',
  });
  expect(notices.find(({ userId }) => userId === owner)?.message).toContain('The server’s disk is full.');
  expect((await waiting('recordings.delete-files')).map(({ data }) => data.streamId)).toContain(id);
});

it('deletes the file of an upload whose process died after it had failed', async () => {
  const { id } = await uploaded();
  await processor.fail((await uploadOf(id)) ?? expect.fail('no upload'));
  await processor.process(id, signal);
  expect(existsSync(files.pathOf(id))).toBe(false);
});

it('keeps the files of an upload that has become a recording while it is given up', async () => {
  const { id } = await uploaded();
  const upload = (await uploadOf(id)) ?? expect.fail('no upload');
  await processor.process(id, signal);
  await processor.fail(upload);
  expect((await waiting('recordings.delete-files')).map(({ data }) => data.streamId)).not.toContain(id);
  expect((await filesOf(id)).length).toBeGreaterThan(3);
});
