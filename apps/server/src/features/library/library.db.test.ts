import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { addWatched, movePositions } from './history/history.repo.ts';
import { createWatchHistory } from './history/history.service.ts';
import { createLibrary } from './index.ts';
import { createSaved } from './saved/saved.service.ts';

const db = await createTestDatabase();
const log = createLog('silent');
const { person, streamer, stream } = createPeopleFixture(db);
const viewers = { count: () => 7 };
const saved = createSaved({ db, viewers });
const history = createWatchHistory({ db, log, viewers });
afterAll(() => history.close());

const pauseHistory = (id: UserId, paused: boolean) =>
  db.pool.query(
    `insert into preferences (user_id, autoplay, low_data, theme, history_paused)
     values ($1, true, false, null, $2)
     on conflict (user_id) do update set history_paused = $2`,
    [id, paused],
  );

describe('saved streams', () => {
  it('are stored once, listed last saved first, and can be removed', async () => {
    const [fan, river] = [await person(), await streamer()];
    const over = await stream(river, 'ended');
    const now = await stream(river);
    await saved.add(fan, over);
    await db.pool.query("update saved_streams set created_at = created_at - interval '1 hour'");
    await saved.add(fan, now);
    expect(await saved.add(fan, over)).toEqual({ saved: true });
    const { items, next } = await saved.page(fan);
    expect(next).toBeNull();
    expect(
      items.map(({ stream }) => [stream.id, stream.playbackUrl === null, stream.currentViewers]),
    ).toEqual([
      [now, false, 7],
      [over, true, 0],
    ]);
    await expect(saved.add(fan, streamId.parse(uuidv7()))).rejects.toThrow('no such stream');
    expect(await saved.remove(fan, now)).toEqual({ saved: false });
    expect([await saved.has(fan, now), await saved.has(fan, over)]).toEqual([
      { saved: false },
      { saved: true },
    ]);
  });
});

describe('the watch history', () => {
  const watch = (user: UserId, id: StreamId, minute: number, seconds: number) => ({
    viewer: { id: user },
    streamId: id,
    from: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    to: new Date(Date.UTC(2026, 0, 1, 0, minute, seconds)),
    seconds,
  });
  const record = (...watched: ReturnType<typeof watch>[]) => db.transact((tx) => addWatched(tx, watched));

  it('moves the positions of viewers when parts of a recording are cut or restored', async () => {
    const [fan, river] = [await person(), await streamer()];
    const id = await stream(river, 'ended');
    const seconds = (...ranges: [number, number][]) =>
      ranges.map(([start, end]) => ({ startMs: start * 1000, endMs: end * 1000 }));
    await record(watch(fan, id, 0, 30));
    await db.pool.query('update watch_history set position_ms = 15000 where stream_id = $1', [id]);
    const move = async (before: ReturnType<typeof seconds>, after: ReturnType<typeof seconds>) => {
      await db.transact((tx) => movePositions(tx, id, before, after));
      const { rows } = await db.pool.query(
        'select position_ms::int as ms from watch_history where stream_id = $1',
        [id],
      );
      return rows[0].ms;
    };
    expect(await move(seconds([0, 20]), seconds([2, 4], [10, 20]))).toBe(7000);
    expect(await move(seconds([2, 4], [10, 20]), seconds([2, 12]))).toBe(10_000);
    expect(await move(seconds([2, 12]), seconds([0, 20]))).toBe(12_000);
  });

  it('adds up watch time per stream, deletes one or all streams, and records nothing while paused', async () => {
    const [fan, river] = [await person(), await streamer()];
    const [a, b] = [await stream(river, 'ended'), await stream(river)];
    const madeUp = streamId.parse(uuidv7());
    await record(watch(fan, a, 0, 30), watch(fan, madeUp, 0, 30), watch(userId.parse(uuidv7()), a, 0, 30));
    await record(watch(fan, b, 1, 20));
    await record(watch(fan, a, 2, 15));
    const list = async () =>
      (await history.page(fan)).items.map(({ stream, secondsWatched }) => [stream.id, secondsWatched]);
    expect(await list()).toEqual([
      [a, 45],
      [b, 20],
    ]);
    expect((await history.page(fan)).items[0]).toMatchObject({
      firstWatchedAt: '2026-01-01T00:00:00.000Z',
      lastWatchedAt: '2026-01-01T00:02:15.000Z',
    });
    await pauseHistory(fan, true);
    await record(watch(fan, b, 9, 30));
    await history.remove(fan, a);
    expect(await list()).toEqual([[b, 20]]);
    await pauseHistory(fan, false);
    await history.clear(fan);
    await record(watch(fan, b, 10, 5));
    expect(await list()).toEqual([[b, 5]]);
  });
});

describe('positions in recordings', () => {
  const record = (id: StreamId, durationMs: number) =>
    db.pool.query(
      `insert into recordings (stream_id, streamer_id, state, duration_ms, starts_at)
       select id, streamer_id, 'ready', $2, started_at from streams where id = $1`,
      [id, durationMs],
    );

  it('are kept for each viewer, shown as progress, and listed to continue until they are finished', async () => {
    const [fan, river] = [await person(), await streamer()];
    const [a, b] = [await stream(river, 'ended'), await stream(river, 'ended')];
    await record(a, 100_000);
    await record(b, 100_000);
    await saved.add(fan, a);
    expect(await history.position(fan, a)).toEqual({ positionMs: null });
    await history.setPosition(fan, a, 40_000);
    await history.setPosition(fan, b, 2_000);
    expect(await history.position(fan, a)).toEqual({ positionMs: 40_000 });
    expect(await history.position(await person(), a)).toEqual({ positionMs: null });
    const progress = { positionMs: 40_000, durationMs: 100_000, isFinished: false };
    expect((await saved.page(fan)).items[0]).toMatchObject({ progress });
    expect((await history.unfinished(fan)).items).toMatchObject([{ stream: { id: a }, progress }]);

    await history.setPosition(fan, a, 500_000);
    expect(await history.position(fan, a)).toEqual({ positionMs: null });
    expect((await history.unfinished(fan)).items).toEqual([]);
    expect((await history.page(fan)).items.find((item) => item.stream.id === a)?.progress).toEqual({
      positionMs: 100_000,
      durationMs: 100_000,
      isFinished: true,
    });
  });

  it('count the time between two saves as watched, but not a longer absence', async () => {
    const [fan, river] = [await person(), await streamer()];
    const id = await stream(river, 'ended');
    await record(id, 100_000);
    const secondsWatched = async () => (await history.page(fan)).items[0]?.secondsWatched;
    const ago = (seconds: number) =>
      db.pool.query(
        `update watch_history set first_watched_at = first_watched_at - make_interval(secs => $2),
           last_watched_at = last_watched_at - make_interval(secs => $2)
         where user_id = $1`,
        [fan, seconds],
      );
    await history.setPosition(fan, id, 1_000);
    await ago(10);
    await history.setPosition(fan, id, 11_000);
    expect(await secondsWatched()).toBe(10);
    await ago(3_600);
    await history.setPosition(fan, id, 20_000);
    expect(await secondsWatched()).toBe(10);
  });

  it('are not stored for streams without a recording, or while the history is paused', async () => {
    const [fan, river] = [await person(), await streamer()];
    const [a, b] = [await stream(river, 'ended'), await stream(river, 'ended')];
    await record(a, 100_000);
    await pauseHistory(fan, true);
    await history.setPosition(fan, a, 40_000);
    await pauseHistory(fan, false);
    await history.setPosition(fan, b, 40_000);
    expect((await history.page(fan)).items).toEqual([]);
  });
});

it('exports saved streams and watch history, and deletes both with the account', async () => {
  const [fan, river] = [await person(), await streamer()];
  const show = await stream(river);
  await saved.add(fan, show);
  const at = new Date();
  const watched = { viewer: { id: fan }, streamId: show, from: at, to: at, seconds: 9 };
  await db.transact((tx) => addWatched(tx, [watched]));

  await using stack = new AsyncDisposableStack();
  const library = createLibrary({
    db,
    log,
    live: { viewers, presence: { onWatching: () => {}, onPlayed: () => {} } },
  });
  stack.defer(() => library.close?.());
  expect(await library.exportUserData?.(fan)).toMatchObject({
    savedStreams: [{ id: show, title: 'A show' }],
    watchHistory: [{ id: show, secondsWatched: 9 }],
  });

  await db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', fan).execute());
  for (const table of ['saved_streams', 'watch_history']) {
    const { rowCount } = await db.pool.query(`select from ${table} where user_id = $1`, [fan]);
    expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
  }
});
