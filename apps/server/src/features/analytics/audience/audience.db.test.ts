import type { EntryKind, ViewerEntry } from '@tributary/contracts/live';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';
import * as repo from './audience.repo.ts';
import { createAudienceReports } from './audience.service.ts';
import { createAudienceCounts } from './audience-counts.ts';

const { db, account, insert } = await createMoneyFixture();
const START = Date.parse('2026-11-28T12:00:00Z');
const MINUTE = 60_000;
const entry = (kind: EntryKind, host = ''): ViewerEntry => ({ kind, host });

let slugs = 0;
async function stream() {
  const { id: streamerId } = await account('streamer');
  const id = streamId.parse(
    await insert('streams', {
      streamer_id: streamerId,
      title: 'A show',
      category: 'Music',
      slug: `audience-${++slugs}`,
      status: 'live',
      started_at: new Date(START),
      seen_at: new Date(START),
    }),
  );
  return { streamerId, id };
}

/** Counts of a process, whose clock the test moves. */
function counting(database: Database = db) {
  const clock = { ms: START };
  const counts = createAudienceCounts({
    db: database,
    log: createLog('silent'),
    sharedState: createMemoryState(() => clock.ms),
    nowMs: () => clock.ms,
  });
  const reports = createAudienceReports(db, () => clock.ms, db);
  const go = async (toMs: number) => {
    clock.ms = START + toMs;
    await counts.write();
  };
  return { clock, counts, reports, go };
}

const browser = (clientId: string) => ({ clientId });

it('counts how each browser came once a day, after ten seconds, and not the creator', async () => {
  const { streamerId, id } = await stream();
  const { counts, reports, go } = counting();
  const tab = browser('a');
  counts.watching(tab, id, false, entry('home'));
  counts.watching(browser('b'), id, false, entry('embed', 'blog.example'));
  counts.watching(browser('c'), id, true, entry('direct'));
  counts.watching(browser('d'), id, false, null);
  await go(9_000);
  expect((await reports.of(streamerId, id)).sources).toEqual([]);
  await go(10_000);
  counts.watching(tab, null, false, null);
  counts.watching(browser('a'), id, false, entry('search'));
  await go(40_000);
  expect((await reports.of(streamerId, id)).sources).toEqual([
    { kind: 'embed', host: 'blog.example', viewers: 1 },
    { kind: 'home', host: '', viewers: 1 },
  ]);
  await go(25 * 60 * MINUTE);
  counts.watching(browser('a'), id, false, entry('search'));
  await go(26 * 60 * MINUTE);
  expect((await reports.of(streamerId, id)).sources).toHaveLength(3);
  await counts.close();
});

it('writes what it counted once the database accepts it again', async () => {
  const { streamerId, id } = await stream();
  let isLost = true;
  const losing: Database = {
    ...db,
    transact: (work) => (isLost ? Promise.reject(new Error('The connection was lost')) : db.transact(work)),
  };
  const { counts, reports, go } = counting(losing);
  counts.watching(browser('a'), id, false, entry('home'));
  await go(10_000);
  counts.watching(browser('b'), id, false, entry('home'));
  await go(30_000);
  isLost = false;
  await go(40_000);
  counts.watching(browser('b'), null, false, null);
  await go(MINUTE);
  const { sources, live } = await reports.of(streamerId, id);
  expect(sources).toEqual([{ kind: 'home', host: '', viewers: 2 }]);
  expect(live).toEqual([{ minute: 0, started: 2, watching: 2 }]);
  await counts.close();
});

it('names no more than fifty sites of a stream, and counts the others together', async () => {
  const { streamerId, id } = await stream();
  const { reports } = counting();
  const entries = Array.from({ length: 80 }, (_, i) => ({
    streamId: id,
    ...entry('external', `site-${i}.example`),
  }));
  await db.transact((tx) => repo.addEntries(tx, entries, new Date(START)));
  await db.transact((tx) => repo.addEntries(tx, [...entries, ...entries], new Date(START)));
  const { sources } = await reports.of(streamerId, id);
  expect(sources.filter(({ host }) => host !== '').length).toBeLessThanOrEqual(50);
  expect(sources.reduce((sum, { viewers }) => sum + viewers, 0)).toBe(240);
  const { rows } = await db.pool.query(
    "select count(distinct host)::int as hosts from stream_entries where stream_id = $1 and host <> ''",
    [id],
  );
  expect(rows).toEqual([{ hosts: 50 }]);
});

it('counts those who stay from minute to minute of a live stream, across reconnects and tabs', async () => {
  const { streamerId, id } = await stream();
  const { counts, reports, go } = counting();
  const [first, second] = [browser('a'), browser('b')];
  counts.watching(first, id, false, entry('direct'));
  counts.watching(browser('a'), id, false, entry('direct'));
  counts.watching(second, id, false, entry('direct'));
  await go(30_000);
  counts.watching(second, null, false, null);
  await go(MINUTE + 30_000);
  counts.watching(first, null, false, null);
  counts.watching(browser('b'), id, false, null);
  counts.watching(browser('c'), id, false, null);
  await go(2 * MINUTE + 30_000);
  await go(3 * MINUTE);
  expect((await reports.of(streamerId, id)).live).toEqual([
    { minute: 0, started: 2, watching: 2 },
    { minute: 1, started: 2, watching: 1 },
    { minute: 2, started: 2, watching: 2 },
  ]);
  await counts.close();
});

it('counts each minute that is played from a recording once for each browser', async () => {
  const { streamerId, id } = await stream();
  await db.pool.query(
    "update streams set status = 'ended', ended_at = $2, end_reason = 'unpublished' where id = $1",
    [id, new Date(START + 5 * MINUTE)],
  );
  const { counts, reports, go } = counting();
  const tab = browser('a');
  counts.watching(tab, id, false, entry('channel'));
  counts.played(tab, id, [0, 1]);
  counts.played(tab, id, [1, 2]);
  const other = browser('b');
  counts.played(other, id, [0]);
  counts.watching(other, id, false, entry('channel'));
  counts.played(other, id, [2]);
  await go(MINUTE);
  const found = await reports.of(streamerId, id);
  expect(found.live).toEqual([]);
  expect(found.recorded).toEqual([
    { minute: 0, started: 1, watching: 1 },
    { minute: 1, started: 1, watching: 1 },
    { minute: 2, started: 2, watching: 2 },
  ]);
  await counts.close();
});

it('belongs to the creator alone, and is deleted after its time', async () => {
  const { streamerId, id } = await stream();
  const { id: other } = await account('streamer');
  const { clock, reports } = counting();
  await db.transact((tx) => repo.addEntries(tx, [{ streamId: id, ...entry('raid') }], new Date(START)));
  await expect(reports.of(other, id)).rejects.toMatchObject({ code: 'stream_not_found' });
  clock.ms = START + 180 * 24 * 60 * MINUTE;
  await reports.purgeExpired();
  expect((await reports.of(streamerId, id)).sources).toHaveLength(1);
  clock.ms += 24 * 60 * MINUTE;
  await reports.purgeExpired();
  expect((await reports.of(streamerId, id)).sources).toEqual([]);
});

it('sums the entries of a channel within a period', async () => {
  const { streamerId, id } = await stream();
  const add = (streamId: StreamId, day: string) =>
    db.transact((tx) => repo.addEntries(tx, [{ streamId, ...entry('discover') }], new Date(day)));
  await add(id, '2026-11-28T10:00:00Z');
  await add(id, '2026-11-22T10:00:00Z');
  await add(id, '2026-11-21T10:00:00Z');
  await add((await stream()).id, '2026-11-28T10:00:00Z');
  const week = { from: new Date('2026-11-21T12:00:00Z'), until: new Date('2026-11-28T12:00:00Z') };
  expect(await db.read((reader) => repo.findSources(reader, streamerId, week))).toEqual([
    { kind: 'discover', host: '', viewers: 2 },
  ]);
});
