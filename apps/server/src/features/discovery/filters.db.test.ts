/** Tests what narrows Discover down, which languages come first, and followed categories. */
import { DISCOVER_PAGE_SIZE } from '@tributary/contracts/discovery';
import { type Category, type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createCategoryFollows } from './category-follows.service.ts';
import { createDiscoveryService, type Discovery } from './discovery.service.ts';

const db = await createTestDatabase();
const discovery = createDiscoveryService(db);
const categories = createCategoryFollows(db, db);
const run = (statement: string, ...values: unknown[]) => db.pool.query(statement, values);

beforeEach(async () => {
  await run('delete from profiles');
});

async function channel(username: string): Promise<UserId> {
  const id = userId.parse(uuidv7());
  await run(
    'insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)',
    ...[id, username, `${username}@example.org`],
  );
  await run(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
    ...[id, username],
  );
  return id;
}

interface Show {
  readonly category?: Category;
  readonly tags?: readonly string[];
  readonly language?: string | null;
  readonly viewers?: number;
  readonly gate?: 'event' | 'subscribers' | null;
  /** When it ended, in minutes before now; null: it is live. */
  readonly ended?: number | null;
}

/** Adds a stream of a channel with the title as its name. */
async function show(title: string, show: Show = {}, streamer?: UserId): Promise<StreamId> {
  const { category = 'Music', tags = [], language = null, viewers = 0, gate = null, ended = null } = show;
  const id = streamId.parse(uuidv7());
  const owner = streamer ?? (await channel(title));
  const status = ended === null ? 'live' : 'ended';
  await run(
    `insert into streams (id, streamer_id, title, category, tags, language, slug, current_viewers, status, gate_kind, gate_id,
       started_at, seen_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, gen_random_uuid(), $7, $8, $9::text, case when $9::text is null then null else gen_random_uuid() end,
       now() - interval '3 hours', now(), now() - $10::int * interval '1 minute')`,
    ...[id, owner, title, category, tags, language, viewers, status, gate, ended],
  );
  return id;
}

/** Adds the public recording of an ended stream. */
async function record(title: string, minutes: number, more: Show = {}): Promise<void> {
  const id = await show(title, { ended: 5, ...more });
  await run(
    `insert into recordings (stream_id, streamer_id, state, visibility, duration_ms)
     select id, streamer_id, 'ready', 'public', $2 from streams where id = $1`,
    ...[id, minutes * 60_000],
  );
}

type Query = Partial<Parameters<Discovery['streams']>[0]>;
const streams = async (query: Query = {}) => {
  const { items } = await discovery.streams({ category: 'all', q: '', sort: 'relevance', ...query });
  return items.map(({ title }) => title);
};
const videos = async (query: Partial<Parameters<Discovery['videos']>[0]>) => {
  const { items } = await discovery.videos({ category: 'all', q: '', ...query });
  return items.map(({ title }) => title).toSorted();
};

describe('live streams', () => {
  it('are narrowed down by language, tag and access, alone and together', async () => {
    await show('german', { language: 'de', tags: ['chill', 'cozy'], viewers: 3 });
    await show('french', { language: 'fr', tags: ['chill'], viewers: 2 });
    await show('gated', { language: 'de', gate: 'subscribers', viewers: 1 });
    await show('ticketed', { gate: 'event' });
    expect(await streams({ language: 'de' })).toEqual(['german', 'gated']);
    expect(await streams({ tag: 'chill' })).toEqual(['german', 'french']);
    expect(await streams({ tag: 'chil' })).toEqual([]);
    expect(await streams({ access: 'free' })).toEqual(['german', 'french']);
    expect(await streams({ access: 'subscribers' })).toEqual(['gated']);
    expect(await streams({ access: 'event' })).toEqual(['ticketed']);
    expect(await streams({ language: 'de', tag: 'chill', access: 'free', q: 'ger' })).toEqual(['german']);
    expect(await streams({ language: 'de', q: 'frnch' })).toEqual([]);
  });

  it('have those in the viewer’s languages first by relevance, and only by viewers where that is asked for', async () => {
    await show('english', { language: 'en', viewers: 90 });
    await show('unstated', { viewers: 50 });
    await show('german', { language: 'de', viewers: 7 });
    await show('french', { language: 'fr', viewers: 9 });
    const prefer = ['de', 'fr'] as const;
    expect(await streams({ prefer })).toEqual(['french', 'german', 'english', 'unstated']);
    expect(await streams({ prefer, sort: 'viewers' })).toEqual(['english', 'unstated', 'french', 'german']);
    expect(await streams()).toEqual(['english', 'unstated', 'french', 'german']);
    // The best match of a search comes first in any language.
    expect(await streams({ prefer, q: 'english' })).toEqual(['english']);
  });

  it('continue from preferred languages to the others without gaps and repetitions', async () => {
    await run(
      `with people as (
         insert into profiles (id, username, email, display_name)
         select gen_random_uuid(), 'n' || n, n || '@example.org', n::text from generate_series(1, 60) as n
         returning id, display_name::int as n
       ), channels as (
         insert into streamer_data (user_id, stream_key, stream_key_hash)
         select id, id::text, sha256(id::text::bytea) from people
       )
       insert into streams (id, streamer_id, title, category, slug, language, current_viewers, status, started_at, seen_at)
       select gen_random_uuid(), id, case when n % 2 = 0 then 'preferred' else 'other' end, 'Tech', 'show',
         case when n % 2 = 0 then 'de' when n % 3 = 0 then 'en' end, n % 4, 'live', now(), now()
       from people`,
    );
    const seen: { id: string; title: string }[] = [];
    let cursor: string | undefined;
    do {
      const query = { category: 'tech', q: '', sort: 'relevance', prefer: ['de'], cursor } as const;
      const { items, next } = await discovery.streams(query);
      expect(items.length).toBeLessThanOrEqual(DISCOVER_PAGE_SIZE);
      seen.push(...items);
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(60);
    expect(seen.map(({ title }) => title)).toEqual([
      ...Array.from({ length: 30 }, () => 'preferred'),
      ...Array.from({ length: 30 }, () => 'other'),
    ]);
  });
});

it('narrows recordings down by length, language, tag and access', async () => {
  await record('short', 19, { language: 'de', tags: ['late-night'] });
  await record('medium', 20, { tags: ['late'] });
  await record('long', 60, { gate: 'subscribers' });
  expect(await videos({ length: 'short' })).toEqual(['short']);
  expect(await videos({ length: 'medium' })).toEqual(['medium']);
  expect(await videos({ length: 'long' })).toEqual(['long']);
  expect(await videos({ language: 'de' })).toEqual(['short']);
  expect(await videos({ tag: 'late' })).toEqual(['medium']);
  expect(await videos({ tag: 'late-night' })).toEqual(['short']);
  expect(await videos({ access: 'free' })).toEqual(['medium', 'short']);
  await run("update streams set language = 'fr' where title = 'medium'");
  expect(await videos({ language: 'fr' })).toEqual(['medium']);
});

describe('offline channels', () => {
  const offline = async (query: Partial<Parameters<Discovery['offline']>[0]> = {}) =>
    (await discovery.offline({ category: 'all', ...query })).map(({ streamer }) => streamer.username);

  it('are those whose latest stream has ended, the latest first, with what it was', async () => {
    const back = await channel('back');
    await show('earlier', { ended: 100 }, back);
    await run("update streams set started_at = now() - interval '5 hours' where title = 'earlier'");
    await show('now', {}, back);
    await show('older', { ended: 50, language: 'de' });
    await show('newer', { ended: 10, category: 'Food', tags: ['soup'] });
    await show('long-gone', { ended: 61 * 24 * 60 });
    expect(await offline()).toEqual(['newer', 'older']);
    expect(await offline({ category: 'food' })).toEqual(['newer']);
    expect(await offline({ language: 'de' })).toEqual(['older']);
    expect(await offline({ tag: 'soup' })).toEqual(['newer']);
    expect(await discovery.offline({ category: 'food' })).toMatchObject([
      { followers: 0, last: { title: 'newer', category: 'Food', language: null } },
    ]);
  });

  it('include no banned creator, and none whose latest stream is withdrawn', async () => {
    await show('banned', { ended: 10 });
    await show('hidden', { ended: 10 });
    await show('stopped', { ended: 10 });
    await run("update profiles set banned_at = now() where username = 'banned'");
    await run("update streams set hidden_at = now(), hidden_reason = 'x' where title = 'hidden'");
    await run("update streams set end_reason = 'kicked' where title = 'stopped'");
    expect(await offline()).toEqual([]);
  });
});

describe('followed categories', () => {
  it('are listed with the latest first, and following and unfollowing twice changes nothing', async () => {
    const vera = await channel('vera');
    await categories.follow(vera, 'Music');
    await run("update category_follows set created_at = now() - interval '1 hour'");
    await categories.follow(vera, 'Food');
    expect(await categories.follow(vera, 'Music')).toEqual({ categories: ['Food', 'Music'] });
    await categories.unfollow(vera, 'Food');
    expect(await categories.unfollow(vera, 'Food')).toEqual({ categories: ['Music'] });
    expect(await categories.list(await channel('other'))).toEqual({ categories: [] });
    expect(await categories.exported(vera)).toMatchObject([{ category: 'Music' }]);
  });

  it('bring their live streams, most viewers first, without those of the follower', async () => {
    const vera = await channel('vera');
    await categories.follow(vera, 'Music');
    await categories.follow(vera, 'Food');
    await show('piano', { viewers: 2 });
    await show('soup', { category: 'Food', viewers: 5 });
    await show('match', { category: 'Sports', viewers: 9 });
    await show('over', { ended: 5 });
    await show('own', { viewers: 9 }, vera);
    expect((await categories.live(vera)).map(({ title }) => title)).toEqual(['soup', 'piano']);
  });

  it('no longer show a category that was renamed', async () => {
    const vera = await channel('vera');
    await run("insert into category_follows (follower_id, category) values ($1, 'Retired')", vera);
    expect(await categories.list(vera)).toEqual({ categories: [] });
  });
});
