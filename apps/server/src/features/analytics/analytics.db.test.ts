import type { UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../test/support/money-fixture.ts';
import { createAnalyticsReports } from './analytics.service.ts';

const { db, account, charge, insert } = await createMoneyFixture();
const NOW = new Date('2026-11-28T12:00:00Z');
const reports = createAnalyticsReports(db, () => NOW);

let streams = 0;
const streamed = (streamer: UserId, from: string, until: string, watchedSeconds = 0) =>
  insert('streams', {
    streamer_id: streamer,
    title: 'A show',
    category: 'Music',
    slug: `show-${++streams}`,
    status: 'ended',
    started_at: from,
    seen_at: until,
    ended_at: until,
    end_reason: 'unpublished',
    watched_seconds: watchedSeconds,
  });

async function followedAt(streamer: UserId, at: string): Promise<void> {
  const { id } = await account();
  await db.pool.query('insert into follows (follower_id, streamer_id, created_at) values ($1, $2, $3)', [
    id,
    streamer,
    at,
  ]);
}

it('gives each stream the followers and the income that came during it, after fees and refunds', async () => {
  const { id } = await account('streamer');
  const { id: other } = await account('streamer');
  const first = await streamed(id, '2026-11-20T18:00:00Z', '2026-11-20T20:00:00Z', 14_400);
  const second = await streamed(id, '2026-11-25T18:00:00Z', '2026-11-25T19:00:00Z');
  await streamed(other, '2026-11-20T18:00:00Z', '2026-11-20T20:00:00Z');
  for (const at of ['2026-11-20T18:00:00Z', '2026-11-20T19:59:59Z', '2026-11-20T20:00:00Z'])
    await followedAt(id, at);
  const paidAt = (at: string) => ({ capturedAt: new Date(at), availableAt: new Date(at) });
  const whole = await charge(id, { grossCents: 1000, feeCents: 100, ...paidAt('2026-11-20T19:00:00Z') });
  await charge(id, { grossCents: 500, feeCents: 50, ...paidAt('2026-11-22T19:00:00Z') });
  await charge(other, paidAt('2026-11-20T19:00:00Z'));
  expect((await reports.of(id, '28')).streams).toMatchObject([
    { id: second, followers: 0, incomeCents: 0 },
    { id: first, followers: 2, incomeCents: 900, averageViewers: 2, durationSeconds: 7200 },
  ]);
  await db.pool.query('update charges set refunded_cents = 1000 where id = $1', [whole.id]);
  expect((await reports.of(id, '28')).streams[1]).toMatchObject({ incomeCents: 0 });
});

it('puts the totals beside those of as many days before, with what came between streams', async () => {
  const { id } = await account('streamer');
  await streamed(id, '2026-11-22T18:00:00Z', '2026-11-22T20:00:00Z', 7200);
  await streamed(id, '2026-11-16T18:00:00Z', '2026-11-16T19:00:00Z', 7200);
  await streamed(id, '2026-11-01T18:00:00Z', '2026-11-01T19:00:00Z', 7200);
  await followedAt(id, '2026-11-23T06:00:00Z');
  await charge(id, { capturedAt: new Date('2026-11-15T06:00:00Z') });
  expect(await reports.of(id, '7')).toMatchObject({
    now: {
      streams: 1,
      streamedSeconds: 7200,
      watchedSeconds: 7200,
      averageViewers: 1,
      followers: 1,
      incomeCents: 0,
    },
    before: { streams: 1, streamedSeconds: 3600, averageViewers: 2, followers: 0, incomeCents: 900 },
  });
  expect((await reports.of(id, '28')).now).toMatchObject({ streams: 3, incomeCents: 900 });
});

it('has nothing to compare on a new channel', async () => {
  const { id } = await account('streamer');
  const none = {
    streams: 0,
    streamedSeconds: 0,
    watchedSeconds: 0,
    averageViewers: 0,
    followers: 0,
    incomeCents: 0,
  };
  expect(await reports.of(id, '90')).toMatchObject({ now: none, before: none, streams: [] });
});
