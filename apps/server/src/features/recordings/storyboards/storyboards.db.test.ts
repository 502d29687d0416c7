/** When storyboards are made, withdrawn and left out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamId } from '@tributary/contracts/shared';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { recordVideo } from '../../../../test/support/recorded-video.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createDiskStorage } from '../../../platform/storage/index.ts';
import { findUsedBytes } from '../files/quota.repo.ts';
import { createRecordingStore } from '../files/recording-store.ts';
import { setTrim } from '../trimming/trimming.repo.ts';
import { createStoryboards } from './storyboards.service.ts';

const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);
const folder = await mkdtemp(join(tmpdir(), 'tributary-storyboards-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = createDiskStorage(folder, { check() {} });
const store = createRecordingStore(storage);
let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
const SHEET_BYTES = (256 * 144 * 3) / 2;
/** Draws gray tiles. */
const worker = { run: async () => ({ image: Buffer.alloc(SHEET_BYTES, 128) }), close() {} };
const options = { db, jobs, store, worker, log: createLog('silent'), nowMs: () => nowMs };
const storyboards = createStoryboards(options);
const { signal } = new AbortController();
const RUN = '1767225600000-0-epoch';
const video = await recordVideo(1);

async function recorded(files: ReadonlyMap<string, Uint8Array> = video): Promise<StreamId> {
  const owner = await people.streamer();
  const id = await people.stream(owner, 'ended');
  for (const [path, bytes] of files) await store.put(id, path, bytes);
  await db.pool.query(
    `insert into recordings (stream_id, streamer_id, state, duration_ms, starts_at, storyboard_wanted_at)
     values ($1, $2, 'ready', 5000, now(), $3)`,
    [id, owner, new Date(nowMs)],
  );
  return id;
}

async function urlOf(id: StreamId): Promise<string | null> {
  const { rows } = await db.pool.query('select storyboard from recordings where stream_id = $1', [id]);
  return rows[0]?.storyboard?.url ?? null;
}
const sheetsOf = async (id: StreamId) => {
  const { objects } = await storage.list(`recordings/${id}/`);
  return objects
    .map(({ key }) => key.slice(`recordings/${id}/`.length))
    .filter((key) => key.endsWith('webp'));
};
const requested = async () => (await waiting()).map(({ data }) => data.streamId);

it('makes the storyboard of a recording, and another one for viewers of what is kept when it is trimmed', async () => {
  const id = await recorded();
  await storyboards.make(id, signal);
  expect(await urlOf(id)).toBe(`/recordings/${id}/storyboard/whole`);
  expect(await sheetsOf(id)).toEqual(['storyboard/0.webp']);
  const { rows } = await db.pool.query('select streamer_id as id from recordings where stream_id = $1', [id]);
  // The sheet of the tests, and no segment.
  const used = await db.read((reader) => findUsedBytes(reader, rows[0].id, null));
  expect(used.recordings).toBe(SHEET_BYTES);

  nowMs += 1000;
  await db.transact(async (tx) => {
    const trim = {
      revision: 'abc',
      segments: [{ run: RUN, firstMsn: 0, lastMsn: 0 }],
      ranges: [],
      chapters: [],
    };
    await setTrim(tx, id, { trim, durationMs: 5000, chapters: [] });
    await storyboards.request(tx, id);
  });
  expect(await urlOf(id)).toBeNull();
  expect(await requested()).toContain(id);
  await storyboards.make(id, signal);
  expect(await urlOf(id)).toBe(`/recordings/${id}/storyboard/abc`);
  expect(await sheetsOf(id)).toContain('trims/abc/storyboard/0.webp');
});

it('keeps no sheets of a storyboard whose recording is trimmed or deleted while it is made', async () => {
  for (const statement of [
    `update recordings set storyboard_wanted_at = storyboard_wanted_at + interval '1 s', trim = '{"revision":"abc"}'
     where stream_id = $1`,
    'delete from recordings where stream_id = $1',
  ]) {
    const id = await recorded();
    const putSheet = async (...args: Parameters<typeof store.putSheet>) => {
      await db.pool.query(statement, [id]);
      await store.putSheet(...args);
    };
    const interrupted = createStoryboards({ ...options, store: { ...store, putSheet } });
    await interrupted.make(id, signal);
    expect([await urlOf(id), await sheetsOf(id)]).toEqual([null, []]);
  }
});

it('keeps the sheets that another process has made meanwhile', async () => {
  const id = await recorded();
  const putSheet = async (...args: Parameters<typeof store.putSheet>) => {
    await storyboards.make(id, signal);
    await store.putSheet(...args);
  };
  const paused = createStoryboards({ ...options, store: { ...store, putSheet } });
  await paused.make(id, signal);
  expect(await urlOf(id)).toBe(`/recordings/${id}/storyboard/whole`);
  expect(await sheetsOf(id)).toEqual(['storyboard/0.webp']);
});

it('leaves a recording that has no video without one, and does not ask again', async () => {
  const id = await recorded(new Map());
  const other = await recorded();
  await storyboards.make(id, signal);
  expect([await urlOf(id), await sheetsOf(id)]).toEqual([null, []]);
  await storyboards.requestMissing();
  expect(await requested()).toContain(other);
  expect(await requested()).not.toContain(id);
});

it('is tried again where the storage fails', async () => {
  const id = await recorded();
  const failing = {
    ...store,
    putSheet: async () => {
      throw new Error('The storage is away.');
    },
  };
  const broken = createStoryboards({ ...options, store: failing });
  await expect(broken.make(id, signal)).rejects.toThrow('away');
  await storyboards.make(id, signal);
  expect(await urlOf(id)).not.toBeNull();
});
