import { PEOPLE } from '@tributary/demo-content/people';
import { STORIES } from '@tributary/demo-content/stories';
import { expect, it } from 'vitest';
import { HOUR_MS } from '#platform/durations.ts';
import { createTestDatabase } from '../../test/support/database.ts';
import { createUsersFixture } from '../../test/support/users-fixture.ts';
import { repeatPaidEvent } from './paid-event.ts';
import { eventRow } from './seed/offers.seed.ts';
import { seedStreamer } from './streamers.ts';

const db = await createTestDatabase();
const { users, channels } = createUsersFixture(db);

it('begins the paid event of the demo again when it is over, and never twice at a time', async () => {
  const story = STORIES.find(({ events }) => events.some(({ at }) => at.inDays === 0)) ?? expect.fail();
  const event = story.events.find(({ at }) => at.inDays === 0) ?? expect.fail();
  const person = PEOPLE.find(({ username }) => username === story.username) ?? expect.fail();
  await seedStreamer(person, { users, channels });
  const begin = new Date('2026-06-01T20:00:00Z');
  const at = (hours: number) => new Date(begin.getTime() + hours * HOUR_MS);
  const count = async () =>
    (await db.pool.query<{ count: number }>('select count(*) from ppv_events')).rows[0]?.count;
  // Before the seeding there is nothing to repeat.
  await repeatPaidEvent(db, begin);
  expect(await count()).toBe(0);
  const { id } = (await users.findByUsername(story.username)) ?? expect.fail();
  const row = eventRow(id, story.username, event, begin, 1000);
  await db.transact(async (tx) => {
    await tx.insertInto('ppv_events').values(row).execute();
  });
  const seen = [];
  for (const hours of [0, 4, 5, 5.1, 9, 11]) {
    await repeatPaidEvent(db, at(hours));
    seen.push(await count());
  }
  expect(seen).toEqual([1, 1, 2, 2, 2, 3]);
});
