import { type StreamId, type StreamSettings, streamId, type UserId, userId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Hub } from '#media/hub/hub.ts';
import type { Publication } from '#media/ports.ts';
import type { Tracks } from '#media/unit.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/database.ts';
import * as rows from './broadcasts.repo.ts';
import { Broadcasts } from './broadcasts.ts';
import { EncoderHolds } from './encoder-holds.ts';
import * as repo from './live.repo.ts';
import { LiveService } from './live.service.ts';
import { SignalHealths } from './signal-health.ts';

const db = await createTestDatabase();
const log = createLog('silent');
const tracks: Tracks = {
  video: {
    kind: 'video',
    codec: 'h264',
    codecString: 'avc1.64001f',
    width: 640,
    height: 360,
    frameRate: 30,
    configuration: new Uint8Array([1]),
  },
  audio: null,
};

const SETTINGS: StreamSettings = {
  title: 'Evening tide',
  category: 'Music',
  tags: [],
  isMature: false,
  thumbnailUrl: null,
};

/** Streamers whose stream key is their own id, with anything after a hash. */
async function addStreamer(): Promise<{ id: UserId; username: string }> {
  const id = userId.parse(uuidv7());
  const username = `s${id.replaceAll('-', '').slice(-20)}`;
  await db.pool.query('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', [
    id,
    username,
    `${username}@example.org`,
  ]);
  await db.pool.query(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
    [id, username],
  );
  return { id, username };
}

/** One instance: the hub with the feature behind it, the packager's word given by hand. */
function openInstance(settings: StreamSettings = SETTINGS, graceSeconds = 30, database: Database = db) {
  const changed: StreamId[] = [];
  const revoked = new Set<string>();
  const banned = new Set<string>();
  const holds = new EncoderHolds();
  const broadcasts = new Broadcasts({
    db: database,
    log,
    graceSeconds,
    signals: new SignalHealths(),
    authorizeKey: async (key) => {
      const owner = userId.safeParse(key.split('#', 1)[0]);
      return owner.success && !revoked.has(key) ? { userId: owner.data, banned: banned.has(key) } : null;
    },
    holds,
    async settingsOf() {
      await database.read((reader) => reader.selectFrom('profiles').select('id').limit(1).execute());
      return settings;
    },
    onChanged: (id) => changed.push(id),
  });
  const hub = new Hub({ settings: { graceSeconds, deadAfterSeconds: 3 }, ports: broadcasts, log });
  return {
    hub,
    broadcasts,
    changed,
    holds,
    /** Keys that were replaced, and those of people who were banned. */
    revoked,
    banned,
    async publish(key: string): Promise<Publication> {
      const request = {
        protocol: 'rtmp',
        app: 'live',
        streamKey: key,
        remoteAddress: '::1',
        encoder: null,
      } as const;
      const result = await hub.publish(request);
      if (!result.accepted) throw new Error(result.refusal);
      result.publication.tracks(tracks);
      return result.publication;
    },
    playable(key: string) {
      const session = hub.session(key);
      if (session !== undefined) broadcasts.onPlayable(session);
    },
    async stop() {
      hub.close();
      await broadcasts.close();
    },
  };
}

const service = new LiveService(db, () => 0);
const stateOf = async (username: string) => (await service.bySlug(username, 'live')).state;

describe('Broadcasts', () => {
  let open: ReturnType<typeof openInstance>[] = [];
  const start = (...options: Parameters<typeof openInstance>) => {
    const instance = openInstance(...options);
    open.push(instance);
    return instance;
  };
  beforeEach(() => {
    open = [];
  });
  afterEach(async () => {
    for (const instance of open) await instance.stop();
    vi.useRealTimers();
  });

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

  it('goes on in the same broadcast after a restart of the instance', async () => {
    const { id, username } = await addStreamer();
    const before = start();
    await before.publish(id);
    before.playable(id);
    await expect.poll(() => stateOf(username)).toBe('live');
    const first = (await service.bySlug(username, 'live')).stream?.id;
    await before.stop();
    expect(await stateOf(username)).toBe('interrupted');
    const after = start();
    await after.broadcasts.recover();
    await after.publish(id);
    after.playable(id);
    await expect.poll(() => stateOf(username)).toBe('live');
    expect((await service.bySlug(username, 'live')).stream?.id).toBe(first);
  });

  it('ends what a killed instance left live, at the time it was last seen, when nobody returns', async () => {
    const { id, username } = await addStreamer();
    const seen = new Date('2026-03-01T12:00:00Z');
    const lost = streamId.parse(uuidv7());
    await db.transact((tx) =>
      rows.begin(tx, { id: lost, streamerId: id, settings: SETTINGS, slug: 't', startedAt: seen }),
    );
    const after = start(undefined, 0);
    await after.broadcasts.recover();
    await expect.poll(() => stateOf(username)).toBe('offline');
    const { stream } = await service.byId(lost);
    expect(stream?.endedAt).toBe(seen.toISOString());
    expect(after.changed).toContain(lost);
  });

  it('is live again where it was given up just before its first part after a restart', async () => {
    const { id, username } = await addStreamer();
    const lost = streamId.parse(uuidv7());
    const startedAt = new Date();
    await db.transact((tx) =>
      rows.begin(tx, { id: lost, streamerId: id, settings: SETTINGS, slug: 't', startedAt }),
    );
    const after = start();
    await after.publish(id);
    await db.transact((tx) => rows.end(tx, lost, new Date(), 'connection_lost'));
    after.playable(id);
    await expect.poll(() => stateOf(username)).toBe('live');
    expect((await service.bySlug(username, 'live')).stream).toMatchObject({ id: lost, endedAt: null });
  });

  it('ends what was left live although the database is away when the grace window runs out', async () => {
    const { id, username } = await addStreamer();
    const lost = streamId.parse(uuidv7());
    const startedAt = new Date();
    await db.transact((tx) =>
      rows.begin(tx, { id: lost, streamerId: id, settings: SETTINGS, slug: 't', startedAt }),
    );
    let calls = 0;
    const failsOnce: Database = {
      ...db,
      transact: (work) => {
        calls += 1;
        return calls === 2 ? Promise.reject(new Error('away')) : db.transact(work);
      },
    };
    const after = start(undefined, 0, failsOnce);
    await after.broadcasts.recover();
    await expect.poll(() => stateOf(username)).toBe('offline');
  });

  it('leaves alone what came back and went away again after a restart', async () => {
    const { id, username } = await addStreamer();
    const lost = streamId.parse(uuidv7());
    const startedAt = new Date();
    const begin = () =>
      db.transact((tx) =>
        rows.begin(tx, { id: lost, streamerId: id, settings: SETTINGS, slug: 't', startedAt }),
      );
    await begin();
    const marked = new Date('2026-03-01T12:00:00Z');
    await db.transact((tx) => rows.markAllInterrupted(tx, marked));
    await begin();
    await db.transact((tx) => rows.setInterrupted(tx, lost, new Date()));
    await db.transact((tx) => rows.endLost(tx, lost, marked));
    expect(await stateOf(username)).toBe('interrupted');
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

  it('finds those who publish and may no more, after news was missed', async () => {
    const instance = start();
    const people = await Promise.all([addStreamer(), addStreamer(), addStreamer()]);
    const [allowed, rotated, banned] = people.map(({ id }) => id);
    for (const { id } of people) await instance.publish(id);
    expect(await instance.broadcasts.noLongerAllowed()).toEqual([]);
    instance.revoked.add(rotated ?? '');
    instance.banned.add(banned ?? '');
    expect((await instance.broadcasts.noLongerAllowed()).sort()).toEqual([rotated, banned].sort());
    expect(instance.hub.session(allowed ?? '')).toBeDefined();
    instance.hub.stop(rotated ?? '', 'kicked');
    expect(await instance.broadcasts.noLongerAllowed()).toEqual([banned]);
  });

  it('finds those whom an admin has stopped, after news was missed, and lets nothing bring the broadcast back', async () => {
    const instance = start();
    const { id, username } = await addStreamer();
    await instance.publish(id);
    instance.playable(id);
    await expect.poll(() => stateOf(username)).toBe('live');
    const stream = (await service.bySlug(username, 'live')).stream?.id ?? expect.fail();
    expect(await instance.broadcasts.stoppedUnheard()).toEqual([]);
    await db.transact((tx) => rows.end(tx, streamId.parse(stream), new Date(), 'kicked'));
    // As an encoder's first part does that comes after a restart.
    instance.playable(id);
    await instance.broadcasts.inOrder(id, async () => {});
    expect(await stateOf(username)).toBe('offline');
    expect(await instance.broadcasts.stoppedUnheard()).toEqual([id]);
    instance.hub.stop(id, 'kicked');
    expect(await instance.broadcasts.stoppedUnheard()).toEqual([]);
  });

  it('asks again about the key that publishes, not about one that knocked since', async () => {
    const instance = start();
    const { id } = await addStreamer();
    await instance.publish(`${id}#old`);
    await expect(instance.publish(`${id}#new`)).rejects.toThrow('already_publishing');
    instance.revoked.add(`${id}#old`);
    expect(await instance.broadcasts.noLongerAllowed()).toEqual([id]);
  });

  it('turns the encoder of a stopped broadcast away until it is let in again', async () => {
    const instance = start();
    const { id, username } = await addStreamer();
    await instance.publish(id);
    instance.playable(id);
    await expect.poll(() => stateOf(username)).toBe('live');
    instance.holds.hold(id);
    instance.hub.stop(id, 'stopped');
    await expect.poll(() => stateOf(username)).toBe('offline');
    await expect(instance.publish(id)).rejects.toThrow('stopped');
    instance.holds.release(id);
    await instance.publish(id);
  });

  it('goes on turning away after a restart, but for a new key and for whoever was let in since', async () => {
    const [stopped, rekeyed, back] = [await addStreamer(), await addStreamer(), await addStreamer()];
    const beganAt = new Date(Date.now() - 60_000);
    await db.pool.query('update streamer_data set stream_key_created_at = $1 where user_id = any($2)', [
      beganAt,
      [stopped.id, back.id],
    ]);
    const broadcast = async (streamerId: UserId, startedAt: Date, reason: 'kicked' | 'unpublished') =>
      db.transact(async (tx) => {
        const id = streamId.parse(uuidv7());
        await rows.begin(tx, { id, streamerId, settings: SETTINGS, slug: 'show', startedAt });
        await rows.end(tx, id, new Date(), reason);
      });
    for (const { id } of [stopped, rekeyed, back]) await broadcast(id, beganAt, 'kicked');
    await broadcast(back.id, new Date(), 'unpublished');
    const instance = start();
    await instance.holds.restore(db);
    await expect(instance.publish(stopped.id)).rejects.toThrow('stopped');
    await instance.publish(rekeyed.id);
    await instance.publish(back.id);
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

  it('turns away a key that nobody has', async () => {
    await expect(start().publish('live_nobody')).rejects.toThrow('unknown_key');
  });
});

describe('broadcast rows', () => {
  const newBroadcast = (streamerId: UserId, slug: string) => ({
    id: streamId.parse(uuidv7()),
    streamerId,
    settings: SETTINGS,
    slug,
    startedAt: new Date(),
  });

  it('numbers a slug that the streamer has used, also under titles that begin at once', async () => {
    const { id } = await addStreamer();
    const begun = Array.from({ length: 6 }, () => newBroadcast(id, 'same'));
    await Promise.all(begun.map((b) => db.transact((tx) => rows.begin(tx, b))));
    const { rows: kept } = await db.pool.query('select slug, status from streams where streamer_id = $1', [
      id,
    ]);
    expect(kept.map((r) => r.slug).sort()).toEqual([
      'same',
      'same-2',
      'same-3',
      'same-4',
      'same-5',
      'same-6',
    ]);
    expect(kept.filter((r) => r.status === 'live')).toHaveLength(1);
  });

  it('leads an old slug to its stream after the title changed, and back again', async () => {
    const { id, username } = await addStreamer();
    const broadcast = newBroadcast(id, 'first');
    await db.transact((tx) => rows.begin(tx, broadcast));
    const retitle = (title: string) => service.applySettings(id, { ...SETTINGS, title, category: 'News' });
    expect(await retitle('Second')).toMatchObject({ id: broadcast.id, title: 'Evening tide' });
    const bySlug = async (slug: string) => (await service.bySlug(username, slug)).stream;
    expect(await bySlug('first')).toMatchObject({
      id: broadcast.id,
      slug: 'second',
      title: 'Second',
      category: 'News',
    });
    await retitle('First');
    expect(await bySlug('second')).toMatchObject({ id: broadcast.id, slug: 'first' });
    expect(await bySlug('first')).toMatchObject({ id: broadcast.id, slug: 'first' });
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
});
