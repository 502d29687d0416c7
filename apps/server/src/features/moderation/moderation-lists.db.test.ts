import { ADMIN_PAGE_SIZE, type UserFilter } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { createUsers } from '#features/identity/index.ts';
import { encodeCursor } from '#platform/cursor.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createStreamList } from './streams/streams.service.ts';
import { createUserList } from './users/users.service.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const lists = createUserList(db);
const streams = createStreamList(db);

const NEWEST: UserFilter = { sort: 'createdAt', order: 'desc' };
let adminId: UserId;

beforeAll(async () => {
  // Creates more accounts than fit on a page.
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

it('lists every account once across pages, by username in both directions and by the date they joined', async () => {
  const { rows } = await db.pool.query('select username from profiles order by username');
  const names = rows.map(({ username }) => username);
  expect(await all({ sort: 'username', order: 'asc' })).toEqual(names);
  expect(await all({ sort: 'username', order: 'desc' })).toEqual(names.toReversed());
  // An imported account is older than its id.
  await db.pool.query(
    "update profiles set created_at = now() - interval '1 year' where username = 'crowd-9'",
  );
  const byDate = await db.pool.query('select username from profiles order by created_at desc, id desc');
  const newestFirst = byDate.rows.map(({ username }) => username);
  expect(newestFirst.at(-1)).toBe('crowd-9');
  expect(await all(NEWEST)).toEqual(newestFirst);
  expect(await all({ ...NEWEST, order: 'asc' })).toEqual(newestFirst.toReversed());
});

it('finds people by any part of their name and address, and escapes wildcards', async () => {
  expect(await all({ ...NEWEST, q: 'ADA@exam' })).toEqual(['ada']);
  expect(await all({ ...NEWEST, q: 'a L.' })).toEqual(['ada']);
  expect(await all({ ...NEWEST, q: '100%_7' })).toEqual(['crowd-7']);
  expect(await all({ ...NEWEST, q: '%' })).toHaveLength(30);
});

it('filters by role and by ban, without bans that have expired', async () => {
  expect(await all({ ...NEWEST, role: 'admin' })).toEqual(['ada']);
  await db.pool.query("update profiles set banned_at = now() where username = 'crowd-1'");
  await db.pool.query(
    "update profiles set banned_at = now(), banned_until = now() - interval '1 day' where username = 'crowd-2'",
  );
  expect(await all({ ...NEWEST, state: 'banned' })).toEqual(['crowd-1']);
  expect(await all({ ...NEWEST, state: 'open' })).toHaveLength(30);
  expect(await lists.find(adminId)).toMatchObject({ sessions: 0, live: null, verification: null });
});

it('lists streams by state, search text and current viewers, and refuses a cursor of another order', async () => {
  const insert = (viewers: number, status: 'live' | 'ended', hidden = false) =>
    db.pool.query(
      `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at, current_viewers, hidden_at, hidden_reason)
       values ($1, $2, 'Show ' || $3::int, 'Gaming', $1::uuid::text, $4::text, now(), now(),
         case when $4::text = 'ended' then now() end, $3::int, case when $5::bool then now() end, case when $5::bool then 'Spam' end)`,
      [uuidv7(), adminId, viewers, status, hidden],
    );
  await insert(0, 'ended', true);
  await insert(0, 'ended');
  await insert(7, 'live');
  const titles = async (filter: object) =>
    (await streams.list({ sort: 'startedAt', order: 'desc', ...filter })).items.map(({ title }) => title);
  expect(await titles({ state: 'hidden' })).toEqual(['Show 0']);
  expect(await titles({ state: 'live', q: 'ada' })).toEqual(['Show 7']);
  expect(await titles({ sort: 'currentViewers' })).toEqual(['Show 7']);
  expect(await titles({})).toHaveLength(3);
  // Passes a cursor of the order by username.
  const cursor = encodeCursor(['ada', adminId]);
  await expect(titles({ sort: 'currentViewers', cursor })).rejects.toMatchObject({ code: 'cursor_invalid' });
});
