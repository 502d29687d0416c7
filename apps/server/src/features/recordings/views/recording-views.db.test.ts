/** What counts as a view of a recording, and for how long it was watched. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createMemoryState } from '../../../platform/shared-state/index.ts';
import { createRecordingViews, type RecordingViews } from './recording-views.service.ts';

const db = await createTestDatabase();
const people = createPeopleFixture(db);

let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
let views: RecordingViews;
let streamer: UserId;
let id: StreamId;
beforeEach(async () => {
  const sharedState = createMemoryState();
  views = createRecordingViews({ db, log: createLog('silent'), sharedState, nowMs: () => nowMs });
  const opened = views;
  onTestFinished(() => opened.close());
  streamer = await people.streamer();
  id = await people.stream(streamer, 'ended');
  await db.pool.query("insert into recordings (stream_id, streamer_id, state) values ($1, $2, 'ready')", [
    ...[id, streamer],
  ]);
});

const tab = (clientId: string, userId: UserId | null = null) => ({
  clientId,
  principal: userId && { userId },
});

/** A tab plays the stream for a while, and stops. */
async function play(given: ReturnType<typeof tab>, seconds: number): Promise<void> {
  views.watching(given, id);
  nowMs += seconds * 1000;
  views.watching(given, null);
  await views.write();
}

async function counted(): Promise<[views: number, seconds: number]> {
  const { rows } = await db.pool.query('select views, watched_seconds from recordings where stream_id = $1', [
    id,
  ]);
  return [rows[0].views, Number(rows[0].watched_seconds)];
}

it('counts a browser once a day after ten seconds, and all of the time that it watches', async () => {
  await play(tab('one'), 9);
  expect(await counted()).toEqual([0, 0]);
  await play(tab('one'), 12);
  expect(await counted()).toEqual([1, 12]);
  await play(tab('one'), 30);
  await play(tab('two'), 11);
  expect(await counted()).toEqual([2, 53]);
});

it('counts a view and the time so far while the recording still plays', async () => {
  views.watching(tab('one'), id);
  nowMs += 10_000;
  await views.write();
  expect(await counted()).toEqual([1, 10]);
});

it('counts neither its streamer, nor a private recording, nor a stream that still runs', async () => {
  await play(tab('own', streamer), 60);
  for (const [column, value] of [
    ['visibility', 'private'],
    ['state', 'recording'],
  ] as const) {
    await db.pool.query(`update recordings set ${column} = $2 where stream_id = $1`, [id, value]);
    await play(tab('viewer'), 60);
  }
  expect(await counted()).toEqual([0, 0]);
});
