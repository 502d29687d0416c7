import { DISCOVER_PAGE_SIZE, type DiscoverSort } from '@tributary/contracts/discovery';
import type { FeaturedStream } from '@tributary/contracts/live';
import {
  CATEGORIES,
  CATEGORY_MENU,
  categorySlug,
  type StreamId,
  streamId,
  type UserId,
  userId,
} from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeCursor } from '#platform/cursor.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { planReader } from '../../../test/support/query-plans.ts';
import { createDiscoveryService, type Discovery } from './discovery.service.ts';

const db = await createTestDatabase();
const discovery = createDiscoveryService(db);
const run = (statement: string, values: unknown[] = []) => db.pool.query(statement, values);

beforeEach(async () => {
  await run('delete from profiles');
});

async function channel(username: string, displayName = username): Promise<UserId> {
  const id = userId.parse(uuidv7());
  await run('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $4)', [
    id,
    username,
    `${username}@example.org`,
    displayName,
  ]);
  await run(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
    [id, username],
  );
  return id;
}

/** The large tables that must be read by index. */
const SEARCHED: ReadonlySet<string | null> = new Set(['streams', 'search_streams', 'search_channels']);

interface Show {
  readonly title?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly viewers?: number;
  /** The start of the stream, in minutes before now. */
  readonly began?: number;
  readonly ended?: boolean;
}

async function show(streamer: UserId, show: Show = {}): Promise<StreamId> {
  const { title = 'A show', category = 'Gaming', tags = [], viewers = 0, began = 0, ended = false } = show;
  const id = streamId.parse(uuidv7());
  await run(
    `insert into streams (id, streamer_id, title, category, tags, slug, current_viewers, status, started_at, seen_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() - $9 * interval '1 minute', now(), case when $8 = 'ended' then now() end)`,
    [id, streamer, title, category, tags, id, viewers, ended ? 'ended' : 'live', began],
  );
  return id;
}

/** Creates live channels in three categories, some with equal numbers of viewers. */
async function crowd(count: number): Promise<void> {
  await run(
    `with people as (
       insert into profiles (id, username, email, display_name)
       select gen_random_uuid(), 'crowd-' || n, n || '@example.org', n::text from generate_series(0, $1 - 1) as n
       returning id, username, display_name::int as n
     ), channels as (
       insert into streamer_data (user_id, stream_key, stream_key_hash)
       select id, username, sha256(username::bytea) from people
     )
     insert into streams (id, streamer_id, title, category, slug, current_viewers, status, started_at, seen_at)
     select gen_random_uuid(), id, 'A show', ($2::text[])[1 + n % 3], 'show', n * 7 % 5, 'live',
       now() - n * 13 % 50 * interval '1 minute', now()
     from people`,
    [count, CATEGORIES.slice(0, 3)],
  );
}

interface Query {
  readonly q?: string;
  readonly category?: string;
  readonly sort?: DiscoverSort;
}

/**
 * Reads all pages.
 * @param between runs after each page
 */
async function walk(query: Query, between: (page: number) => Promise<unknown> = async () => {}) {
  const seen: FeaturedStream[] = [];
  let cursor: string | undefined;
  for (let page = 1; page < 20; page++) {
    const { items, next } = await discovery.streams({
      q: '',
      category: 'all',
      sort: 'relevance',
      cursor,
      ...query,
    });
    seen.push(...items);
    if (next === null) return seen;
    cursor = next;
    await between(page);
  }
  throw new Error('no end of pages');
}

const titles = async (query: Query) => (await walk(query)).map(({ title }) => title);
const names = async (q: string) =>
  (await discovery.people({ q })).items.map(({ streamer }) => streamer.username);

describe('live streams', () => {
  it.each<Query>([
    { sort: 'viewers' },
    { sort: 'newest' },
    { sort: 'viewers', category: 'music' },
    { sort: 'newest', category: 'music' },
    { sort: 'relevance', q: 'show' },
    { sort: 'newest', q: 'show' },
    { sort: 'viewers', q: 'show', category: 'music' },
  ])('are listed page by page, each once and in order, for %j', async (query) => {
    await crowd(3 * DISCOVER_PAGE_SIZE + 5);
    const seen = await walk(query);
    const wanted = query.category ? DISCOVER_PAGE_SIZE + 2 : 3 * DISCOVER_PAGE_SIZE + 5;
    expect(new Set(seen.map(({ id }) => id)).size).toBe(wanted);
    expect(seen).toHaveLength(wanted);
    const figures = seen.map((stream) =>
      query.sort === 'newest' ? Date.parse(stream.startedAt) : stream.currentViewers,
    );
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  });

  it('appear on some page although viewers change between pages, unless they rise above the pages read', async () => {
    await crowd(3 * DISCOVER_PAGE_SIZE);
    const before = await walk({ sort: 'viewers' });
    const riser = before.at(-1);
    const faller = before[0];
    const seen = await walk({ sort: 'viewers' }, (page) =>
      run('update streams set current_viewers = $2 where id = $1', [
        page === 1 ? riser?.id : faller?.id,
        page === 1 ? 100 : 0,
      ]),
    );
    const met = new Set(seen.map(({ id }) => id));
    expect(before.filter(({ id }) => !met.has(id))).toEqual([riser]);
  });

  it('are filtered by the slugs of the category menu', async () => {
    for (const [n, category] of CATEGORIES.entries()) {
      await show(await channel(`one-${n}`), { title: category, category, viewers: 1 });
    }
    for (const name of CATEGORY_MENU) {
      const everything = name === 'All Categories' || name === 'Live';
      const shown = await titles({ category: categorySlug(name) });
      expect(shown.toSorted()).toEqual(everything ? CATEGORIES.toSorted() : [name]);
    }
  });

  it('are counted by category, and all together in the two filters that include every category', async () => {
    await crowd(6);
    const counted = await discovery.categories();
    expect(counted.map(({ name }) => name)).toEqual(CATEGORY_MENU);
    const { rows } = await run(
      "select category as name, count(*) as streams, sum(current_viewers) as viewers from streams group by 1 union all select v, 6, (select sum(current_viewers) from streams) from unnest(array['All Categories', 'Live']) as v",
    );
    const live = counted.filter(({ streams }) => streams > 0);
    expect(new Set(live.map(({ slug: _, ...count }) => JSON.stringify(count)))).toEqual(
      new Set(rows.map((row) => JSON.stringify(row))),
    );
  });

  it('are in no list, count or search while they are hidden, ended or waiting for their encoder', async () => {
    const ann = await channel('ann');
    const hidden = await show(ann, { title: 'Hidden' });
    await show(await channel('bob'), { title: 'Over', ended: true });
    const orphan = await show(await channel('cid'), { title: 'Orphan' });
    const open = await show(await channel('dan'), { title: 'Open', viewers: 3 });
    await run("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", [hidden]);
    await run('update streams set awaits_encoder = true where id = $1', [orphan]);
    for (const sort of ['viewers', 'newest'] as const) expect(await titles({ sort })).toEqual(['Open']);
    for (const q of ['hidden', 'hiden', 'over', 'orphan']) expect(await titles({ q })).toEqual([]);
    expect(await discovery.counts([hidden, orphan, open])).toEqual([{ id: open, currentViewers: 3 }]);
    expect((await discovery.categories())[0]).toMatchObject({ streams: 1, viewers: 3 });
    expect((await discovery.people({ q: 'ann' })).items).toMatchObject([{ live: null }]);
    expect((await discovery.people({ q: 'dan' })).items).toMatchObject([{ live: { id: open } }]);
  });

  it('refuse a cursor of another order and an invalid one', async () => {
    await crowd(DISCOVER_PAGE_SIZE + 1);
    const query = { q: '', category: 'all' } as const;
    const { next } = await discovery.streams({ ...query, sort: 'viewers' });
    const cursor = next ?? expect.fail('one page only');
    await expect(discovery.streams({ ...query, sort: 'newest', cursor })).rejects.toMatchObject({
      code: 'order_changed',
    });
    // The number does not fit the column.
    const beyond = encodeCursor(['viewers', 0, 2 ** 40, uuidv7()]);
    await expect(discovery.streams({ ...query, sort: 'viewers', cursor: beyond })).rejects.toMatchObject({
      code: 'cursor_invalid',
    });
    await expect(discovery.streams({ ...query, sort: 'newest', cursor: 'x' })).rejects.toMatchObject({
      code: 'cursor_invalid',
    });
  });
});

describe('a search', () => {
  it('ranks exact titles first, then prefixes, then titles with the words, then similar titles', async () => {
    await show(await channel('a'), { title: 'Minecarft, misspelt', viewers: 90 });
    await show(await channel('b'), { title: 'Late night Minecraft', viewers: 50 });
    await show(await channel('c'), { title: 'Minecraft with friends', viewers: 5 });
    await show(await channel('d'), { title: 'Minecraft', viewers: 1 });
    await show(await channel('e'), { title: 'Gardening', viewers: 500 });
    expect(await titles({ q: 'minecraft' })).toEqual([
      'Minecraft',
      'Minecraft with friends',
      'Late night Minecraft',
      'Minecarft, misspelt',
    ]);
    expect(await titles({ q: 'minecraft', sort: 'viewers' })).toEqual([
      'Late night Minecraft',
      'Minecraft with friends',
      'Minecraft',
      'Minecarft, misspelt',
    ]);
  });

  it.each([
    ['minecarft', 'Hardcore Minecraft, day 3'],
    ['mincraft', 'Hardcore Minecraft, day 3'],
    ['hardcore mine', 'Hardcore Minecraft, day 3'],
    ['musci', 'Nocturnes by request'],
    ['UNICORN', 'Nocturnes by request'],
    ['quietfx', 'Emberwood any%'],
    ['quiet fox', 'Emberwood any%'],
    ['Ébène', 'Une soirée à l’ébène'],
    ['soiree', 'Une soirée à l’ébène'],
    ['الصحراء', 'قيادة هادئة عبر الصحراء'],
    ['الصخراء', 'قيادة هادئة عبر الصحراء'],
    ['приветт', 'Привет из Перми'],
    ['日本', '日本 の 夜'],
  ])('for %s finds %s', async (q, title) => {
    await show(await channel('miner'), { title: 'Hardcore Minecraft, day 3' });
    await show(await channel('attic'), {
      title: 'Nocturnes by request',
      category: 'Music',
      tags: ['unicorn'],
    });
    await show(await channel('quietfox', 'Quiet Fox'), { title: 'Emberwood any%' });
    await show(await channel('ebony'), { title: 'Une soirée à l’ébène', category: 'Comedy' });
    await show(await channel('tariq'), { title: 'قيادة هادئة عبر الصحراء', category: 'Events' });
    await show(await channel('perm'), { title: 'Привет из Перми', category: 'News' });
    await show(await channel('yoru'), { title: '日本 の 夜', category: 'Food' });
    expect(await titles({ q })).toEqual([title]);
  });

  it.each(["'", '!!!', "a' | b & !c:*", '\\', '%_', ':*', '🦊', ' '])(
    'treats %j as plain text',
    async (q) => {
      await show(await channel('plain'), { title: 'Plain' });
      await expect(walk({ q })).resolves.toBeDefined();
      await expect(discovery.people({ q })).resolves.toBeDefined();
    },
  );

  it('respects the category and follows changes of titles, tags, names and status', async () => {
    const ann = await channel('ann');
    const id = await show(ann, { title: 'Knots', category: 'Tech' });
    expect(await titles({ q: 'knots', category: 'tech' })).toEqual(['Knots']);
    expect(await titles({ q: 'knots', category: 'music' })).toEqual([]);
    await run("update streams set title = 'Ropes', tags = '{sailing}' where id = $1", [id]);
    expect(await titles({ q: 'knots' })).toEqual([]);
    expect(await titles({ q: 'sailing' })).toEqual(['Ropes']);
    await run("update profiles set display_name = 'Captain Wren' where id = $1", [ann]);
    expect(await titles({ q: 'wren' })).toEqual(['Ropes']);
    expect(await names('captain wren')).toEqual(['ann']);
    await run("update streams set status = 'ended', ended_at = now() where id = $1", [id]);
    expect(await titles({ q: 'wren' })).toEqual([]);
  });

  it('finds people with a channel by username or display name, most followed first among equals, without banned ones', async () => {
    const fans = await Promise.all(['fan-1', 'fan-2'].map((name) => channel(name)));
    const few = await channel('river-few', 'River One');
    const many = await channel('river-many', 'River Two');
    await channel('upriver', 'Down the river');
    const exact = await channel('river', 'Somebody');
    const banned = await channel('river-banned');
    await run('update profiles set banned_at = now() where id = $1', [banned]);
    await run('insert into profiles (id, username, email, display_name) values ($1, $2, $2, $2)', [
      uuidv7(),
      'river-viewer',
    ]);
    for (const [fan, followed] of [
      [0, few],
      [0, many],
      [1, many],
    ] as const) {
      await run('insert into follows (follower_id, streamer_id) values ($1, $2)', [fans[fan], followed]);
    }
    const { items } = await discovery.people({ q: 'river' });
    expect(items.map(({ streamer, followers }) => [streamer.id, followers])).toEqual([
      [exact, 0],
      [many, 2],
      [few, 1],
      [expect.any(String), 0],
    ]);
    expect(await names('rivr')).toContain('river');
    await channel('somebodx');
    expect(await names('somebody')).toEqual(['river']);
  });
});

it('pages through the past streams of a channel, without hidden and live ones', async () => {
  const ann = await channel('ann');
  const past: StreamId[] = [];
  // Start times within one millisecond, the precision of the cursor and the column.
  for (let n = 0; n < 30; n++) past.push(await show(ann, { title: `Show ${n}`, began: n >> 1, ended: true }));
  await run(
    "update streams set started_at = date_trunc('hour', now()) + interval '7 microseconds' * (n / 2) from (select id, row_number() over (order by id) as n from streams) as all_of_them where streams.id = all_of_them.id",
  );
  await run("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", [past[3]]);
  await show(ann, { title: 'Now' });
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await discovery.pastOf('ANN', { cursor });
    seen.push(...items.map(({ id }) => id));
    if (next === null) break;
    cursor = next;
  }
  const { rows } = await run(
    "select id from streams where status = 'ended' and hidden_at is null order by started_at desc, id desc",
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
  expect(seen).toHaveLength(29);
  await expect(discovery.pastOf('nobody', {})).rejects.toMatchObject({ code: 'channel_not_found' });
});

it('reads by index with ten thousand channels and their live and past streams', async () => {
  await run(`insert into profiles (id, username, email, display_name)
    select gen_random_uuid(), 'u' || n, 'u' || n || '@example.org', substr(md5(n::text), 1, 8) from generate_series(1, 10000) as n`);
  await run(`insert into streamer_data (user_id, stream_key, stream_key_hash)
    select id, id::text, sha256(id::text::bytea) from profiles`);
  await run(`insert into streams (id, streamer_id, title, category, slug, status, current_viewers, started_at, seen_at)
    select gen_random_uuid(), id, substr(md5(username), 1, 8), case when username like '%99' then 'Music' else 'Gaming' end,
      'a', 'live', (random() * 50)::int, now() - random() * interval '1 day', now()
    from profiles where username like 'u%1'  or username like 'u%9'`);
  // Ended streams are the majority, and searches do not read them.
  await run('alter table streams disable trigger streams_index');
  await run(`insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
    select gen_random_uuid(), id, 'Over', 'Gaming', n::text, 'ended', now() - n * interval '1 day', now(), now()
    from profiles, generate_series(1, 3000) as n
    where username = 'u77' or (username like 'u%7' and n <= 15)`);
  await run('analyze');

  const scans = planReader(db);
  async function indexes(work: (on: Discovery) => Promise<unknown>) {
    const all = await scans((telling) => work(createDiscoveryService(telling)));
    expect(all.filter(({ how, table }) => how === 'Seq Scan' && SEARCHED.has(table))).toEqual([]);
    return all.flatMap(({ index }) => index ?? []);
  }
  const byViewers = { q: '', category: 'all', sort: 'viewers' } as const;
  const newest = { ...byViewers, sort: 'newest' } as const;
  const next = async (query: typeof byViewers | typeof newest) => {
    const { next: cursor } = await discovery.streams(query);
    return { ...query, cursor: cursor ?? expect.fail('one page only') };
  };
  const later = { viewers: await next(byViewers), newest: await next(newest) };

  for (const query of [byViewers, later.viewers]) {
    expect(await indexes((on) => on.streams(query))).toContain('streams_featured');
    const music = { ...query, category: 'music' };
    expect(await indexes((on) => on.streams(music))).toContain('streams_listed_by_category');
  }
  for (const query of [newest, later.newest]) {
    expect(await indexes((on) => on.streams(query))).toContain('streams_listed_newest');
    const music = { ...query, category: 'music' };
    expect(await indexes((on) => on.streams(music))).toContain('streams_listed_by_category_newest');
  }
  // With one wrong letter, the search looks up both the words and similar ones.
  const [{ title = '' } = {}] = (await discovery.streams(byViewers)).items;
  const q = `${title.slice(0, 6)}_${title.slice(7)}`.replace('_', title[6] === 'x' ? 'y' : 'x');
  const found = await indexes((on) => on.streams({ ...byViewers, q }));
  expect(found).toEqual(expect.arrayContaining(['search_streams_by_words', 'search_streams_by_letters']));
  const people = await indexes((on) => on.people({ q }));
  expect(people).toEqual(expect.arrayContaining(['search_channels_by_words', 'search_channels_by_letters']));
  // Either of two indexes will do.
  const past = await indexes((on) => on.pastOf('u77', {}));
  expect(past).toContainEqual(expect.stringMatching(/^streams_(past_by_start|by_streamer)$/));
  expect(await indexes((on) => on.counts([streamId.parse(uuidv7())]))).toContain('streams_pkey');
}, 120_000);
