import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createRealtime } from '#platform/realtime/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { followersPage, notificationWaysOf } from './followers.repo.ts';
import { followed, unfollowed } from './following.events.ts';
import { findAllFollowed, followerCount } from './follows.repo.ts';
import { createFollows } from './follows.service.ts';
import { addWatched } from './history.repo.ts';
import { createWatchHistory } from './history.service.ts';
import { createFollowing } from './index.ts';
import { createPreferences } from './preferences.service.ts';
import { createSaved } from './saved.service.ts';

const db = await createTestDatabase();
const log = createLog('silent');
const viewersOf = () => 7;
const follows = createFollows({ db, viewersOf, channels: { summaryByUsername: async () => null } });
const saved = createSaved({ db, viewersOf });
const history = createWatchHistory({ db, log, viewersOf });
const preferences = createPreferences(db);
afterAll(() => history.close());

/** @param n how many */
async function people(n: number): Promise<UserId[]> {
  const ids = Array.from({ length: n }, () => userId.parse(uuidv7()));
  await db.pool.query(
    `insert into profiles (id, username, email, display_name)
     select id, 'p' || right(replace(id::text, '-', ''), 20), id || '@example.org', 'Somebody' from unnest($1::uuid[]) as id`,
    [ids],
  );
  return ids;
}

async function person(): Promise<UserId> {
  const [id] = await people(1);
  return id ?? expect.fail();
}

async function streamers(n: number): Promise<UserId[]> {
  const ids = await people(n);
  await db.pool.query(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) select id, id, sha256(id::text::bytea) from unnest($1::uuid[]) as id',
    [ids],
  );
  return ids;
}

async function streamer(): Promise<UserId> {
  const [id] = await streamers(1);
  return id ?? expect.fail();
}

async function stream(by: UserId, status: 'live' | 'ended' = 'live'): Promise<StreamId> {
  const id = streamId.parse(uuidv7());
  await db.pool.query(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
     values ($1, $2, 'A show', 'Music', $3, $4, now(), now(), $5)`,
    [id, by, `show-${id}`, status, status === 'ended' ? new Date() : null],
  );
  return id;
}

const countOf = (id: UserId) => db.read((reader) => followerCount(reader, id));
const rowsOf = async (id: UserId): Promise<number> => {
  const { rows } = await db.pool.query('select count(*) as n from follows where streamer_id = $1', [id]);
  return rows[0].n;
};

describe('follows', () => {
  it('are counted exactly while many come, go and repeat themselves at the same moment', async () => {
    const [river, fans] = [await streamer(), await people(12)];
    const first = fans.flatMap((fan) => [
      follows.follow(fan, river),
      follows.follow(fan, river),
      follows.unfollow(fan, river),
    ]);
    await Promise.all([...first, ...fans.slice(0, 5).map((fan) => follows.follow(fan, river))]);
    await Promise.all(fans.map((fan) => follows.follow(fan, river)));
    expect([await countOf(river), await rowsOf(river)]).toEqual([12, 12]);
    await Promise.all(
      fans.slice(0, 7).flatMap((fan) => [follows.unfollow(fan, river), follows.unfollow(fan, river)]),
    );
    expect([await countOf(river), await rowsOf(river)]).toEqual([5, 5]);
  });

  it('of accounts that are deleted at the same moment leave every channel with the right count', async () => {
    const [channels, fans] = [await streamers(4), await people(6)];
    for (const fan of fans) for (const channel of channels) await follows.follow(fan, channel);
    const leaving = fans.slice(0, 4);
    await Promise.all(
      leaving.map((fan) => db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', fan).execute())),
    );
    for (const channel of channels) expect([await countOf(channel), await rowsOf(channel)]).toEqual([2, 2]);
    // A channel goes with all who followed it.
    await db.transact((tx) =>
      tx
        .deleteFrom('profiles')
        .where('id', '=', channels[0] ?? expect.fail())
        .execute(),
    );
    expect(await db.read((reader) => findAllFollowed(reader, fans[5] ?? expect.fail()))).toHaveLength(3);
  });

  it('are told of once each, when they are made and when they end', async () => {
    const [river, fan] = [await streamer(), await person()];
    const told: string[] = [];
    await using stack = new AsyncDisposableStack();
    const events = await openEvents(db.pool, log);
    stack.defer(() => events.close());
    const last = Promise.withResolvers<void>();
    events.on(followed, ({ followerId }) => void (followerId === fan && told.push('followed')));
    events.on(unfollowed, ({ followerId }) => {
      if (followerId !== fan) return;
      told.push('unfollowed');
      last.resolve();
    });
    await follows.follow(fan, river);
    await follows.follow(fan, river);
    await follows.unfollow(fan, river);
    await last.promise;
    expect(told).toEqual(['followed', 'unfollowed']);
  });

  it('are refused of oneself, of nobody, of one without a channel and of one who is banned', async () => {
    const [river, gone, fan] = [await streamer(), await streamer(), await person()];
    await db.pool.query('update profiles set banned_at = now() where id = $1', [gone]);
    await expect(follows.follow(river, river)).rejects.toThrow('your own channel');
    for (const nobody of [gone, await person(), userId.parse(uuidv7())]) {
      await expect(follows.follow(fan, nobody)).rejects.toThrow('no such channel');
    }
    expect(await follows.among(fan, [river, gone])).toEqual([]);
  });
});

describe('the list of followed channels', () => {
  it('has those on air first, page by page, each once', async () => {
    const [fan, channels] = [await person(), await streamers(60)];
    // Ten at one moment each: the order among them is settled all the same.
    for (const [index, channel] of channels.entries()) {
      await db.pool.query('insert into follows (follower_id, streamer_id, created_at) values ($1, $2, $3)', [
        fan,
        channel,
        new Date(Date.UTC(2026, 0, 1, Math.floor(index / 10))),
      ]);
    }
    const onAir = channels.slice(0, 24 + 3);
    for (const channel of onAir) await stream(channel);
    const [hidden] = channels.slice(-1);
    await db.pool.query("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", [
      await stream(hidden ?? expect.fail()),
    ]);
    await db.pool.query('update profiles set banned_at = now() where id = $1', [channels[40]]);

    const pages: (readonly [string, boolean])[][] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await follows.page(fan, cursor);
      pages.push(page.items.map(({ streamer: { id }, live }) => [id, live !== null]));
      cursor = page.next;
    }
    expect(pages.map((page) => page.length)).toEqual([24, 24, 11]);
    const seen = pages.flat();
    expect(new Set(seen.map(([id]) => id)).size).toBe(59);
    expect(seen.slice(0, 27).every(([id, live]) => live && onAir.some((channel) => channel === id))).toBe(
      true,
    );
    expect(seen.slice(27).some(([, live]) => live)).toBe(false);
    expect(seen[27]?.[0] && channels.indexOf(userId.parse(seen[27][0]))).toBeGreaterThanOrEqual(50);
    expect((await follows.live(fan)).map(({ currentViewers }) => currentViewers)).toEqual(Array(27).fill(7));
    await expect(follows.page(fan, 'made-up')).rejects.toThrow('begin with the first one');
  });
});

describe('followers, for news', () => {
  it('come in batches by id with how they want to be told, the banned left out', async () => {
    const [river, fans] = [await streamer(), await people(5)];
    for (const fan of fans) await follows.follow(fan, river);
    const [first = expect.fail(), second, third, fourth, fifth] = [...fans].sort();
    await db.pool.query('update profiles set banned_at = now() where id = $1', [second]);
    await preferences.edit(first, {
      notifications: { stream_live: { mail: true }, follower: { inApp: false } },
    });
    const one = await db.read((reader) => followersPage(reader, river, null, 2));
    expect(one).toEqual([
      { userId: first, ways: { inApp: true, webPush: true, mail: true } },
      { userId: third, ways: { inApp: true, webPush: true, mail: false } },
    ]);
    const two = await db.read((reader) => followersPage(reader, river, third ?? null, 10));
    expect(two.map((follower) => follower.userId)).toEqual([fourth, fifth]);
    const ways = await db.read((reader) =>
      notificationWaysOf(reader, [first, third ?? expect.fail()], 'follower'),
    );
    expect([...ways.values()].map(({ inApp }) => inApp)).toEqual([false, true]);
  });
});

describe('saved streams', () => {
  it('are kept once, listed the last first, and can be let go', async () => {
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
    userId: user,
    streamId: id,
    from: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    to: new Date(Date.UTC(2026, 0, 1, 0, minute, seconds)),
    seconds,
  });
  const record = (...watched: ReturnType<typeof watch>[]) => db.transact((tx) => addWatched(tx, watched));

  it('adds up a stream, forgets one or all of it, and takes nothing while it is paused', async () => {
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
    await preferences.edit(fan, { historyPaused: true });
    await record(watch(fan, b, 9, 30));
    await history.remove(fan, a);
    expect(await list()).toEqual([[b, 20]]);
    await preferences.edit(fan, { historyPaused: false });
    await history.clear(fan);
    await record(watch(fan, b, 10, 5));
    expect(await list()).toEqual([[b, 5]]);
  });
});

describe('preferences', () => {
  it('begin as the product has them, and change only where something is given', async () => {
    const fan = await person();
    const before = await preferences.of(fan);
    expect(before).toMatchObject({ theme: null, playback: { autoplay: true, maxHeight: null } });
    await Promise.all([
      preferences.edit(fan, { theme: 'dark' }),
      preferences.edit(fan, { playback: { maxHeight: 720 } }),
      preferences.edit(fan, { notifications: { other: { webPush: false } } }),
    ]);
    await preferences.edit(fan, { playback: { lowData: true } });
    expect(await preferences.of(fan)).toEqual({
      ...before,
      theme: 'dark',
      playback: { autoplay: true, lowData: true, maxHeight: 720 },
      notifications: { ...before.notifications, other: { inApp: true, webPush: false, mail: false } },
    });
    await preferences.edit(fan, { playback: { maxHeight: null } });
    expect((await preferences.of(fan)).playback.maxHeight).toBeNull();
  });
});

describe('an account', () => {
  it('takes along in its export what is kept here, and leaves nothing of it when it is deleted', async () => {
    const [fan, river] = [await person(), await streamer()];
    const show = await stream(river);
    await follows.follow(fan, river);
    await saved.add(fan, show);
    await preferences.edit(fan, { theme: 'light', notifications: { other: { mail: true } } });
    const at = new Date();
    const watched = { userId: fan, streamId: show, from: at, to: at, seconds: 9 };
    await db.transact((tx) => addWatched(tx, [watched]));

    await using stack = new AsyncDisposableStack();
    const events = await openEvents(db.pool, log);
    stack.defer(() => events.close());
    const realtime = createRealtime({
      authenticate: async () => null,
      originAllowed: () => false,
      clientAddress: () => '',
      secureCookies: false,
      onError: () => {},
    });
    stack.defer(() => realtime.close());
    const feature = createFollowing({
      db,
      log,
      events,
      realtime,
      viewersOf,
      channels: { summaryByUsername: async () => null },
    });
    stack.defer(() => feature.close());
    expect(await feature.exportOf(fan)).toMatchObject({
      following: [{ username: expect.any(String) }],
      savedStreams: [{ id: show, title: 'A show' }],
      watchHistory: [{ id: show, secondsWatched: 9 }],
      preferences: { theme: 'light', notifications: { other: { mail: true } } },
    });

    await db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', fan).execute());
    const tables = ['saved_streams', 'watch_history', 'preferences', 'notification_preferences'];
    for (const table of tables) {
      const { rowCount } = await db.pool.query(`select from ${table} where user_id = $1`, [fan]);
      expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
    }
    expect([await countOf(river), await rowsOf(river)]).toEqual([0, 0]);
  });
});
