import { streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { MediaFormatError } from '#media/codecs/format-error.ts';
import {
  createStreamFixture,
  newStream,
  PROCESS_ID,
  SETTINGS,
} from '../../../../test/support/stream-fixture.ts';
import {
  streamEnded,
  streamInterrupted,
  streamPlayable,
  streamResumed,
  streamStarted,
  streamStarting,
} from '../live.events.ts';
import { findFeatured } from '../streams/streams.repo.ts';
import { setThumbnail } from '../streams/thumbnails.repo.ts';
import { recordAudience } from '../viewers/audience-record.repo.ts';
import * as rows from './stream-lifecycle.repo.ts';

const KEYFRAME = { kind: 'video', dts: 0, pts: 0, keyframe: true } as const;

const { db, service, events, hooks, addStreamer, start, stateOf } = await createStreamFixture();

it('shows a stream once it is playable, not before', async () => {
  const { id, username } = await addStreamer();
  const instance = start({ ...SETTINGS, language: 'pt' });
  await instance.publish(id);
  expect(await stateOf(username)).toBe('offline');
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  const { stream } = await service.bySlug(username, 'live');
  expect(stream).toMatchObject({
    title: 'Evening tide',
    slug: 'evening-tide',
    category: 'Music',
    language: 'pt',
  });
  expect(stream?.playbackUrl).toBe(`/live/${stream?.id}/index.m3u8`);
});

it('is interrupted while the encoder is disconnected, and live again when it returns', async () => {
  const { id, username } = await addStreamer();
  const instance = start();
  const publication = await instance.publish(id);
  instance.playable(id);
  publication.close('connection_lost');
  await expect.poll(() => stateOf(username)).toBe('interrupted');
  await instance.publish(id);
  await expect.poll(() => stateOf(username)).toBe('live');
});

it('ends after the grace period with its reason, and the next publish starts another stream', async () => {
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
  expect(await service.forWatching(streamId.parse(first))).toMatchObject({
    stream: { state: 'ended' },
    channel: { state: 'live', stream: { id: second?.id } },
  });
});

it('shows viewers that the stream of a banned streamer ended, and hides it from everybody else', async () => {
  const { id, username } = await addStreamer();
  const over = streamId.parse(uuidv7());
  await db.transact(async (tx) => {
    await rows.begin(tx, {
      id: over,
      streamerId: id,
      settings: SETTINGS,
      slug: 'over',
      startedAt: new Date(),
      ownerId: PROCESS_ID,
    });
    await rows.end(tx, over, new Date(), 'kicked');
    await tx.updateTable('profiles').set({ banned_at: new Date() }).where('id', '=', id).execute();
  });
  expect(await service.forWatching(over)).toMatchObject({
    stream: { state: 'ended' },
    channel: { state: 'offline', stream: null },
  });
  await expect(service.byId(over)).rejects.toThrow();
  await expect(service.bySlug(username, 'over')).rejects.toThrow();
  await expect(service.bySlug(username, 'live')).rejects.toThrow();
});

it('shows a refusal to the owner of the stream key alone, also where two accounts were made within a minute', async () => {
  const [first, second] = [await addStreamer(), await addStreamer()];
  const { publish, ingestHealth } = start();
  await publish(first.id);
  await expect(publish(first.id)).rejects.toThrow('already_publishing');
  expect((await ingestHealth.read(first.id)).lastRefusal?.reason).toContain('another encoder');
  expect((await ingestHealth.read(second.id)).lastRefusal).toBeNull();
});

it('shows the refusal of a replaced stream key to its owner, and of an unknown one to nobody', async () => {
  const [{ id }, other] = [await addStreamer(), await addStreamer()];
  const { publish, ingestHealth, revoked } = start();
  revoked.add(`${id}#old`);
  await expect(publish(`${id}#old`)).rejects.toThrow('unknown_key');
  expect((await ingestHealth.read(id)).lastRefusal?.reason).toContain('Copy the current key');
  await expect(publish('unknown')).rejects.toThrow('unknown_key');
  expect((await ingestHealth.read(other.id)).lastRefusal).toBeNull();
});

it('tells the creator which bitrate exceeds the limit, and continues the stream when it is lowered', async () => {
  const instance = start();
  const { id, username } = await addStreamer();
  const publication = await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  // As an ingest passes on what its publication throws.
  const failure = await Promise.resolve()
    .then(() => publication.unit({ ...KEYFRAME, payload: new Uint8Array(30_000_000) }))
    .then(
      () => expect.fail(),
      (error: unknown) => error,
    );
  if (!(failure instanceof MediaFormatError)) throw failure;
  publication.close('unsupported_media', failure.unsupported);
  expect((await instance.ingestHealth.read(id)).lastRefusal?.reason).toBe(
    'Your encoder sends 240 Mbps, and this server accepts at most 20 Mbps. Lower the bitrate.',
  );
  await expect.poll(() => stateOf(username)).toBe('interrupted');
  await instance.publish(id);
  await expect.poll(() => stateOf(username)).toBe('live');
});

it('gives a stream that is just starting the title that was saved meanwhile', async () => {
  const { id, username } = await addStreamer();
  const instance = start();
  await instance.publish(id);
  instance.playable(id);
  const settings = { ...SETTINGS, title: 'Morning ebb' };
  await instance.streams.inOrder(id, () => service.applySettings(id, settings));
  expect((await service.bySlug(username, 'live')).stream?.title).toBe('Morning ebb');
});

it('starts many streams at once on few database connections', async () => {
  const streamers = await Promise.all(Array.from({ length: 24 }, addStreamer));
  const instance = start();
  for (const { id } of streamers) {
    await instance.publish(id);
    instance.playable(id);
  }
  await expect.poll(() => instance.changed.length, { timeout: 4_000 }).toBe(24);
});

it('distinguishes an unpublish from a lost connection', async () => {
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

it('stops recording the stream of a deleted account', async () => {
  const instance = start();
  const { id, username } = await addStreamer();
  await instance.publish(id);
  instance.playable(id);
  await expect.poll(() => stateOf(username)).toBe('live');
  await db.pool.query('delete from profiles where id = $1', [id]);
  instance.hub.stop(id, 'kicked');
  await instance.streams.close();
  expect((await db.pool.query('select from streams where streamer_id = $1', [id])).rowCount).toBe(0);
});

it('shows the custom thumbnail, and generated ones again once it is removed', async () => {
  const { id, username } = await addStreamer();
  const stream = newStream(id, 'with-thumbnail');
  await db.transact((tx) => rows.begin(tx, stream));
  const thumbnail = async () => (await service.bySlug(username, 'live')).stream?.thumbnailUrl;
  const snap = (url: string) => db.transact((tx) => setThumbnail(tx, stream.id, url));
  await snap('/thumbnails/1');
  await service.applySettings(id, { ...SETTINGS, thumbnailUrl: '/images/own' });
  await snap('/thumbnails/2');
  expect(await thumbnail()).toBe('/images/own');
  await service.applySettings(id, SETTINGS);
  expect(await thumbnail()).toBeNull();
  await snap('/thumbnails/3');
  expect(await thumbnail()).toBe('/thumbnails/3');
});

it('features at most sixteen streams, most viewers first', async () => {
  await db.pool.query(`update streams set status = 'ended', ended_at = now() where status = 'live'`);
  for (let i = 0; i < 18; i += 1) {
    const { id } = await addStreamer();
    const stream = newStream(id, 'x');
    await db.transact((tx) => rows.begin(tx, stream));
    const audience = { id: stream.id, viewers: i, peak: i, arrived: 0, watchedSeconds: 0 };
    await db.transact((tx) => recordAudience(tx, [audience], new Date()));
  }
  const featured = await db.read(findFeatured);
  expect(featured.map(({ currentViewers }) => currentViewers)).toEqual(
    Array.from({ length: 16 }, (_, i) => 17 - i),
  );
});

it('publishes an event for each change, and runs the start hook in the transaction that inserts the row', async () => {
  const { id } = await addStreamer();
  const heard: string[] = [];
  const hear =
    (name: string) =>
    ({ streamerId, reason }: { streamerId: string; reason?: string }) => {
      if (streamerId === id) heard.push(reason === undefined ? name : `${name}: ${reason}`);
    };
  events.on(streamStarted, hear('started'));
  events.on(streamPlayable, hear('playable'));
  events.on(streamInterrupted, hear('interrupted'));
  events.on(streamResumed, hear('resumed'));
  events.on(streamEnded, hear('ended'));
  hooks.on(streamStarting, async (tx, { streamId, streamerId }) => {
    if (streamerId !== id) return;
    const row = await tx.selectFrom('streams').select('status').where('id', '=', streamId).executeTakeFirst();
    heard.push(`starting: ${row?.status}`);
  });

  const before = start();
  const first = await before.publish(id);
  before.playable(id);
  await expect.poll(() => heard).toEqual(['starting: live', 'started', 'playable']);
  first.close('connection_lost');
  await before.publish(id);
  await expect.poll(() => heard.slice(3)).toEqual(['interrupted: connection_lost', 'resumed']);
  await before.stop();
  await expect.poll(() => heard.slice(5)).toEqual(['interrupted: shutdown']);

  const after = start();
  await after.publish(id);
  after.playable(id);
  await expect.poll(() => heard.slice(6)).toEqual(['resumed', 'playable']);
  after.hub.stop(id, 'stopped');
  await expect.poll(() => heard.slice(8)).toEqual(['ended: stopped']);
});
