import type { UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createChatViewers } from './viewers.service.ts';

const db = await createTestDatabase();
const { people, person, streamer, stream } = createPeopleFixture(db);

it('lists people who have a chat open by role and username in pages, with the number of each role and of visitors', async () => {
  const [river, admin, moderator, vip, banned, ...others] = [
    await streamer(),
    ...(await people(4)),
    ...(await people(60)),
  ] as [UserId, UserId, UserId, UserId, UserId, ...UserId[]];
  const id = await stream(river);
  await db.pool.query("insert into user_roles (user_id, role) values ($1, 'admin')", [admin]);
  await db.pool.query('insert into chat_moderators (channel_id, user_id) values ($1, $2)', [
    river,
    moderator,
  ]);
  await db.pool.query('insert into chat_vips (channel_id, user_id) values ($1, $2)', [river, vip]);
  await db.pool.query('update profiles set banned_at = now() where id = $1', [banned]);
  await person();
  const userIds = new Set([...others, banned, vip, moderator, admin, river]);
  const viewers = createChatViewers({ db, presence: { in: () => ({ userIds, visitors: 7 }) } });
  const first = await viewers.list(id, {}, null);
  const second = await viewers.list(id, { cursor: first.next ?? undefined }, null);
  const listed = [...first.items, ...second.items];
  expect([first.items.length, second.next]).toEqual([50, null]);
  const roles = ['streamer', 'admin', 'moderator', 'vip', 'viewer'];
  expect(listed.slice(0, 5).map(({ role }) => role)).toEqual(roles);
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([river, admin, moderator, vip, ...others]));
  const names = listed.slice(4).map(({ username }) => username);
  expect(names).toEqual(names.toSorted());
  const counts = { streamer: 1, admin: 1, moderator: 1, vip: 1, viewer: 60 };
  expect([first.counts, first.visitors]).toEqual([counts, 7]);
  const [username = ''] = names;
  const found = await viewers.list(id, { search: username.toUpperCase() }, null);
  expect(found.items.map((viewer) => viewer.username)).toEqual([username]);
  expect((await viewers.list(id, { search: '%' }, null)).items).toEqual([]);
  // The streamer can hide the names, but not their numbers.
  await db.pool.query('insert into chat_settings (channel_id, hides_viewers) values ($1, true)', [river]);
  for (const caller of [null, others[0] ?? null]) {
    const hidden = await viewers.list(id, {}, caller);
    expect(hidden).toMatchObject({ items: [], next: null, isHidden: true, visitors: 7 });
    expect(hidden.counts).toEqual(first.counts);
  }
  expect((await viewers.list(id, {}, moderator)).items).toHaveLength(50);
});
