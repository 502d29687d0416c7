import { ADMIN_PAGE_SIZE, type UserFilter, type UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { createUsers } from '#features/identity/index.ts';
import { encodeCursor } from '#platform/cursor.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createOverview } from './overview.service.ts';
import { createAdminStreams } from './streams.service.ts';
import { createAdminUsers } from './users.service.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const lists = createAdminUsers(db);
const streams = createAdminStreams(db);

const NEWEST: UserFilter = { sort: 'createdAt', order: 'desc' };
let adminId: UserId;

beforeAll(async () => {
  // More than a page of them, quickly: nobody signs in as one.
  await db.pool.query(`
    insert into profiles (id, username, email, display_name)
    select gen_random_uuid(), 'crowd-' || n, 'crowd-' || n || '@example.org', 'Crowd 100%_' || n
    from generate_series(1, 30) as n
  `);
  adminId = (await users.create({ username: 'ada', email: 'ada@example.net', displayName: 'Ada L.' })).id;
  await db.transact((tx) => users.grantRole(tx, adminId, 'admin', null));
});

async function all(filter: UserFilter): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await lists.list({ ...filter, cursor });
    expect(page.items.length).toBeLessThanOrEqual(ADMIN_PAGE_SIZE);
    names.push(...page.items.map(({ username }) => username));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return names;
}

it('lists everybody once, by name up and down and by age, page after page', async () => {
  const { rows } = await db.pool.query('select username from profiles order by username');
  const names = rows.map(({ username }) => username);
  expect(await all({ sort: 'username', order: 'asc' })).toEqual(names);
  expect(await all({ sort: 'username', order: 'desc' })).toEqual(names.toReversed());
  expect((await all(NEWEST)).toSorted()).toEqual(names);
});

it('finds people by any part of name and address, whose own signs mean themselves', async () => {
  expect(await all({ ...NEWEST, q: 'ADA@exam' })).toEqual(['ada']);
  expect(await all({ ...NEWEST, q: 'a L.' })).toEqual(['ada']);
  expect(await all({ ...NEWEST, q: '100%_7' })).toEqual(['crowd-7']);
  expect(await all({ ...NEWEST, q: '%' })).toHaveLength(30);
});

it('tells admins, and the banned from those whose ban has run out', async () => {
  expect(await all({ ...NEWEST, role: 'admin' })).toEqual(['ada']);
  await db.pool.query("update profiles set banned_at = now() where username = 'crowd-1'");
  await db.pool.query(
    "update profiles set banned_at = now(), banned_until = now() - interval '1 day' where username = 'crowd-2'",
  );
  expect(await all({ ...NEWEST, state: 'banned' })).toEqual(['crowd-1']);
  expect(await all({ ...NEWEST, state: 'open' })).toHaveLength(30);
  expect(await lists.find(adminId)).toMatchObject({ sessions: 0, live: null, verification: null });
});

it('counts streams on each day for their part of it, and who watches now', async () => {
  const insert = (from: string, to: string | null, viewers: number, hidden: boolean) =>
    db.pool.query(
      `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at, current_viewers, hidden_at, hidden_reason)
       values ($1, $2, 'Show ' || $5::int, 'Gaming', $1::uuid::text, case when $4::text is null then 'live' else 'ended' end,
         ${from}, now(), ${to ?? 'null'}, $5::int, case when $3::bool then now() end, case when $3::bool then 'Spam' end)`,
      [uuidv7(), adminId, hidden, to, viewers],
    );
  const midnight = "date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'";
  await insert(`${midnight} - interval '3 hours'`, `${midnight} - interval '1 hour'`, 0, true);
  // Across midnight: an hour belongs to each day.
  await insert(
    `${midnight} - interval '9 days 1 hour'`,
    `${midnight} - interval '9 days' + interval '1 hour'`,
    0,
    false,
  );
  await insert('now()', null, 7, false);

  const overview = createOverview(db, { verification: async () => 2, messages: async () => 3 });
  const read = await overview.read();
  expect(read).toMatchObject({
    users: 31,
    streamers: 0,
    newUsers: { now: 31, before: 0 },
    liveNow: 1,
    viewersNow: 7,
    pendingVerifications: 2,
    openMessages: 3,
  });
  expect(read.days).toHaveLength(30);
  const hours = read.days.map(({ hoursStreamed }) => Math.round(hoursStreamed * 100) / 100).toReversed();
  expect([hours[1], hours[9], hours[10]]).toEqual([2, 1, 1]);
  expect(read.hoursStreamed.before).toBeCloseTo(2);
  expect(read.days.reduce((sum, { streams }) => sum + streams, 0)).toBe(3);

  const titles = async (filter: object) =>
    (await streams.list({ sort: 'startedAt', order: 'desc', ...filter })).items.map(({ title }) => title);
  expect(await titles({ state: 'hidden' })).toEqual(['Show 0']);
  expect(await titles({ state: 'live', q: 'ada' })).toEqual(['Show 7']);
  expect(await titles({ sort: 'currentViewers' })).toEqual(['Show 7']);
  expect(await titles({})).toHaveLength(3);
  // A place in another order is none in this one.
  const cursor = encodeCursor(['ada', adminId]);
  await expect(titles({ sort: 'currentViewers', cursor })).rejects.toMatchObject({ code: 'cursor_invalid' });
});
