/** How creators edit, schedule, delete and restore recordings. */
import { createCanvas } from '@napi-rs/canvas';
import type { RecordingEdit, RecordingOrder } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createHooks } from '#platform/hooks.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { createStreamPages } from '../../../test/support/stream-pages.ts';
import { createTestJobs } from '../../../test/support/test-jobs.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { createRecordingAudiences } from './access/recording-access.ts';
import { createQuota } from './files/quota.ts';
import { createRecordingPolicies } from './recorder/recording-policy.service.ts';
import { createRecordingsService, type Recordings } from './recordings.service.ts';
import { purgeExpired } from './retention/retention.service.ts';
import { createRecordingThumbnails } from './thumbnails/recording-thumbnails.service.ts';

const db = await createTestDatabase();
const { jobs, waiting } = await createTestJobs(db);
const people = createPeopleFixture(db);

let nowMs = Date.parse('2026-01-01T00:00:00.000Z');
const stored: string[] = [];
const images = {
  store: async () => {
    const url = `/pictures/${stored.length}.webp`;
    stored.push(url);
    return url;
  },
  copy: async () => null,
  claim: async () => undefined,
  release: async () => undefined,
  discard: async (url: string | null) => {
    if (url !== null && stored.includes(url)) stored.splice(stored.indexOf(url), 1, '');
  },
};
const live = { thumbnails: { delete: async () => undefined } };
const thumbnails = createRecordingThumbnails({ db, jobs, images, live });
const recordings = createRecordingsService({
  db,
  jobs,
  hooks: createHooks(),
  thumbnails,
  nowMs: () => nowMs,
});
const quota = createQuota();
const policies = createRecordingPolicies(db, quota);
const streams = createStreamPages(db);
const pageOf = (id: StreamId) => streams.byId(id);
const shownOn = async (id: StreamId) => (await pageOf(id)).stream?.recording ?? null;

async function recording(state: 'recording' | 'ready' = 'ready'): Promise<{ owner: UserId; id: StreamId }> {
  const owner = await people.streamer();
  const id = await people.stream(owner, 'ended');
  await db.pool.query(
    `insert into recordings (stream_id, streamer_id, state, duration_ms, byte_length, starts_at)
     values ($1, $2, $3, $4, 1000, now())`,
    [id, owner, state, state === 'ready' ? 60_000 : 0],
  );
  return { owner, id };
}

const channelsWithTiers = new Set<UserId>();
recordings.checkTiersWith(async (streamerId) => channelsWithTiers.has(streamerId));

async function gateOf(id: StreamId): Promise<string | null> {
  const { rows } = await db.pool.query('select gate_kind from streams where id = $1', [id]);
  return rows[0].gate_kind;
}

describe('a creator', () => {
  it('lists recordings by the date, the views and the watch time that their pages show, and by size, page by page', async () => {
    const owner = await people.streamer();
    const ids: StreamId[] = [];
    for (let i = 0; i < 26; i += 1) {
      const id = await people.stream(owner, 'ended');
      await db.pool.query(
        `insert into recordings
           (stream_id, streamer_id, state, duration_ms, starts_at, created_at, byte_length, views, watched_seconds)
         values ($1, $2, 'ready', 1000, now(), now() - $3 * interval '1 s', $4, $5, $6)`,
        [id, owner, i, 1000 + ((i * 7) % 26), (i * 11) % 26, (i * 3) % 26],
      );
      // Watched live, before the recording.
      await db.pool.query(
        `update streams set started_at = now() - interval '1 hour' + $2 * interval '1 s', views = 100 - $3::int, watched_seconds = 200 - $4::int
         where id = $1`,
        [id, i, 2 * ((i * 11) % 26), 2 * ((i * 3) % 26)],
      );
      ids.push(id);
    }
    const positions = async (order: RecordingOrder) => {
      const page = await recordings.page(owner, { isDeleted: false, order });
      const cursor = page.next ?? expect.fail('there is one page');
      const rest = await recordings.page(owner, { isDeleted: false, order, cursor });
      return [...page.items, ...rest.items].map(({ streamId }) => ids.indexOf(streamId));
    };
    const indexes = ids.map((_, i) => i);
    const by = (value: (i: number) => number) => indexes.toSorted((a, b) => value(b) - value(a));
    expect(await positions('newest')).toEqual(by((i) => i));
    expect(await positions('oldest')).toEqual(indexes);
    expect(await positions('views')).toEqual(by((i) => -((i * 11) % 26)));
    expect(await positions('watched')).toEqual(by((i) => -((i * 3) % 26)));
    const { items } = await recordings.page(owner, { isDeleted: false, order: 'newest' });
    for (const { streamId, views } of items) expect((await shownOn(streamId))?.views).toBe(views);
    expect(await positions('size')).toEqual(by((i) => (i * 7) % 26));
  });

  it('changes title, description, chapters and download, which the page of the stream shows', async () => {
    const { owner, id } = await recording();
    const chapters = [
      { startMs: 0, title: 'Intro' },
      { startMs: 30_000, title: 'Main part' },
    ];
    const edit = {
      title: 'The first evening',
      description: 'What happened.',
      chapters,
      allowsDownload: true,
    };
    expect(await recordings.edit(owner, id, edit)).toMatchObject(edit);
    expect(await recordings.one(owner, id)).toMatchObject(edit);
    expect(await shownOn(id)).toMatchObject({ description: 'What happened.', chapters });
  });

  it('is refused a chapter that starts after the end, with the times', async () => {
    const { owner, id } = await recording();
    const chapters = [{ startMs: 60_000, title: 'Credits' }];
    await expect(recordings.edit(owner, id, { chapters })).rejects.toMatchObject({
      code: 'chapter_after_end',
      errors: [
        { detail: '“Credits” starts at 60000 ms, but the recording ends at 60000 ms.', pointer: '/chapters' },
      ],
    });
  });

  it('finds no recording of another creator', async () => {
    const { id } = await recording();
    const { owner: stranger } = await recording();
    const missing = { code: 'recording_not_found' };
    const edit: RecordingEdit = { title: 'Mine' };
    await expect(recordings.one(stranger, id)).rejects.toMatchObject(missing);
    await expect(recordings.edit(stranger, id, edit)).rejects.toMatchObject(missing);
    await expect(thumbnails.set(stranger, id, null)).rejects.toMatchObject(missing);
    await expect(recordings.delete(stranger, id)).rejects.toMatchObject(missing);
    await expect(recordings.restore(stranger, id)).rejects.toMatchObject(missing);
    await expect(recordings.purge(stranger, id)).rejects.toMatchObject(missing);
  });

  it('replaces the thumbnail of a recording, whose old image is deleted unless it is used elsewhere', async () => {
    const { owner, id } = await recording();
    const bytes = createCanvas(4, 4).toBuffer('image/png');
    const setThumbnail = async (image: Buffer | null) => {
      await thumbnails.set(owner, id, image);
      return await recordings.one(owner, id);
    };
    const first = await setThumbnail(bytes);
    expect(first).toMatchObject({ hasCustomThumbnail: true, thumbnailUrl: expect.any(String) });
    await db.pool.query('update streamer_data set stream_thumbnail_url = $1 where user_id = $2', [
      first.thumbnailUrl,
      owner,
    ]);
    const second = await setThumbnail(bytes);
    expect(stored).toContain(first.thumbnailUrl);
    expect(await setThumbnail(null)).toMatchObject({
      hasCustomThumbnail: false,
      thumbnailUrl: null,
    });
    expect(stored).not.toContain(second.thumbnailUrl);
  });
});

it('serves a recording to its new audience as soon as a process hears of the change', async () => {
  const { owner, id } = await recording();
  const audiences = createRecordingAudiences(db);
  expect(await audiences.of(id)).toMatchObject({ visibility: 'public' });
  await recordings.edit(owner, id, { visibility: 'private' });
  audiences.changed(id);
  expect(await audiences.of(id)).toMatchObject({ visibility: 'private' });
});

describe('a recording for subscribers', () => {
  it('is gated, and opened again by another visibility', async () => {
    const { owner, id } = await recording();
    await expect(recordings.edit(owner, id, { visibility: 'subscribers' })).rejects.toMatchObject({
      code: 'no_tiers',
    });
    channelsWithTiers.add(owner);
    expect(await recordings.edit(owner, id, { visibility: 'subscribers' })).toMatchObject({
      visibility: 'subscribers',
    });
    expect([await gateOf(id), (await shownOn(id))?.playbackUrl]).toEqual(['subscribers', null]);
    expect(await recordings.edit(owner, id, { title: 'Renamed' })).toMatchObject({
      visibility: 'subscribers',
    });
    await recordings.edit(owner, id, { visibility: 'unlisted' });
    expect(await gateOf(id)).toBeNull();
  });

  it('is refused for the stream of an event, whose gate no visibility removes', async () => {
    const { owner, id } = await recording();
    channelsWithTiers.add(owner);
    const eventId = uuidv7();
    await db.pool.query("update streams set gate_kind = 'event', gate_id = $1 where id = $2", [eventId, id]);
    await expect(recordings.edit(owner, id, { visibility: 'subscribers' })).rejects.toMatchObject({
      code: 'recording_belongs_to_event',
    });
    expect(await recordings.edit(owner, id, { visibility: 'public' })).toMatchObject({ eventId });
    expect(await gateOf(id)).toBe('event');
  });
});

describe('a scheduled recording', () => {
  const publishAt = '2026-02-01T10:00:00.000Z';

  it('is private until its time, hides its description and chapters, and becomes public then', async () => {
    const { owner, id } = await recording();
    const edit: RecordingEdit = { visibility: 'private', publishAt, description: 'A secret.' };
    expect(await recordings.edit(owner, id, edit)).toMatchObject({ visibility: 'private', publishAt });
    expect(await shownOn(id)).toMatchObject({ isPrivate: true, description: '', chapters: [] });
    expect(await waiting('recordings.publish')).toMatchObject([{ data: { streamId: id, publishAt } }]);
    await recordings.publishScheduled(id, new Date(publishAt));
    expect(await recordings.one(owner, id)).toMatchObject({ visibility: 'public', publishAt: null });
  });

  it('stays as its creator has left it since', async () => {
    const { owner, id } = await recording();
    await recordings.edit(owner, id, { visibility: 'private', publishAt });
    await recordings.edit(owner, id, { publishAt: '2026-03-01T10:00:00.000Z' });
    await recordings.publishScheduled(id, new Date(publishAt));
    expect(await recordings.one(owner, id)).toMatchObject({ visibility: 'private' });
    await recordings.edit(owner, id, { visibility: 'unlisted' });
    expect(await recordings.one(owner, id)).toMatchObject({ visibility: 'unlisted', publishAt: null });
  });

  it('has to be private', async () => {
    const { owner, id } = await recording();
    await expect(recordings.edit(owner, id, { publishAt })).rejects.toMatchObject({
      code: 'publish_at_needs_private',
    });
  });
});

describe('a deleted recording', () => {
  const list = async (owner: UserId, isDeleted: boolean) =>
    (await recordings.page(owner, { isDeleted })).items.map(({ streamId }) => streamId);

  it('is gone from the lists and the page of its stream until it is restored', async () => {
    const { owner, id } = await recording();
    await recordings.delete(owner, id);
    expect([await list(owner, false), await list(owner, true)]).toEqual([[], [id]]);
    expect(await shownOn(id)).toBeNull();
    await expect(recordings.delete(owner, id)).rejects.toMatchObject({ code: 'recording_not_found' });
    await expect(recordings.edit(owner, id, { title: 'x' })).rejects.toMatchObject({
      code: 'recording_not_found',
    });
    expect(await recordings.restore(owner, id)).toMatchObject({ state: 'ready' });
    expect([await list(owner, false), await list(owner, true)]).toEqual([[id], []]);
    expect(await shownOn(id)).toMatchObject({ durationMs: 60_000 });
    await expect(recordings.purge(owner, id)).rejects.toMatchObject({ code: 'recording_not_found' });
  });

  it('is deleted with its files after a week, and uses storage until then', async () => {
    const { owner, id } = await recording();
    await recordings.delete(owner, id);
    const [deleted] = (await recordings.page(owner, { isDeleted: true })).items;
    expect(deleted?.expiresAt).toBe(new Date(nowMs + 7 * DAY_MS).toISOString());
    const run = () =>
      purgeExpired(
        { db, recordings, notifications: { notify: async () => undefined }, nowMs: () => nowMs },
        new AbortController().signal,
      );
    nowMs += 7 * DAY_MS;
    await run();
    expect((await policies.settings(owner)).usedBytes.recordings).toBe(1000);
    nowMs += 1;
    await run();
    expect((await policies.settings(owner)).usedBytes.recordings).toBe(0);
    expect((await waiting('recordings.delete-files')).map(({ data }) => data.streamId)).toContain(id);
  });

  it('is kept where its creator restores it while others are being deleted', async () => {
    const some = [await recording(), await recording()];
    for (const { owner, id } of some) await recordings.delete(owner, id);
    nowMs += 8 * DAY_MS;
    const removed: StreamId[] = [];
    const remove: Recordings['remove'] = async (tx, owner, id) => {
      for (const other of some)
        if (removed.length === 0 && other.id !== id) await recordings.restore(other.owner, other.id);
      removed.push(id);
      await recordings.remove(tx, owner, id);
    };
    const notifications = { notify: async () => undefined };
    const { signal } = new AbortController();
    await purgeExpired({ db, recordings: { remove }, notifications, nowMs: () => nowMs }, signal);
    expect(removed).toHaveLength(1);
    const kept = some.find(({ id }) => !removed.includes(id)) ?? expect.fail('both were deleted');
    expect(await recordings.one(kept.owner, kept.id)).toMatchObject({ state: 'ready' });
  });

  it('can be deleted permanently at once', async () => {
    const { owner, id } = await recording();
    await recordings.delete(owner, id);
    await recordings.purge(owner, id);
    expect(await list(owner, true)).toEqual([]);
    expect((await waiting('recordings.delete-files')).map(({ data }) => data.streamId)).toContain(id);
  });

  it('was not being recorded', async () => {
    const { owner, id } = await recording('recording');
    await expect(recordings.delete(owner, id)).rejects.toMatchObject({ code: 'recording_runs' });
  });
});
