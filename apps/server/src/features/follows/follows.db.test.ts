import { FOLLOWER_GROWTH_DAYS } from '@tributary/contracts/live';
import { type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { createBlocks } from './blocks/blocks.service.ts';
import { followed, unfollowed } from './follows.events.ts';
import { findAllFollowed, followerCount, followersToNotify } from './follows.repo.ts';
import { createFollowsService } from './follows.service.ts';

const db = await createTestDatabase();
const log = createLog('silent');
const { people, person, streamers, streamer, stream } = createPeopleFixture(db);
const follows = createFollowsService({
  db,
  hooks: createHooks(),
  viewers: { count: () => 7 },
  channels: { summaryByUsername: async () => null },
});

const blocks = createBlocks(db);

const countOf = (id: UserId) => db.read((reader) => followerCount(reader, id));
const rowsOf = async (id: UserId): Promise<number> => {
  const { rows } = await db.pool.query('select count(*) as n from follows where streamer_id = $1', [id]);
  return rows[0].n;
};

describe('following a channel', () => {
  it('counts followers exactly while many people follow, unfollow and repeat both concurrently', async () => {
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

  it('keeps follower counts right when several followers delete their accounts concurrently', async () => {
    const [channels, fans] = [await streamers(4), await people(6)];
    for (const fan of fans) for (const channel of channels) await follows.follow(fan, channel);
    const leaving = fans.slice(0, 4);
    await Promise.all(
      leaving.map((fan) => db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', fan).execute())),
    );
    for (const channel of channels) expect([await countOf(channel), await rowsOf(channel)]).toEqual([2, 2]);
    // Deleting a channel deletes its follows.
    await db.transact((tx) =>
      tx
        .deleteFrom('profiles')
        .where('id', '=', channels[0] ?? expect.fail())
        .execute(),
    );
    expect(await db.read((reader) => findAllFollowed(reader, fans[5] ?? expect.fail()))).toHaveLength(3);
  });

  it('publishes one event for a new follow and one for its end', async () => {
    const [river, fan] = [await streamer(), await person()];
    const published: string[] = [];
    await using stack = new AsyncDisposableStack();
    const events = await openEvents(db.pool, log);
    stack.defer(() => events.close());
    const last = Promise.withResolvers<void>();
    events.on(followed, ({ followerId }) => void (followerId === fan && published.push('followed')));
    events.on(unfollowed, ({ followerId }) => {
      if (followerId !== fan) return;
      published.push('unfollowed');
      last.resolve();
    });
    await follows.follow(fan, river);
    await follows.follow(fan, river);
    await follows.unfollow(fan, river);
    await last.promise;
    expect(published).toEqual(['followed', 'unfollowed']);
  });

  it('notifies each follower of what they chose for the channel, and of everything by default', async () => {
    const [river, lake] = [await streamer(), await streamer()];
    const [all, live, none, gone] = await people(4);
    if (!all || !live || !none || !gone) expect.fail();
    for (const fan of [all, live, none, gone]) await follows.follow(fan, river);
    await follows.follow(none, lake);
    expect((await follows.setNotifications(live, river, 'live')).notifications).toBe('live');
    await follows.setNotifications(none, river, 'none');
    await follows.unfollow(gone, river);
    const toldOf = async (what: 'live' | 'event', of = river) =>
      new Set(await db.read((reader) => followersToNotify(reader, of, what, null, 10)));
    expect(await toldOf('live')).toEqual(new Set([all, live]));
    expect(await toldOf('event')).toEqual(new Set([all]));
    expect(await toldOf('event', lake)).toEqual(new Set([none]));
    expect((await follows.page(none)).items.map(({ notifications }) => notifications).sort()).toEqual([
      'all',
      'none',
    ]);
    // Following again does not change the choice, and a new follow starts with everything.
    expect((await follows.follow(none, river)).notifications).toBe('none');
    await follows.unfollow(none, river);
    expect((await follows.follow(none, river)).notifications).toBe('all');
  });

  it('refuses to set the notifications of a channel that is not followed', async () => {
    const [river, stranger] = [await streamer(), await person()];
    await expect(follows.setNotifications(stranger, river, 'none')).rejects.toThrow('don’t follow');
  });

  it('refuses to follow oneself, an unknown account, an account without a channel and a banned one', async () => {
    const [river, gone, fan] = [await streamer(), await streamer(), await person()];
    await db.pool.query('update profiles set banned_at = now() where id = $1', [gone]);
    await expect(follows.follow(river, river)).rejects.toThrow('can’t follow your own channel');
    for (const nobody of [gone, await person(), userId.parse(uuidv7())]) {
      await expect(follows.follow(fan, nobody)).rejects.toThrow('no such channel');
    }
    expect((await follows.page(fan)).items).toEqual([]);
  });
});

describe('blocking a person', () => {
  it('ends follows between the two and refuses to follow, until the person is unblocked', async () => {
    const [river, reef] = [await streamer(), await streamer()];
    await follows.follow(reef, river);
    await follows.follow(river, reef);
    await blocks.block(river, reef);
    await blocks.block(river, reef);
    expect([await countOf(river), await countOf(reef)]).toEqual([0, 0]);
    expect((await blocks.list(river)).map(({ id }) => id)).toEqual([reef]);
    expect(await blocks.list(reef)).toEqual([]);
    await expect(follows.follow(reef, river)).rejects.toMatchObject({ code: 'follow_refused' });
    await blocks.unblock(river, reef);
    expect(await follows.follow(reef, river)).toMatchObject({ following: true });
  });

  it('refuses to block oneself and an account that does not exist', async () => {
    const river = await person();
    await expect(blocks.block(river, river)).rejects.toMatchObject({ code: 'own_account' });
    const nobody = userId.parse(uuidv7());
    await expect(blocks.block(river, nobody)).rejects.toMatchObject({ code: 'person_not_found' });
  });
});

describe('the list of followed channels', () => {
  it('lists live channels first, each channel once across pages', async () => {
    const [fan, channels] = [await person(), await streamers(60)];
    // Ten follows share each creation time; the order among them is still fixed.
    for (const [index, channel] of channels.entries()) {
      await db.pool.query('insert into follows (follower_id, streamer_id, created_at) values ($1, $2, $3)', [
        fan,
        channel,
        new Date(Date.UTC(2026, 0, 1, Math.floor(index / 10))),
      ]);
    }
    const liveChannels = channels.slice(0, 24 + 3);
    for (const channel of liveChannels) await stream(channel);
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
    expect(
      seen.slice(0, 27).every(([id, live]) => live && liveChannels.some((channel) => channel === id)),
    ).toBe(true);
    expect(seen.slice(27).some(([, live]) => live)).toBe(false);
    expect(seen[27]?.[0] && channels.indexOf(userId.parse(seen[27][0]))).toBeGreaterThanOrEqual(50);
    expect((await follows.live(fan)).map(({ currentViewers }) => currentViewers)).toEqual(Array(27).fill(7));
    await expect(follows.page(fan, 'made-up')).rejects.toThrow('no such page');
  });
});

describe('the followers of a channel', () => {
  it('come in batches ordered by id, without banned accounts', async () => {
    const [river, fans] = [await streamer(), await people(5)];
    for (const fan of fans) await follows.follow(fan, river);
    const [first = expect.fail(), second, third, fourth, fifth] = [...fans].sort();
    await db.pool.query('update profiles set banned_at = now() where id = $1', [second]);
    const one = await db.read((reader) => followersToNotify(reader, river, 'live', null, 2));
    expect(one).toEqual([first, third]);
    const two = await db.read((reader) => followersToNotify(reader, river, 'live', third ?? null, 10));
    expect(two).toEqual([fourth, fifth]);
  });
});

it('includes the new followers of every day up to the database’s today, also of days without any', async () => {
  const [river, fans] = [await streamer(), await people(3)];
  for (const [index, days] of [0, 2, 2].entries()) {
    const fan = fans[index] ?? expect.fail();
    await follows.follow(fan, river);
    await db.pool.query(
      'update follows set created_at = now() - make_interval(days => $2) where follower_id = $1',
      [fan, days],
    );
  }
  const { followers, days } = await follows.growth(river);
  const { rows } = await db.pool.query("select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today");
  expect([followers, days.length, days.at(-1)?.day]).toEqual([3, FOLLOWER_GROWTH_DAYS, rows[0].today]);
  expect(days.slice(-4).map(({ gained }) => gained)).toEqual([0, 2, 0, 1]);
});

it('deletes the follows of a deleted account and counts it no longer', async () => {
  const [fan, river] = [await person(), await streamer()];
  await follows.follow(fan, river);
  await db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', fan).execute());
  expect([await countOf(river), await rowsOf(river)]).toEqual([0, 0]);
});

it('exports the channels that a person follows', async () => {
  const [fan, river] = [await person(), await streamer()];
  await follows.follow(fan, river);
  expect(await db.read((reader) => findAllFollowed(reader, fan))).toEqual([
    { username: expect.any(String), followedAt: expect.any(Date), notifications: 'all' },
  ]);
});
