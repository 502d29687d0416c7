import type { StreamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { createStreamPages, createStreamStatistics } from '../../../test/support/stream-pages.ts';

const db = await createTestDatabase();
const people = createPeopleFixture(db);
const streams = createStreamPages(db);

it('leads from a channel that is offline to its latest recording that everybody may find', async () => {
  const owner = await people.streamer();
  const { rows } = await db.pool.query('select username from profiles where id = $1', [owner]);
  const last = async () => (await streams.bySlug(rows[0].username, 'live')).last;
  expect(await last()).toBeNull();

  const ids: StreamId[] = [];
  for (const minutesAgo of [30, 20, 10]) {
    const id = await people.stream(owner, 'ended');
    ids.push(id);
    await db.pool.query("update streams set started_at = now() - $2 * interval '1 minute' where id = $1", [
      id,
      minutesAgo,
    ]);
    await db.pool.query(
      "insert into recordings (stream_id, streamer_id, state, starts_at) values ($1, $2, 'recording', now())",
      [id, owner],
    );
  }
  const [oldest, middle, newest] = ids;
  expect(await last()).toMatchObject({ slug: `show-${newest}`, source: 'live', title: 'A show' });
  await db.pool.query('update recordings set asks_at_end = true where stream_id = $1', [newest]);
  expect(await last()).toMatchObject({ slug: `show-${middle}` });
  await db.pool.query("update recordings set visibility = 'unlisted' where stream_id = $1", [middle]);
  expect(await last()).toMatchObject({ slug: `show-${oldest}` });
  await db.pool.query("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", [oldest]);
  expect(await last()).toBeNull();
});

it('counts the views of a recording with those of its stream, on the page and in the statistics of its streamer', async () => {
  const owner = await people.streamer();
  const id = await people.stream(owner, 'ended');
  await db.pool.query('update streams set views = 3 where id = $1', [id]);
  const statistics = createStreamStatistics(db);
  const viewsOf = async () => (await statistics.one(owner, id)).stream.views;
  expect(await viewsOf()).toBe(3);
  await db.pool.query(
    "insert into recordings (stream_id, streamer_id, state, starts_at, views) values ($1, $2, 'ready', now(), 4)",
    [id, owner],
  );
  expect(await viewsOf()).toBe(7);
  expect((await streams.byId(id)).stream?.recording?.views).toBe(7);
});
