/** Makes renditions of stored videos with a real encoder, and interrupts the work in all ways. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { recordVideo } from '../../../../test/support/recorded-video.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import { createLog } from '../../../platform/log/log.ts';
import { changeSettings } from '../../../platform/settings/index.ts';
import { createDiskStorage } from '../../../platform/storage/index.ts';
import { findAudience } from '../access/audience.repo.ts';
import { findOne } from '../editing/own-recordings.repo.ts';
import { findUsedBytes } from '../files/quota.repo.ts';
import { createRecordingStore } from '../files/recording-store.ts';
import { remove } from '../recordings.repo.ts';
import { addPart, setTrim } from '../trimming/trimming.repo.ts';
import { copyLadder } from './ladders.repo.ts';
import { createLadders, type LaddersOptions } from './ladders.service.ts';

// The processes run with the lowest priority.
vi.setConfig({ testTimeout: 120_000 });

const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);
const folder = await mkdtemp(join(tmpdir(), 'tributary-ladders-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = createDiskStorage(folder, { check() {} });
const store = createRecordingStore(storage);
const disk = { freeBytes: Number.POSITIVE_INFINITY };
const live = { spareCores: { whenFree: async () => {} } };
const options = { db, jobs, store, live, storageDisk: disk, log: createLog('silent') };
const { signal } = new AbortController();
const video = await recordVideo(3);
const RUN = '1767225600000-0-epoch';

afterEach(async () => {
  disk.freeBytes = Number.POSITIVE_INFINITY;
  await db.pool.query('delete from recordings');
});

const laddersWith = (more: Partial<LaddersOptions> = {}) => createLadders({ ...options, ...more });

async function recorded(owner?: UserId): Promise<{ id: StreamId; owner: UserId }> {
  const streamer = owner ?? (await people.streamer());
  const id = await people.stream(streamer, 'ended');
  for (const [path, bytes] of video) await store.put(id, path, bytes);
  await store.finish(id);
  await db.pool.query(
    `insert into recordings (stream_id, streamer_id, state, duration_ms, starts_at, byte_length)
     values ($1, $2, 'ready', 15000, now(), 1000)`,
    [id, streamer],
  );
  return { id, owner: streamer };
}

async function qualitiesOf({ id, owner }: { id: StreamId; owner: UserId }) {
  return (await db.read((reader) => findOne(reader, owner, id)))?.qualities ?? null;
}
const offeredOf = async (id: StreamId) =>
  (await db.read((reader) => findAudience(reader, id)))?.ladder?.renditions.map(({ name }) => name) ?? null;
const filesOf = async (id: StreamId) => [...(await store.ladderFiles(id)).keys()];
const segmentsOf = async (id: StreamId) => (await filesOf(id)).filter((path) => path.endsWith('.m4s'));
const requested = async () =>
  (await waiting()).filter(({ name }) => name === 'recordings.make-ladder').map(({ data }) => data.streamId);

it('requests the renditions of recordings that are kept, and offers them once they are complete', async () => {
  await db.transact((tx) => changeSettings(tx, { transcodingHeights: [240] }));
  const small = await recorded();
  await laddersWith().make(small.id, signal);
  // A picture of 180 lines needs no smaller one.
  expect(await qualitiesOf(small)).toMatchObject({ state: 'ready', names: [] });

  await db.pool.query(`update instance_settings set transcoding_heights = '{144,90}'`);
  const one = await recorded();
  const undecided = await recorded();
  await db.pool.query('update recordings set decide_by = now() where stream_id = $1', [undecided.id]);
  await laddersWith().requestAll();
  expect(await requested()).toContain(one.id);
  expect(await requested()).not.toContain(undecided.id);
  expect(await offeredOf(one.id)).toBeNull();
  await laddersWith().make(one.id, signal);
  expect(await qualitiesOf(one)).toEqual({
    state: 'ready',
    names: ['144p', '90p'],
    share: 1,
    isOffered: true,
    problem: null,
  });
  expect(await offeredOf(one.id)).toEqual(['144p', '90p']);
  expect(await segmentsOf(one.id)).toHaveLength(6);
});

it('requests the renditions of what the people who use a demo account record or upload', async () => {
  const one = await recorded();
  await db.pool.query('insert into demo_accounts (user_id) values ($1)', [one.owner]);
  await laddersWith().requestAll();
  expect(await requested()).toContain(one.id);
});

it('leaves recordings as they are where an admin has turned renditions of recordings off', async () => {
  await db.transact((tx) => changeSettings(tx, { recordingRenditions: false }));
  const one = await recorded();
  await laddersWith().requestAll();
  await laddersWith().make(one.id, signal);
  await db.transact((tx) => changeSettings(tx, { recordingRenditions: true }));
  expect([await requested(), await filesOf(one.id)]).toEqual([expect.not.arrayContaining([one.id]), []]);
});

it('ends its turn after a segment, and goes on with the next one in another turn', async () => {
  const one = await recorded();
  const ladders = laddersWith({ sliceMs: 0 });
  await ladders.make(one.id, signal);
  const first = await segmentsOf(one.id);
  expect(first.length).toBeLessThan(6);
  expect(await requested()).toContain(one.id);
  expect(await qualitiesOf(one)).toMatchObject({ state: 'making', names: ['144p', '90p'], isOffered: false });
  await laddersWith().make(one.id, signal);
  expect(await offeredOf(one.id)).toEqual(['144p', '90p']);
  expect(await segmentsOf(one.id)).toEqual(expect.arrayContaining(first));
});

it('goes on in the next attempt when the encoder is killed, and gives up for a day where it stores nothing three times', async () => {
  const one = await recorded();
  const onProcess = (pid: number | null) => void (pid !== null && process.kill(pid, 'SIGKILL'));
  const killed = laddersWith({ encoder: { onProcess } });
  await killed.make(one.id, signal);
  expect(await qualitiesOf(one)).toMatchObject({ state: 'making', problem: null });
  await killed.make(one.id, signal);
  await killed.make(one.id, signal);
  expect(await qualitiesOf(one)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('tries again tomorrow'),
  });
  await laddersWith().make(one.id, signal);
  expect(await segmentsOf(one.id)).toEqual([]);
  await db.pool.query(`update recording_ladders set updated_at = now() - interval '25 hours'`);
  await laddersWith().make(one.id, signal);
  expect(await qualitiesOf(one)).toMatchObject({ state: 'ready', isOffered: true, problem: null });
});

it('lets another process go on once a dead one no longer extends its hold', async () => {
  const one = await recorded();
  await db.pool.query(
    `insert into recording_ladders (stream_id, holder, held_until)
     values ($1, gen_random_uuid(), now() + interval '45 s')`,
    [one.id],
  );
  await laddersWith().make(one.id, signal);
  expect(await filesOf(one.id)).toEqual([]);
  await db.pool.query(`update recording_ladders set held_until = now() - interval '1 s'`);
  await laddersWith().make(one.id, signal);
  expect(await offeredOf(one.id)).toEqual(['144p', '90p']);
});

it('waits on a nearly full disk, tells the creator, and goes on once there is room', async () => {
  const one = await recorded();
  disk.freeBytes = 1024 ** 3;
  await laddersWith().make(one.id, signal);
  expect(await filesOf(one.id)).toEqual([]);
  expect(await qualitiesOf(one)).toMatchObject({
    state: 'making',
    problem: expect.stringContaining('until an admin has freed space'),
  });
  disk.freeBytes = Number.POSITIVE_INFINITY;
  await laddersWith().make(one.id, signal);
  expect(await qualitiesOf(one)).toMatchObject({ state: 'ready', problem: null });
});

it('does not count renditions toward the storage of a channel', async () => {
  const one = await recorded();
  const used = () => db.read((reader) => findUsedBytes(reader, one.owner, null));
  const before = await used();
  await laddersWith().make(one.id, signal);
  expect(await used()).toEqual(before);
});

it('stops when the instance stops, and keeps what is stored', async () => {
  const one = await recorded();
  const stopping = new AbortController();
  let segments = 0;
  const whenFree = async () => {
    segments += 1;
    if (segments === 3) stopping.abort(new Error('The instance stops.'));
  };
  const ladders = laddersWith({ live: { spareCores: { whenFree } } });
  await expect(ladders.make(one.id, stopping.signal)).rejects.toThrow('The instance stops.');
  const stored = await segmentsOf(one.id);
  expect(stored.length).toBeGreaterThan(0);
  await laddersWith().make(one.id, signal);
  expect(await segmentsOf(one.id)).toEqual(expect.arrayContaining(stored));
  expect(await offeredOf(one.id)).toEqual(['144p', '90p']);
});

it('keeps no files of a recording that is deleted while they are made', async () => {
  const one = await recorded();
  let segments = 0;
  const whenFree = async () => {
    segments += 1;
    if (segments !== 2) return;
    await db.transact((tx) => remove(tx, one.id));
    await store.delete(one.id, signal);
  };
  await laddersWith({ live: { spareCores: { whenFree } } }).make(one.id, signal);
  expect(await filesOf(one.id)).toEqual([]);
});

it('keeps the renditions of what is trimmed and split off, and makes those of the edges of exact cuts', async () => {
  const one = await recorded();
  await laddersWith().make(one.id, signal);
  const trimTo = (revision: string, runs: readonly string[]) =>
    db.transact((tx) => {
      const segments = runs.map((run) => ({ run, firstMsn: 0, lastMsn: 0 }));
      return setTrim(tx, one.id, {
        trim: { revision, segments, ranges: [], chapters: [] },
        durationMs: 5000,
        chapters: [],
      });
    });
  await trimTo('abc', [RUN]);
  expect(await offeredOf(one.id)).toEqual(['144p', '90p']);

  const part = await people.stream(one.owner, 'ended');
  await db.transact(async (tx) => {
    await addPart(tx, part, {
      from: one.id,
      startsAt: new Date(),
      trim: null,
      durationMs: 5000,
      chapters: [],
    });
    await copyLadder(tx, one.id, part);
  });
  expect(await offeredOf(part)).toEqual(['144p', '90p']);

  // The edge is a copy of a run, with an initialization section of its own.
  const edge = 'trims/def/1767225600000-0-edge';
  for (const [path, bytes] of video)
    if (!/video-[12]-/.test(path)) await store.put(one.id, path.replace(RUN, edge), bytes);
  await trimTo('def', [edge]);
  expect(await offeredOf(one.id)).toBeNull();
  expect(await qualitiesOf(one)).toMatchObject({ isOffered: false });
  await laddersWith().make(one.id, signal);
  expect(await offeredOf(one.id)).toEqual(['144p', '90p']);
  expect((await segmentsOf(one.id)).filter((path) => path.startsWith(edge))).toHaveLength(2);
  await store.delete(one.id, signal, 'def');
  expect((await filesOf(one.id)).filter((path) => path.startsWith(edge))).toEqual([]);
  expect(await segmentsOf(one.id)).toHaveLength(6);
});
