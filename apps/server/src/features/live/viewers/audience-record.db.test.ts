import type { StreamId } from '@tributary/contracts/shared';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createStreamFixture, newStream, PROCESS_ID } from '../../../../test/support/stream-fixture.ts';
import * as rows from '../lifecycle/stream-lifecycle.repo.ts';
import { endOrphans, orphan } from '../lifecycle/stream-ownership.repo.ts';
import { findFeatured } from '../streams/streams.repo.ts';
import * as repo from './audience-record.repo.ts';
import { recordAudience } from './audience-record.ts';
import { createViewers } from './viewers.ts';

const { db, addStreamer } = await createStreamFixture();

const write = (id: StreamId, counts: Partial<repo.AudienceCount>, at = new Date()) =>
  db.transact((tx) =>
    repo.recordAudience(tx, [{ id, viewers: 0, peak: 0, arrived: 0, watchedSeconds: 0, ...counts }], at),
  );

async function rowOf(id: StreamId): Promise<Record<string, unknown>> {
  const { rows: found } = await db.pool.query('select * from streams where id = $1', [id]);
  return found[0];
}

it('records current and peak viewers of live streams only', async () => {
  const { id } = await addStreamer();
  const stream = newStream(id, 'watched');
  await db.transact((tx) => rows.begin(tx, stream));
  await write(stream.id, { viewers: 7, peak: 7 });
  await write(stream.id, { viewers: 3, peak: 5 });
  expect(await rowOf(stream.id)).toMatchObject({ current_viewers: 3, peak_viewers: 7 });
  await db.transact((tx) => rows.end(tx, stream.id, new Date(), 'kicked'));
  await write(stream.id, { viewers: 5 });
  expect(await rowOf(stream.id)).toMatchObject({ current_viewers: 0, peak_viewers: 7 });
});

it('sums the watch time and keeps the most viewers of each minute, also of a stream whose process was killed', async () => {
  const { id } = await addStreamer();
  const startedAt = new Date(Date.now() - 60_000);
  const stream = { ...newStream(id, 'added-up'), startedAt };
  await db.transact((tx) => rows.begin(tx, stream));
  const after = (seconds: number, counts: Partial<repo.AudienceCount>) =>
    write(stream.id, counts, new Date(startedAt.getTime() + seconds * 1000));
  await after(5, { peak: 10, watchedSeconds: 50, arrived: 10 });
  await after(10, { peak: 30, watchedSeconds: 150, arrived: 20 });
  await after(40, { peak: 4, watchedSeconds: 60 });
  const at = new Date();
  await db.transact((tx) => orphan(tx, at, PROCESS_ID));
  expect(await db.read(findFeatured)).toEqual([]);
  await db.transact((tx) => endOrphans(tx, { interruptedAt: at, seenAt: startedAt }));
  expect(await rowOf(stream.id)).toMatchObject({
    watched_seconds: 260,
    lasted_seconds: 40,
    average_viewers: 6.5,
    peak_viewers: 30,
    views: 30,
  });
  const { rows: totals } = await db.pool.query('select total_views from streamer_data where user_id = $1', [
    id,
  ]);
  expect(totals).toEqual([{ total_views: 30 }]);
  // Its chart shows the same peak.
  const samples = await db.pool.query(
    'select max(viewers) as most from stream_samples where stream_id = $1',
    [stream.id],
  );
  expect(samples.rows).toEqual([{ most: 30 }]);
});

it('keeps counting while the database is unavailable, also for streams that end meanwhile', async () => {
  const { id } = await addStreamer();
  const stream = newStream(id, 'unbroken');
  await db.transact((tx) => rows.begin(tx, stream));
  const viewers = createViewers();
  const servedIds = [stream.id];
  let away = false;
  let nowMs = 0;
  const record = recordAudience({
    db: { ...db, transact: (work) => (away ? Promise.reject(new Error('away')) : db.transact(work)) },
    log: createLog('silent'),
    viewers,
    servedIds: () => servedIds,
    now: () => nowMs,
  });
  onTestFinished(record.close);
  const writeAfter = (seconds: number) => {
    nowMs += seconds * 1000;
    return record.write();
  };
  const [one, other] = [{}, {}];
  viewers.watching(one, 'a', stream.id);
  await writeAfter(10);
  away = true;
  viewers.watching(other, 'b', stream.id);
  await writeAfter(60);
  viewers.watching(other, 'b', null);
  await writeAfter(5);
  servedIds.pop();
  await db.transact((tx) => rows.end(tx, stream.id, new Date(), 'unpublished'));
  away = false;
  await writeAfter(5);
  await writeAfter(5);
  expect(await rowOf(stream.id)).toMatchObject({
    watched_seconds: 135,
    views: 2,
    peak_viewers: 2,
    current_viewers: 0,
  });
});
