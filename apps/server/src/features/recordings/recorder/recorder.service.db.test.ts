/** What becomes of a recording on S3 when its storage, its stream or its time ends. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { afterAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { startFakeS3 } from '../../../../test/support/fake-s3.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createTestJobs } from '../../../../test/support/test-jobs.ts';
import type { RecordingSink } from '../../../media/recorder/index.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { createHooks } from '../../../platform/hooks.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { Notify } from '../../../platform/notifications/index.ts';
import { createS3Storage } from '../../../platform/storage/s3.ts';
import { createQuota } from '../files/quota.ts';
import { createRecordingStore } from '../files/recording-store.ts';
import { createRecordingsService } from '../recordings.service.ts';
import { purgeExpired } from '../retention/retention.service.ts';
import { createStreamRecorder } from './recorder.service.ts';
import { setPolicy } from './recording-policy.repo.ts';
import { createRecordingPolicies } from './recording-policy.service.ts';

const GIB = 1024 ** 3;
const TRACK = Buffer.from(
  '{"kind":"audio","codecString":"mp4a.40.2","channels":2,"targetDurationSeconds":2}',
);
const RUN = '1767225600000-0-epoch';

const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);
const s3 = await startFakeS3();
afterAll(() => s3[Symbol.asyncDispose]());

let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
const disk = { freeBytes: 100 * GIB };
const notices: { userId: UserId; title: string }[] = [];
const notifications = {
  notify: async (_tx: unknown, notice: Notify) => void notices.push(inEnglish(notice)),
};
const titlesFor = (user: UserId) => notices.filter(({ userId }) => userId === user).map(({ title }) => title);
const thumbnails = { hide: async () => undefined };
const recordings = createRecordingsService({
  db,
  jobs,
  hooks: createHooks(),
  thumbnails,
  nowMs: () => nowMs,
});
const quota = createQuota();
const policies = createRecordingPolicies(db, quota);
const store = createRecordingStore(createS3Storage(s3.options));
const storyboards = { request: async () => undefined };

function startRecorder(from = store) {
  const sinks: RecordingSink[] = [];
  const recorder = createStreamRecorder({
    criticalDb: db,
    jobs,
    log: createLog('silent'),
    quota,
    store: from,
    notifications,
    storyboards,
    nowMs: () => nowMs,
    diskSpace: disk,
  });
  const record = (streamerId: UserId, streamId: StreamId) =>
    recorder.record({ streamId, streamerId, record: (sink) => sinks.push(sink) > 0 });
  return { recorder, record, sinks };
}

/** A stream that is being recorded; the test is its recorder. */
async function record(policy: 'always' | 'ask' | 'never' = 'always') {
  const owner = await people.streamer();
  const id = await people.stream(owner);
  await db.transact((tx) => setPolicy(tx, owner, policy));
  const { recorder, record, sinks } = startRecorder();
  record(owner, id);
  const sink = sinks.at(-1) ?? expect.fail();
  return { owner, id, recorder, recordAgain: () => record(owner, id), sink, isOpen: await sink.open() };
}

const segmentOf = (msn: number, byteLength: number) => ({
  path: `${RUN}/0/audio-${msn}-2.00000.m4s`,
  chunks: [Buffer.alloc(byteLength)],
});

/** @returns whether each of the files was stored */
async function putSegments(sink: RecordingSink, count: number, byteLength = 1000): Promise<boolean[]> {
  const stored = [
    await sink.put(`${RUN}/audio/track.json`, TRACK),
    await sink.put(`${RUN}/audio/init.mp4`, Buffer.from('init')),
  ];
  for (let msn = 0; msn < count; msn += 1) {
    stored.push(await sink.append([segmentOf(msn, byteLength)]));
    sink.settle(msn);
  }
  return stored;
}

async function end(id: StreamId): Promise<void> {
  await db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [id]);
}

const runExpiry = () =>
  purgeExpired({ db, recordings, notifications, nowMs: () => nowMs }, new AbortController().signal);

it('stores a recording on S3, and finds everything again from its files alone', async () => {
  const { owner, id, recorder, sink } = await record();
  await putSegments(sink, 3);
  expect(recorder.indexOf(id)?.index.startMs).toBe(1_767_225_600_000);
  expect(await sink.read(segmentOf(1, 0).path, 10, 19)).toEqual(Buffer.alloc(10));
  const { index } = await recorder.rebuild(id);
  expect(index.byteLength).toBe(recorder.indexOf(id)?.index.byteLength);
  expect(index.track('audio')).toMatchObject({ codecString: 'mp4a.40.2', targetDurationSeconds: 2 });
  await end(id);
  sink.close('stopped');
  await recorder.finish(id);
  const key = `tributary/recordings/${id}/audio.m3u8`;
  expect(s3.objects.get(key)?.toString()).toMatch(/(?:#EXTINF:2\.00000,\n.+\.m4s\n){3}#EXT-X-ENDLIST\n$/);
  expect(await recordings.one(owner, id)).toMatchObject({ state: 'ready', durationMs: 6000, decideBy: null });
  await store.delete(id, new AbortController().signal);
  expect([...s3.objects.keys()].filter((name) => name.includes(id))).toEqual([]);
});

it('continues with what a process stored that was killed before viewers could watch it', async () => {
  const { owner, id, sink } = await record();
  await sink.put(`${RUN}/audio/track.json`, TRACK);
  await sink.put(`${RUN}/audio/init.mp4`, Buffer.from('init'));
  await sink.append([segmentOf(0, 1000)]);

  const next = startRecorder();
  next.record(owner, id);
  const continued = next.sinks.at(-1) ?? expect.fail();
  expect(await continued.open()).toBe(true);
  await continued.append([segmentOf(1, 1000)]);
  continued.settle(1);
  continued.close('stopped');
  await end(id);
  await next.recorder.finish(id);
  expect(await recordings.one(owner, id)).toMatchObject({ durationMs: 4000 });
});

it('pauses recording with one notice while the disk is full, and continues once there is room', async () => {
  const { owner, id, recorder, sink } = await record();
  expect(await putSegments(sink, 2)).not.toContain(false);
  const put = () => sink.append([segmentOf(2, 1000)]);
  disk.freeBytes = 100;
  await expect(put()).rejects.toThrow('waits for room');
  await expect(put()).rejects.toThrow('waits for room');
  disk.freeBytes = 100 * GIB;
  expect(await put()).toBe(true);
  sink.settle(2);
  sink.close('stopped');
  expect(titlesFor(owner)).toEqual(['Recording paused']);
  await end(id);
  await recorder.finish(id);
  expect(await recordings.one(owner, id)).toMatchObject({ stoppedBy: 'disk_full', durationMs: 6000 });
});

it('stops recording with a notice when the channel has used its storage, also after a restart', async () => {
  const { owner, id, sink } = await record();
  await db.pool.query('update recordings set byte_length = $2 where stream_id = $1', [id, 99 * GIB]);
  const next = await people.stream(owner, 'ended');
  await db.pool.query('insert into recordings (stream_id, streamer_id, byte_length) values ($1, $2, $3)', [
    ...[next, owner, 100 * GIB],
  ]);
  await sink.open();
  expect(await sink.put(`${RUN}/audio/track.json`, TRACK)).toBe(false);
  expect(titlesFor(owner)).toEqual(['Recording stopped']);
  expect(await recordings.one(owner, id)).toMatchObject({ stoppedBy: 'quota' });
  // A restart, after the streamer has made room for the next recording.
  await db.pool.query('delete from recordings where stream_id = $1', [next]);
  expect(await sink.open()).toBe(false);
});

it('deletes what it stores of a stream whose account is deleted while it runs', async () => {
  const { owner, id, recorder, sink } = await record();
  await putSegments(sink, 2);
  await db.pool.query('delete from profiles where id = $1', [owner]);
  const sent = async () => (await waiting('recordings.delete-files')).map(({ data }) => data.streamId);
  expect(await sink.append([segmentOf(2, 1000)])).toBe(true);
  expect(await sent()).not.toContain(id);
  sink.close('kicked');
  await vi.waitFor(async () => expect(await sent()).toContain(id), { timeout: 20_000 });
  expect(recorder.hasRecorded(id)).toBe(false);
});

it('finishes recordings that were forgotten for minutes, and the others where one fails again', async () => {
  const [broken, whole] = [await record(), await record()];
  for (const { id, sink } of [broken, whole]) {
    await putSegments(sink, 1);
    await db.pool.query("update streams set status = 'ended', ended_at = $2 where id = $1", [
      ...[id, new Date(nowMs)],
    ]);
    sink.close('taken_over');
  }
  const index = (id: StreamId) => (id === broken.id ? Promise.reject(new Error('Damaged')) : store.index(id));
  const { recorder } = startRecorder({ ...store, index });
  await recorder.finishAll();
  // The process that records it may still be at it.
  expect(await recordings.one(whole.owner, whole.id)).toMatchObject({ state: 'recording' });
  nowMs += 3 * 60_000;
  await recorder.finishAll();
  expect(await recordings.one(broken.owner, broken.id)).toMatchObject({ state: 'recording' });
  expect(await recordings.one(whole.owner, whole.id)).toMatchObject({ state: 'ready' });
});

it('asks at the end whether to keep a recording, shows it to its creator only, and deletes it after a day', async () => {
  const { owner, id, recorder, sink } = await record('ask');
  await putSegments(sink, 1);
  expect(await recordings.one(owner, id)).toMatchObject({ visibility: 'public', decideBy: null });
  await end(id);
  sink.close('unpublished');
  await recorder.finish(id);
  const decideBy = new Date(nowMs + 24 * HOUR_MS).toISOString();
  expect(await recordings.one(owner, id)).toMatchObject({ visibility: 'private', decideBy });
  expect(titlesFor(owner)).toEqual(['Keep the recording of your stream?']);
  nowMs += 24 * HOUR_MS;
  await runExpiry();
  expect(await recordings.one(owner, id)).toMatchObject({ decideBy });
  nowMs += 1;
  await runExpiry();
  await expect(recordings.one(owner, id)).rejects.toMatchObject({ code: 'recording_not_found' });
});

it('keeps a recording whose creator chooses who can watch it', async () => {
  const { owner, id, recorder, sink } = await record('ask');
  await putSegments(sink, 1);
  await end(id);
  sink.close('unpublished');
  await recorder.finish(id);
  expect(await recordings.edit(owner, id, { title: 'Not decided' })).not.toMatchObject({ decideBy: null });
  expect(await recordings.edit(owner, id, { visibility: 'public' })).toMatchObject({ decideBy: null });
  nowMs += 2 * DAY_MS;
  await runExpiry();
  expect(await recordings.one(owner, id)).toMatchObject({ visibility: 'public' });
});

it('records a stream of a channel that is not recorded from the moment when its creator saves it', async () => {
  const { owner, id, recorder, sink, isOpen } = await record('never');
  expect(isOpen).toBe(false);
  sink.close(null);
  await policies.recordRunning(owner);
  expect(await sink.open()).toBe(true);
  await expect(policies.recordRunning(owner)).rejects.toMatchObject({ code: 'already_recorded' });
  await end(id);
  await expect(policies.recordRunning(owner)).rejects.toMatchObject({ code: 'stream_not_running' });
  expect(recorder.hasRecorded(id)).toBe(true);
});

it('leaves a stream that another process has taken over to that process, unless it has come back', async () => {
  const { id, recorder, recordAgain, sink } = await record();
  await putSegments(sink, 1);
  recordAgain();
  sink.close('taken_over');
  expect(recorder.hasRecorded(id)).toBe(true);

  const moved = await record();
  await putSegments(moved.sink, 1);
  moved.sink.close('taken_over');
  expect(moved.recorder.hasRecorded(moved.id)).toBe(false);
  expect(moved.recorder.indexOf(moved.id)).toBeNull();

  await end(moved.id);
  await moved.recorder.onStreamEnded(moved.id, false);
  expect(await recordings.one(moved.owner, moved.id)).toMatchObject({ state: 'recording' });
  expect((await waiting('recordings.finish')).map(({ data }) => data.streamId)).toEqual([moved.id]);
});

it('does not restore a recording that was finished elsewhere and deleted since', async () => {
  const { owner, id, recorder, sink } = await record();
  await putSegments(sink, 2);
  await end(id);
  sink.close('stopped');
  const other = await record();
  await other.recorder.finish(id);
  await recordings.delete(owner, id);
  await recorder.finish(id);
  const [deleted] = (await recordings.page(owner, { isDeleted: true })).items;
  expect(deleted).toMatchObject({ streamId: id, state: 'deleted' });
});

it('deletes what was stored of a stream that has no whole segment', async () => {
  const { id, owner, recorder, sink } = await record();
  await putSegments(sink, 0);
  await end(id);
  sink.close('stopped');
  await recorder.finish(id);
  await expect(recordings.one(owner, id)).rejects.toMatchObject({ code: 'recording_not_found' });
  expect((await waiting('recordings.delete-files')).map(({ data }) => data.streamId)).toContain(id);
});

it('announces the end of the retention a week before, and deletes a recording no sooner', async () => {
  const { owner, id, recorder, sink } = await record();
  await putSegments(sink, 1);
  await end(id);
  sink.close('stopped');
  await recorder.finish(id);
  const { expiresAt } = await recordings.one(owner, id);
  const ends = Date.parse(expiresAt ?? '');
  nowMs = ends - 7 * DAY_MS - 1000;
  await runExpiry();
  expect(titlesFor(owner)).toEqual([]);
  nowMs += 2000;
  await runExpiry();
  await runExpiry();
  expect(titlesFor(owner)).toEqual(['A recording will be deleted in 7 days']);
  nowMs = ends;
  await runExpiry();
  expect(await recordings.one(owner, id)).toMatchObject({ state: 'ready' });
  nowMs += 7 * DAY_MS;
  await runExpiry();
  await expect(recordings.one(owner, id)).rejects.toMatchObject({ code: 'recording_not_found' });
});
