import type { Gate } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';

import { MINUTE_MS } from '#platform/durations.ts';
import { createEventGates } from '../../src/features/events/event-gates.ts';
import { createOwnEvents } from '../../src/features/events/own-events.service.ts';
import { createStreamEvents } from '../../src/features/events/stream-event.service.ts';
import { createStreamSubscribers } from '../../src/features/memberships/subscriptions/entitlements/stream-subscribers.service.ts';
import { createGateSchedule } from '../support/gate-schedule.ts';
import { createMoneyFixture } from '../support/money-fixture.ts';
import { advanceMoneyEveryMinute } from '../support/payments/compose.ts';
import { runRepeatedJobs } from '../support/repeated-jobs.ts';

const { db, options, account, announce, insert, offer } = await createMoneyFixture();

/** The start of the events in these tests, far from the events of other channels. */
const BEGIN = Date.parse('2030-06-01T20:00:00Z');
let now = new Date(BEGIN);
const clock = () => now;
/** Moves the clock to this many minutes after the start. */
const at = (minutes: number) => {
  now = new Date(BEGIN + minutes * MINUTE_MS);
};
const schedule = createGateSchedule();
schedule.follow(createEventGates(clock));
const streamEvents = createStreamEvents(db, clock);
const own = createOwnEvents({ ...options, now: clock });
const everyMinute = () => runRepeatedJobs({ jobs: [...advanceMoneyEveryMinute(db, clock)] });

const creatorOf = async () => (await account('streamer')).id;
/** Announces a paid event of an hour. */
const event = (creator: UserId, minutes = 0, more = {}) =>
  announce(creator, { event_date: new Date(BEGIN + minutes * MINUTE_MS), ...more });
const forEvent = (id: string): Gate => ({ kind: 'event', id });
const nextGate = (creator: UserId) => db.read((reader) => schedule.ofNextStream(reader, creator));
const reconnect = (creator: UserId) => db.transact((tx) => schedule.applyToRunningStream(tx, creator));

/** Starts a stream now. */
async function goLive(creator: UserId): Promise<string> {
  const id = await insert('streams', {
    streamer_id: creator,
    title: 'A show',
    category: 'Music',
    slug: `show-${now.getTime()}`,
    status: 'live',
    started_at: now,
    seen_at: now,
  });
  await db.transact((tx) => schedule.applyToNewStream(tx, creator));
  return id;
}
async function gateOf(streamId: string): Promise<Gate | null> {
  const { rows } = await db.pool.query('select gate_kind as kind, gate_id as id from streams where id = $1', [
    streamId,
  ]);
  return rows[0].kind === null ? null : rows[0];
}
const end = (streamId: string) =>
  db.pool.query("update streams set status = 'ended', ended_at = now() where id = $1", [streamId]);

describe('a stream that starts', () => {
  it('belongs to a paid event from 30 minutes before its start until its end', async () => {
    const creator = await creatorOf();
    const id = await event(creator);
    const due: unknown[] = [];
    for (const minutes of [-31, -30, -1, 0, 59, 60]) {
      at(minutes);
      due.push((await nextGate(creator))?.id ?? null);
    }
    expect(due).toEqual([null, id, id, id, id, null]);
    expect(await nextGate(await creatorOf())).toBeNull();
  });

  it('belongs to no event that is free, a draft, over, or excepted by its creator', async () => {
    const creator = await creatorOf();
    await event(creator, 0, { price_cents: 0 });
    for (const status of ['draft', 'ended', 'canceled']) await event(creator, 0, { status });
    await event(creator, 0, { takes_streams: false });
    at(-10);
    expect(await nextGate(creator)).toBeNull();
  });

  it('is for subscribers again once the event of a channel for subscribers is over', async () => {
    const creator = await creatorOf();
    await offer(creator);
    await createStreamSubscribers(db).set(creator, true);
    const id = await event(creator);
    at(-5);
    expect(await nextGate(creator)).toEqual(forEvent(id));
    at(60);
    expect(await nextGate(creator)).toEqual({ kind: 'subscribers', id: creator });
  });

  it('belongs to the running event rather than to the one that follows it', async () => {
    const creator = await creatorOf();
    const [first, second] = [await event(creator, 0), await event(creator, 60)];
    at(50);
    expect(await nextGate(creator)).toEqual(forEvent(first));
    at(60);
    expect(await nextGate(creator)).toEqual(forEvent(second));
  });
});

describe('a running stream', () => {
  it('becomes restricted to ticket holders half an hour before the event, or when its encoder returns after that', async () => {
    const creator = await creatorOf();
    const id = await event(creator);
    at(-40);
    const stream = await goLive(creator);
    at(-31);
    await everyMinute();
    expect(await reconnect(creator)).toBeNull();
    at(-29);
    expect(await reconnect(creator)).toEqual(forEvent(id));
    expect(await gateOf(stream)).toEqual(forEvent(id));

    const other = await creatorOf();
    const later = await event(other);
    at(-40);
    const untouched = await goLive(other);
    at(-30);
    await everyMinute();
    expect(await gateOf(untouched)).toEqual(forEvent(later));
  });

  it('stays with its event after its end, and changes to the next one when that begins', async () => {
    const creator = await creatorOf();
    const [first, second] = [await event(creator, 0), await event(creator, 75)];
    at(0);
    const stream = await goLive(creator);
    for (const minutes of [59, 61, 74]) {
      at(minutes);
      await everyMinute();
      expect(await reconnect(creator)).toEqual(forEvent(first));
    }
    at(75);
    await everyMinute();
    expect(await gateOf(stream)).toEqual(forEvent(second));
    at(200);
    await everyMinute();
    expect(await gateOf(stream)).toEqual(forEvent(second));
    await end(stream);
    expect(await gateOf(await goLive(creator))).toBeNull();
  });

  it('belongs at once to an event that is published or moved to within half an hour', async () => {
    const creator = await creatorOf();
    at(-20);
    const stream = await goLive(creator);
    const draft = await event(creator, 0, { status: 'draft' });
    await own.publish(creator, draft);
    expect(await gateOf(stream)).toEqual(forEvent(draft));

    const other = await creatorOf();
    const running = await goLive(other);
    const moved = await event(other, 24 * 60);
    const { title, description, timezone, durationMinutes, priceCents, capacity } = await own.find(
      other,
      moved,
    );
    const edit = { title, description, timezone, durationMinutes, priceCents, capacity };
    await own.edit(other, moved, { ...edit, eventDate: new Date(BEGIN).toISOString() });
    expect(await gateOf(running)).toEqual(forEvent(moved));
    // Its viewers hold tickets, so the stream does not become public by itself.
    await own.edit(other, moved, { ...edit, eventDate: new Date(BEGIN + 24 * 60 * MINUTE_MS).toISOString() });
    expect(await gateOf(running)).toEqual(forEvent(moved));
    await end(running);
    expect(await nextGate(other)).toBeNull();
  });

  it('becomes public when its event is canceled, unless another one is due', async () => {
    const creator = await creatorOf();
    const [first, second] = [await event(creator, 0), await event(creator, 10)];
    at(-5);
    const stream = await goLive(creator);
    expect(await gateOf(stream)).toEqual(forEvent(first));
    await own.cancel(creator, first);
    expect(await gateOf(stream)).toEqual(forEvent(second));
    await own.cancel(creator, second);
    expect(await gateOf(stream)).toBeNull();
  });

  it('stays with an event that its creator ends early, while later streams do not belong to it', async () => {
    const creator = await creatorOf();
    const id = await event(creator, 0, { status: 'live' });
    at(10);
    const stream = await goLive(creator);
    await own.end(creator, id);
    expect(await reconnect(creator)).toEqual(forEvent(id));
    await end(stream);
    expect(await nextGate(creator)).toBeNull();
  });
});

describe('the choice of the creator', () => {
  it('opens the running stream at once, lasts across reconnects and restarts, and can be reverted', async () => {
    const creator = await creatorOf();
    const id = await event(creator);
    at(-25);
    const stream = await goLive(creator);
    expect(await streamEvents.setTakesStreams(creator, id, false)).toMatchObject({ takesStreams: false });
    expect(await gateOf(stream)).toBeNull();
    at(5);
    await everyMinute();
    expect(await reconnect(creator)).toBeNull();
    expect(await nextGate(creator)).toBeNull();
    await streamEvents.setTakesStreams(creator, id, true);
    expect(await gateOf(stream)).toEqual(forEvent(id));
  });

  it('is kept when the creator detaches the event in the stream settings', async () => {
    const creator = await creatorOf();
    const id = await event(creator);
    at(-25);
    const stream = await goLive(creator);
    expect(await streamEvents.of(creator)).toMatchObject({
      eventId: id,
      event: { id, takesStreams: true },
      hasOpened: true,
    });
    expect(await streamEvents.set(creator, null)).toMatchObject({
      eventId: null,
      event: { id, takesStreams: false },
    });
    expect([await gateOf(stream), await reconnect(creator)]).toEqual([null, null]);
  });

  it('is offered for a paid event that starts within a day', async () => {
    const creator = await creatorOf();
    const id = await event(creator);
    await event(creator, -30, { price_cents: 0 });
    at(-24 * 60);
    expect(await streamEvents.of(creator)).toEqual({ eventId: null, event: null, hasOpened: false });
    at(-24 * 60 + 1);
    expect(await streamEvents.of(creator)).toMatchObject({ eventId: null, event: { id }, hasOpened: false });
  });

  it('refuses the events of other channels', async () => {
    const id = await event(await creatorOf());
    await expect(streamEvents.setTakesStreams(await creatorOf(), id, false)).rejects.toMatchObject({
      code: 'event_not_found',
    });
  });
});
