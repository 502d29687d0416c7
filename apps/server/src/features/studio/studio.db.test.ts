import { streamId, type UserId } from '@tributary/contracts/shared';
import { type Activity, activityTopic, MARKERS_PER_STREAM } from '@tributary/contracts/studio';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatRaidChanged } from '#features/chat/index.ts';
import { followed } from '#features/follows/index.ts';
import { supported } from '#features/payments/index.ts';
import { openEvents, publish } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { createMoneyFixture } from '../../../test/support/money-fixture.ts';
import { serveRealtime } from '../../../test/support/realtime-harness.ts';
import { createActivity } from './activity.topics.ts';
import { createMarkers } from './markers.service.ts';
import { createResults } from './results.service.ts';

const money = await createMoneyFixture();
const { db, account, insert } = money;
const START = Date.parse('2026-11-20T10:00:00Z');
const minute = (n: number) => new Date(START + n * 60_000).toISOString();

const creator = async () => (await account('streamer')).id;
const viewer = async () => (await account()).id;
const follow = (follower: UserId, streamer: UserId, at: string) =>
  db.pool.query('insert into follows (follower_id, streamer_id, created_at) values ($1, $2, $3)', [
    follower,
    streamer,
    at,
  ]);
const streamOf = async (streamer: UserId, more: Record<string, unknown> = {}) =>
  streamId.parse(
    await insert('streams', {
      streamer_id: streamer,
      title: 'A show',
      category: 'Music',
      slug: uuidv7(),
      status: 'live',
      started_at: minute(0),
      seen_at: minute(0),
      ...more,
    }),
  );
const raid = (from: string, to: string, at: string) =>
  insert('chat_raids', {
    stream_id: from,
    target_stream_id: to,
    state: 'departed',
    started_at: at,
    departs_at: at,
    viewers: 12,
  });

/** The feed of a channel over a socket. */
async function listen(channel: UserId) {
  const events = await openEvents(db.pool, createLog('silent'));
  const hooks = createHooks();
  onTestFinished(() => events.close());
  const person = { userId: channel, roles: ['streamer' as const] };
  const { realtime, connect } = await serveRealtime({ topics: [], authenticate: async () => person });
  const { topic, subscriptions } = createActivity({ db, realtime });
  realtime.register(topic);
  for (const subscribe of subscriptions) subscribe({ events, hooks });
  const tab = await connect({ cookie: 'session=1' });
  tab.subscribe('activity');
  const { data } = (await tab.next()) as { data?: unknown };
  return { tab, hooks, entries: activityTopic.snapshot.parse(data).entries };
}

const briefly = (entry: Activity) => [entry.kind, entry.person?.username ?? null, entry.at];

describe('the activity of a channel', () => {
  it('has follows, donations, subscriptions, gifts and raids in the order of time, without banned people', async () => {
    const [ada, bob, eve] = [await creator(), await creator(), await viewer()];
    const names = new Map<string, string>();
    for (const id of [ada, bob, eve]) {
      const { rows } = await db.pool.query('select username from profiles where id = $1', [id]);
      names.set(id, rows[0].username);
    }
    const banned = await viewer();
    await db.pool.query('update profiles set banned_at = now() where id = $1', [banned]);
    const tier = await money.offer(ada);
    await follow(eve, ada, minute(1));
    await follow(banned, ada, minute(2));
    await money.donate({ to: ada, from: eve, at: minute(3), more: { message: 'Hello' } });
    await money.donate({
      to: ada,
      at: minute(4),
      more: { guest_name: 'Guest', is_message_hidden: true, message: 'x' },
    });
    await money.donate({ to: ada, from: eve, at: minute(5), more: { status: 'refunded' } });
    await money.subscribe(tier, eve, 'active', 'monthly', { created_at: minute(6) });
    const gift = { is_gift: true, cancel_at_period_end: true, price_cents: 0 };
    await money.subscribe(tier, bob, 'active', 'monthly', { ...gift, giver_id: eve, created_at: minute(7) });
    const [from, to] = [await streamOf(bob), await streamOf(ada)];
    await raid(from, to, minute(8));
    const { entries } = await listen(ada);
    expect(entries.map(briefly)).toEqual([
      ['raid', names.get(bob), minute(8)],
      ['gift', names.get(eve), minute(7)],
      ['subscription', names.get(eve), minute(6)],
      ['donation', null, minute(4)],
      ['donation', names.get(eve), minute(3)],
      ['follow', names.get(eve), minute(1)],
    ]);
    expect(entries[0]).toMatchObject({ viewers: 12 });
    expect(entries[1]).toMatchObject({ recipient: { username: names.get(bob) } });
    expect(entries[3]).toMatchObject({ guestName: 'Guest', message: '', amountCents: 1000 });
    expect(entries[4]).toMatchObject({ message: 'Hello', currency: 'USD' });
  });

  it('reaches the creator as it happens', async () => {
    const [ada, bob, eve] = [await creator(), await creator(), await viewer()];
    const { tab, hooks, entries } = await listen(ada);
    expect(entries).toEqual([]);
    const next = async () => {
      const message = (await tab.next()) as { kind?: string; data?: unknown };
      expect(message.kind).toBe('append');
      return activityTopic.append.parse(message.data);
    };
    await follow(eve, ada, minute(1));
    await db.transact((tx) => publish(tx, followed, { followerId: eve, streamerId: ada }));
    expect(await next()).toMatchObject({ kind: 'follow', at: minute(1) });
    const donation = await money.donate({ to: ada, from: eve, amount: 700, at: minute(2) });
    await db.transact((tx) => hooks.run(tx, supported, { kind: 'donation', id: donation, creatorId: ada }));
    expect(await next()).toMatchObject({ kind: 'donation', amountCents: 700 });
    const [from, to] = [await streamOf(bob), await streamOf(ada)];
    const id = await raid(from, to, minute(3));
    const target = { id: ada, username: 'ada', displayName: 'Ada', avatarUrl: null };
    await db.transact((tx) =>
      publish(tx, chatRaidChanged, {
        streamId: from,
        raidId: id,
        raid: { id, target, state: 'departed', departsAt: minute(3) },
      }),
    );
    expect(await next()).toMatchObject({ kind: 'raid', viewers: 12 });
  });
});

describe('markers', () => {
  it('are set while live at the current moment, and belong to the creator alone', async () => {
    const [ada, bob] = [await creator(), await creator()];
    let nowMs = START;
    const markers = createMarkers({ db, nowMs: () => nowMs });
    await expect(markers.add(ada, '')).rejects.toMatchObject({ code: 'not_live' });
    const id = await streamOf(ada);
    nowMs = START + 90_000;
    const marker = await markers.add(ada, '');
    expect(marker).toMatchObject({ positionMs: 90_000, label: '' });
    await markers.rename(ada, id, marker.id, 'The solo');
    expect(await markers.list(ada, id)).toEqual([{ ...marker, label: 'The solo' }]);
    for (const attempt of [
      () => markers.list(bob, id),
      () => markers.rename(bob, id, marker.id, 'x'),
      () => markers.remove(bob, id, marker.id),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'stream_not_found' });
    await markers.remove(ada, id, marker.id);
    await expect(markers.rename(ada, id, marker.id, 'x')).rejects.toMatchObject({ code: 'marker_not_found' });
  });

  it('are limited for each stream', async () => {
    const ada = await creator();
    const id = await streamOf(ada);
    await db.pool.query(
      'insert into stream_markers (id, stream_id, at) select gen_random_uuid(), $1, now() from generate_series(1, $2::int)',
      [id, MARKERS_PER_STREAM],
    );
    const markers = createMarkers({ db, nowMs: () => START });
    await expect(markers.add(ada, '')).rejects.toMatchObject({ code: 'markers_full' });
  });
});

describe('the results of a stream', () => {
  it('count what happened between its start and its end', async () => {
    const [ada, bob, eve] = [await creator(), await creator(), await viewer()];
    const id = await streamOf(ada, {
      status: 'ended',
      ended_at: minute(60),
      end_reason: 'unpublished',
      views: 41,
    });
    await db.pool.query('insert into chat_rooms (stream_id, last_number) values ($1, 3)', [id]);
    const say = (number: number, author: UserId, kind = 'message') =>
      db.pool.query(
        `insert into chat_messages (stream_id, number, author_id, client_id, kind, text) values ($1, $2, $3, $4, $5, 'Hi')`,
        [id, number, author, uuidv7(), kind],
      );
    await say(1, eve);
    await say(2, eve);
    await say(3, ada, 'system');
    await follow(eve, ada, minute(10));
    await follow(bob, ada, minute(61));
    await money.donate({ to: ada, from: eve, amount: 1000, fee: 100, at: minute(20) });
    await money.donate({ to: ada, from: eve, amount: 1000, fee: 100, at: minute(70) });
    await raid(await streamOf(bob), id, minute(30));
    const resultsOf = createResults({ db, nowMs: () => START });
    expect(await resultsOf(ada, id)).toEqual({
      uniqueViewers: 41,
      chatMessages: 2,
      chatters: 1,
      followers: 1,
      donations: 1,
      subscriptions: 0,
      raids: 1,
      earnedCents: 900,
      currency: 'USD',
    });
    await expect(resultsOf(bob, id)).rejects.toMatchObject({ code: 'stream_not_found' });
  });
});
