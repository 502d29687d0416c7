import { expect, it } from 'vitest';
import { createStreamFixture, newStream, SETTINGS } from '../../../../test/support/stream-fixture.ts';
import * as rows from '../lifecycle/stream-lifecycle.repo.ts';

const { db, service, addStreamer } = await createStreamFixture();

it('numbers a slug that the streamer has used, even when streams of one title start at the same moment', async () => {
  const { id } = await addStreamer();
  const streams = Array.from({ length: 6 }, () => newStream(id, 'same'));
  await Promise.all(streams.map((stream) => db.transact((tx) => rows.begin(tx, stream))));
  const { rows: kept } = await db.pool.query('select slug, status from streams where streamer_id = $1', [id]);
  expect(kept.map((r) => r.slug).sort()).toEqual(['same', 'same-2', 'same-3', 'same-4', 'same-5', 'same-6']);
  expect(kept.filter((r) => r.status === 'live')).toHaveLength(1);
});

it('finds a stream by its former slug after its title changed, and after it changed back', async () => {
  const { id, username } = await addStreamer();
  const stream = newStream(id, 'first');
  await db.transact((tx) => rows.begin(tx, stream));
  const retitle = (title: string) => service.applySettings(id, { ...SETTINGS, title, category: 'News' });
  expect(await retitle('Second')).toMatchObject({ id: stream.id, title: 'Evening tide' });
  const bySlug = async (slug: string) => (await service.bySlug(username, slug)).stream;
  expect(await bySlug('first')).toMatchObject({
    id: stream.id,
    slug: 'second',
    title: 'Second',
    category: 'News',
  });
  await retitle('First');
  expect(await bySlug('second')).toMatchObject({ id: stream.id, slug: 'first' });
  expect(await bySlug('first')).toMatchObject({ id: stream.id, slug: 'first' });
});
