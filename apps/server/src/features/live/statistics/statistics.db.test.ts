import { MY_STREAM_SORTS, VIEWER_SAMPLES_MAX } from '@tributary/contracts/live';
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { planReader } from '../../../../test/support/query-plans.ts';
import * as repo from './statistics.repo.ts';
import { createStatistics } from './statistics.service.ts';

const db = await createTestDatabase();
const statistics = createStatistics(db);
const ada = userId.parse(uuidv7());
const bob = userId.parse(uuidv7());

async function addStream(
  streamer: UserId,
  minutes: number,
  values: Record<string, unknown> = {},
): Promise<StreamId> {
  const id = streamId.parse(uuidv7());
  const endedAt = new Date();
  const row = {
    id,
    streamer_id: streamer,
    title: 'A show',
    category: 'Music',
    slug: id,
    status: 'ended',
    started_at: new Date(endedAt.getTime() - minutes * 60_000),
    seen_at: endedAt,
    ended_at: endedAt,
    end_reason: 'unpublished',
    ...values,
  };
  const names = Object.keys(row);
  await db.pool.query(
    `insert into streams (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(row),
  );
  return id;
}

beforeAll(async () => {
  for (const [id, name] of [
    [ada, 'ada'],
    [bob, 'bob'],
  ]) {
    await db.pool.query('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', [
      id,
      name,
      `${name}@example.org`,
    ]);
  }
  for (let i = 0; i < 45; i += 1) {
    // Includes equal totals, so that a page ends among equals, and timestamps that differ by microseconds.
    const minutes = 60 + (i % 7);
    await addStream(ada, minutes, {
      started_at: `2026-01-01T00:00:00.00${i % 3}${100 + i}Z`,
      ended_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)),
      peak_viewers: i % 4,
      watched_seconds: (i % 5) * 1000,
    });
  }
  await addStream(ada, 5, { status: 'live', ended_at: null, end_reason: null });
  // Enough rows of other streamers to make a sequential scan expensive.
  await db.pool.query(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
     select gen_random_uuid(), $1, 'Old', 'Music', n, 'ended', now() - n * interval '1 day', now(), now()
     from generate_series(1, 3000) n`,
    [bob],
  );
  await db.pool.query('analyze streams');
});

describe('past streams', () => {
  it.each(MY_STREAM_SORTS)('come by %s, page by page, each once, and by an index', async (sort) => {
    for (const order of ['asc', 'desc'] as const) {
      const rows = [];
      let cursor: string | undefined;
      do {
        const page = await statistics.past(ada, { sort, order, cursor });
        rows.push(...page.items);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(45);
      const values = rows.map((row) => row[sort]);
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(order === 'asc' ? sorted : sorted.toReversed());
    }
    const scans = await planReader(db)((reading) =>
      createStatistics(reading).past(ada, { sort, order: 'desc' }),
    );
    expect(scans.filter(({ table }) => table === 'streams').map(({ how }) => how)).not.toContain('Seq Scan');
  });

  it('refuses a cursor that it did not issue', async () => {
    await expect(
      statistics.past(ada, { sort: 'startedAt', order: 'desc', cursor: 'x' }),
    ).rejects.toMatchObject({ code: 'cursor_invalid' });
  });
});

describe('viewers over time', () => {
  const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
  const sample = (at: Date, id: StreamId, viewers: number) =>
    db.transact((tx) => repo.insertSamples(tx, at, [{ id, viewers, bitrateKbps: 4500.4 }]));

  it('has one sample a minute of live streams with a row, and no others', async () => {
    const { stream } = (await statistics.latest(ada)) ?? expect.fail();
    const over = await addStream(bob, 10);
    await sample(minute(1), stream.id, 3);
    await sample(minute(1), stream.id, 2);
    await sample(minute(1), streamId.parse(uuidv7()), 1);
    await sample(minute(2), over, 1);
    const found = await statistics.one(ada, stream.id);
    expect(found.samples).toEqual([{ at: minute(1).toISOString(), viewers: 3 }]);
    expect((await statistics.one(bob, over)).samples).toEqual([]);
    await db.transact((tx) => repo.deleteSamplesBefore(tx, minute(2)));
    expect((await statistics.one(ada, stream.id)).samples).toEqual([]);
  });

  it('is returned in a limited number of points for streams of any length, and only to the streamer', async () => {
    const minutes = VIEWER_SAMPLES_MAX * 3;
    const id = await addStream(bob, minutes, { started_at: minute(0), ended_at: minute(minutes) });
    await db.pool.query(
      `insert into stream_samples (stream_id, at, viewers)
       select $1, $2::timestamptz + n * interval '1 minute', n from generate_series(0, $3::int - 1) n`,
      [id, minute(0), minutes],
    );
    const { samples } = await statistics.one(bob, id);
    expect(samples).toHaveLength(VIEWER_SAMPLES_MAX);
    expect(samples[1]).toEqual({ at: minute(3).toISOString(), viewers: 5 });
    await expect(statistics.one(ada, id)).rejects.toMatchObject({ code: 'stream_not_found' });
  });
});
