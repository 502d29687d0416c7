/** Tests which recordings lists and searches show, and when they stop showing them. */
import { VIDEOS_PAGE_SIZE } from '@tributary/contracts/discovery';
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createDiscoveryService } from './discovery.service.ts';

const db = await createTestDatabase();
const discovery = createDiscoveryService(db);
const run = (statement: string, ...values: unknown[]) => db.pool.query(statement, values);

let ada: UserId;
beforeEach(async () => {
  await run('delete from profiles');
  ada = await channel('ada');
});

async function channel(username: string): Promise<UserId> {
  const id = userId.parse(uuidv7());
  const values = [id, username, `${username}@example.org`];
  await run('insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)', ...values);
  await run(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
    ...[id, username],
  );
  return id;
}

interface Past {
  readonly title?: string;
  readonly category?: string;
  readonly minutesAgo?: number;
  readonly state?: string;
  readonly visibility?: string;
}

async function past(streamer: UserId, more: Past = {}): Promise<StreamId> {
  const {
    title = 'A show',
    category = 'Music',
    minutesAgo = 0,
    state = 'ready',
    visibility = 'public',
  } = more;
  const id = streamId.parse(uuidv7());
  await run(
    `insert into streams (id, streamer_id, title, category, slug, status, views, started_at, seen_at, ended_at)
     values ($1, $2, $3, $4, $6, 'ended', 7, now() - $5 * interval '1 minute', now(), now())`,
    ...[id, streamer, title, category, minutesAgo, `show-${id}`],
  );
  await run(
    'insert into recordings (stream_id, streamer_id, state, visibility, duration_ms) values ($1, $2, $3, $4, 61000)',
    ...[id, streamer, state, visibility],
  );
  return id;
}

const found = async (query: { category?: string; q?: string } = {}) =>
  (await discovery.videos({ category: 'all', q: '', ...query })).items.map(({ id }) => id);

it('lists recordings newest first with the data of their cards', async () => {
  const older = await past(ada, { minutesAgo: 5 });
  const newer = await past(ada, { title: 'Night tide' });
  const { items } = await discovery.videos({ category: 'all', q: '' });
  expect(items.map(({ id }) => id)).toEqual([newer, older]);
  expect(items[0]).toMatchObject({
    title: 'Night tide',
    durationMs: 61_000,
    views: 7,
    playbackUrl: `/recordings/${newer}/index.m3u8`,
    streamer: { username: 'ada' },
  });
});

it('continues after the last recording of a page, without gaps and repetitions', async () => {
  const ids: StreamId[] = [];
  for (let n = 0; n < VIDEOS_PAGE_SIZE + 3; n += 1) ids.push(await past(ada, { minutesAgo: n >> 1 }));
  const first = await discovery.videosOf('ada', {});
  const second = await discovery.videosOf('ada', { cursor: first.next ?? expect.fail('no second page') });
  const all = [...first.items, ...second.items].map(({ id }) => id);
  expect(all).toHaveLength(ids.length);
  expect(new Set(all)).toEqual(new Set(ids));
  expect(second.next).toBeNull();
});

it('finds recordings by category, and by all words of title and streamer', async () => {
  const music = await past(ada, { title: 'Piano by night' });
  const gaming = await past(ada, { title: 'Racing by night', category: 'Gaming' });
  expect(await found({ category: 'gaming' })).toEqual([gaming]);
  expect(await found({ q: 'night pia' })).toEqual([music]);
  expect(await found({ q: 'ada' })).toHaveLength(2);
  await run("update streams set title = 'Organ' where id = $1", music);
  expect(await found({ q: 'piano' })).toEqual([]);
  expect(await found({ q: 'organ' })).toEqual([music]);
});

it('finds similar recordings of other channels, those that share tags before newer ones', async () => {
  const [bo, cy] = [await channel('bo'), await channel('cy')];
  const watched = await past(ada);
  await past(ada, { title: 'Her own' });
  const newer = await past(bo);
  const tagged = await past(cy, { minutesAgo: 9 });
  await past(bo, { category: 'Gaming' });
  await run("update streams set tags = '{Piano,Calm}' where id = $1", watched);
  await run("update streams set tags = '{piano}' where id = $1", tagged);
  const similar = await discovery.similarVideos(watched);
  expect(similar.map(({ id }) => id)).toEqual([tagged, newer]);
  expect(await discovery.similarVideos(streamId.parse(uuidv7()))).toEqual([]);
});

it('finds a recording by the new name of its streamer', async () => {
  const id = await past(ada);
  await run("update profiles set username = 'lovelace', display_name = 'Countess' where id = $1", ada);
  expect(await found({ q: 'countess' })).toEqual([id]);
  expect(await found({ q: 'ada' })).toEqual([]);
});

it('leaves out recordings that are unlisted, private or not ready, until they are public and ready', async () => {
  const unlisted = await past(ada, { visibility: 'unlisted' });
  await past(ada, { visibility: 'private' });
  const unfinished = await past(ada, { state: 'recording' });
  expect(await found()).toEqual([]);
  await run("update recordings set visibility = 'public' where stream_id = $1", unlisted);
  await run("update recordings set state = 'ready' where stream_id = $1", unfinished);
  expect(new Set(await found())).toEqual(new Set([unlisted, unfinished]));
  await run("update recordings set visibility = 'unlisted' where stream_id = $1", unlisted);
  await run('delete from recordings where stream_id = $1', unfinished);
  expect(await found()).toEqual([]);
});

it('leaves out streams that an admin hides or has stopped, and the recordings of banned streamers', async () => {
  const hidden = await past(ada);
  const kicked = await past(ada);
  const other = await past(await channel('grace'));
  await run("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", hidden);
  await run("update streams set end_reason = 'kicked' where id = $1", kicked);
  expect(await found()).toEqual([other]);
  await run('update streams set hidden_at = null, hidden_reason = null where id = $1', hidden);
  expect(await found()).toEqual([other, hidden]);
  await run("update profiles set banned_at = now() where username = 'grace'");
  expect(await found()).toEqual([hidden]);
});

it('lists a gated recording without the address of its media', async () => {
  const id = await past(ada);
  await run("update streams set gate_kind = 'event', gate_id = $2 where id = $1", id, uuidv7());
  const { items } = await discovery.videosOf('ada', {});
  expect(items).toMatchObject([{ id, playbackUrl: null }]);
});

it('lists past streams of a channel without its videos on request', async () => {
  const video = await past(ada, { minutesAgo: 2 });
  const kept = await past(ada, { visibility: 'private' });
  const ids = async (query: { recorded?: 'false' }) =>
    (await discovery.pastOf('ada', query)).items.map(({ id }) => id);
  expect(await ids({ recorded: 'false' })).toEqual([kept]);
  expect(await ids({})).toEqual([kept, video]);
});

it('lists the newest public recordings of followed channels alone', async () => {
  const viewer = await channel('vera');
  const followed = await channel('reef');
  await run('insert into follows (follower_id, streamer_id) values ($1, $2)', viewer, followed);
  const older = await past(followed, { minutesAgo: 9 });
  const newer = await past(followed, { minutesAgo: 2 });
  await past(followed, { visibility: 'private' });
  await past(ada);
  expect((await discovery.followedVideos(viewer)).map(({ id }) => id)).toEqual([newer, older]);
  expect(await discovery.followedVideos(ada)).toEqual([]);
});
