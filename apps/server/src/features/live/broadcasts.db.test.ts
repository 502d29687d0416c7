import { streamId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createBroadcastWorld, newBroadcast, SETTINGS } from '../../../test/broadcast-world.ts';
import * as rows from './broadcasts.repo.ts';
import * as repo from './live.repo.ts';

const { db, service, addStreamer, start, stateOf } = await createBroadcastWorld();

it('shows a broadcast once viewers can play it, not before', async () => {
  const { id, username } = await addStreamer();
  const instance = start();
  await instance.publish(id);
  expect(await stateOf(username)).toBe('offline');
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  const { stream } = await service.bySlug(username, 'live');
  expect(stream).toMatchObject({ title: 'Evening tide', slug: 'evening-tide', category: 'Music' });
  expect(stream?.playbackUrl).toBe(`/live/${stream?.id}/index.m3u8`);
});

it('is interrupted while the signal is away and live again when it returns', async () => {
  const { id, username } = await addStreamer();
  const instance = start();
  const publication = await instance.publish(id);
  instance.playable(id);
  publication.close('connection_lost');
  await expect.poll(() => stateOf(username)).toBe('interrupted');
  await instance.publish(id);
  await expect.poll(() => stateOf(username)).toBe('live');
});

it('ends after the grace window with the reason, and the next signal is another broadcast', async () => {
  const { id, username } = await addStreamer();
  const instance = start(undefined, 0);
  const publication = await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  const first = (await service.bySlug(username, 'live')).stream?.id;
  publication.close('unpublished');
  await expect.poll(() => stateOf(username)).toBe('offline');
  const { rows } = await db.pool.query('select status, end_reason from streams where id = $1', [first]);
  expect(rows).toEqual([{ status: 'ended', end_reason: 'unpublished' }]);
  await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  const second = (await service.bySlug(username, 'live')).stream;
  expect(second?.id).not.toBe(first);
  expect(second?.slug).toBe('evening-tide-2');
  expect((await service.byId(streamId.parse(first))).state).toBe('ended');
  expect(await service.told(streamId.parse(first))).toMatchObject({
    stream: { state: 'ended' },
    channel: { state: 'live', stream: { id: second?.id } },
  });
});

it('tells those who watch that the broadcast of somebody banned is over, and leads nobody else there', async () => {
  const { id, username } = await addStreamer();
  const over = streamId.parse(uuidv7());
  await db.transact(async (tx) => {
    await rows.begin(tx, {
      id: over,
      streamerId: id,
      settings: SETTINGS,
      slug: 'over',
      startedAt: new Date(),
    });
    await rows.end(tx, over, new Date(), 'kicked');
    await tx.updateTable('profiles').set({ banned_at: new Date() }).where('id', '=', id).execute();
  });
  expect(await service.told(over)).toMatchObject({
    stream: { state: 'ended' },
    channel: { state: 'offline', stream: null },
  });
  await expect(service.byId(over)).rejects.toThrow();
  await expect(service.bySlug(username, 'over')).rejects.toThrow();
  await expect(service.bySlug(username, 'live')).rejects.toThrow();
});

it('gives a broadcast that begins just now the title that was saved meanwhile', async () => {
  const { id, username } = await addStreamer();
  const instance = start();
  await instance.publish(id);
  instance.playable(id);
  const settings = { ...SETTINGS, title: 'Morning ebb' };
  await instance.broadcasts.inOrder(id, () => service.applySettings(id, settings));
  expect((await service.bySlug(username, 'live')).stream?.title).toBe('Morning ebb');
});

it('begins many broadcasts at once on few connections', async () => {
  const streamers = await Promise.all(Array.from({ length: 24 }, addStreamer));
  const instance = start();
  for (const { id } of streamers) {
    await instance.publish(id);
    instance.playable(id);
  }
  await expect.poll(() => instance.changed.length, { timeout: 4_000 }).toBe(24);
});

it('tells a goodbye from a lost signal', async () => {
  const instance = start();
  const { id, username } = await addStreamer();
  const interrupted = async () => {
    const { state, stream } = await service.bySlug(username, 'live');
    return { state, stopped: stream?.stopped };
  };
  const first = await instance.publish(id);
  instance.playable(id);
  await expect.poll(interrupted).toEqual({ state: 'live', stopped: false });
  first.close('unpublished');
  await expect.poll(interrupted).toEqual({ state: 'interrupted', stopped: true });
  const second = await instance.publish(id);
  await expect.poll(interrupted).toEqual({ state: 'live', stopped: false });
  second.close('connection_lost');
  await expect.poll(interrupted).toEqual({ state: 'interrupted', stopped: false });
});

it('lets go of what a deleted account was broadcasting', async () => {
  const instance = start();
  const { id, username } = await addStreamer();
  await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  await db.pool.query('delete from profiles where id = $1', [id]);
  instance.hub.stop(id, 'kicked');
  await instance.broadcasts.close();
  expect((await db.pool.query('select from streams where streamer_id = $1', [id])).rowCount).toBe(0);
});

it('records the audience, its peak, and nothing of what has ended', async () => {
  const { id } = await addStreamer();
  const broadcast = newBroadcast(id, 'watched');
  await db.transact((tx) => rows.begin(tx, broadcast));
  const record = (viewers: number) =>
    db.transact((tx) => rows.recordAudience(tx, [{ id: broadcast.id, viewers, arrived: 0 }], new Date()));
  await record(7);
  await record(3);
  const counts = async () =>
    (await db.pool.query('select current_viewers, peak_viewers from streams where id = $1', [broadcast.id]))
      .rows[0];
  expect(await counts()).toEqual({ current_viewers: 3, peak_viewers: 7 });
  await db.transact((tx) => rows.end(tx, broadcast.id, new Date(), 'kicked'));
  await record(50);
  expect(await counts()).toEqual({ current_viewers: 0, peak_viewers: 7 });
});

it('adds up how long people watched, also of a broadcast that its instance did not survive', async () => {
  const { id } = await addStreamer();
  const startedAt = new Date(Date.now() - 60_000);
  const broadcast = { ...newBroadcast(id, 'added-up'), startedAt };
  await db.transact((tx) => rows.begin(tx, broadcast));
  const after = (seconds: number, viewers: number, arrived: number) =>
    db.transact((tx) =>
      rows.recordAudience(
        tx,
        [{ id: broadcast.id, viewers, arrived }],
        new Date(startedAt.getTime() + seconds * 1000),
      ),
    );
  await after(5, 10, 10);
  await after(10, 30, 20);
  // The instance was away: nobody watched for most of that.
  await after(40, 4, 0);
  const at = new Date();
  await db.transact((tx) => rows.markAllInterrupted(tx, at));
  expect(await db.read(repo.findFeatured)).toEqual([]);
  await db.transact((tx) => rows.endLost(tx, broadcast.id, at));
  const { rows: found } = await db.pool.query(
    'select watched_seconds, lasted_seconds, average_viewers, peak_viewers, views from streams where id = $1',
    [broadcast.id],
  );
  expect(found).toEqual([
    { watched_seconds: 260, lasted_seconds: 40, average_viewers: 6.5, peak_viewers: 30, views: 30 },
  ]);
  const { rows: totals } = await db.pool.query('select total_views from streamer_data where user_id = $1', [
    id,
  ]);
  expect(totals).toEqual([{ total_views: 30 }]);
});

it('shows the picture that its streamer chose, and the broadcast’s own once that is taken back', async () => {
  const { id, username } = await addStreamer();
  const broadcast = newBroadcast(id, 'pictured');
  await db.transact((tx) => rows.begin(tx, broadcast));
  const picture = async () => (await service.bySlug(username, 'live')).stream?.thumbnailUrl;
  const snap = (url: string) => db.transact((tx) => rows.setThumbnail(tx, broadcast.id, url));
  await snap('/thumbnails/1');
  await service.applySettings(id, { ...SETTINGS, thumbnailUrl: '/pictures/own' });
  await snap('/thumbnails/2');
  expect(await picture()).toBe('/pictures/own');
  await service.applySettings(id, SETTINGS);
  expect(await picture()).toBeNull();
  await snap('/thumbnails/3');
  expect(await picture()).toBe('/thumbnails/3');
});

it('features at most sixteen, most viewers first', async () => {
  await db.pool.query(`update streams set status = 'ended', ended_at = now() where status = 'live'`);
  for (let i = 0; i < 18; i += 1) {
    const { id } = await addStreamer();
    const broadcast = newBroadcast(id, 'x');
    await db.transact((tx) => rows.begin(tx, broadcast));
    await db.transact((tx) =>
      rows.recordAudience(tx, [{ id: broadcast.id, viewers: i, arrived: 0 }], new Date()),
    );
  }
  const featured = await db.read(repo.findFeatured);
  expect(featured.map((b) => b.currentViewers)).toEqual(Array.from({ length: 16 }, (_, i) => 17 - i));
});
