import type { UserId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { createOwnEvents } from '../../src/features/events/own-events.service.ts';
import { createStreamEvents } from '../../src/features/events/stream-event.service.ts';
import { createStreamSubscribers } from '../../src/features/memberships/subscriptions/entitlements/stream-subscribers.service.ts';
import { createMoneyFixture } from '../support/money-fixture.ts';

const { db, options, account, announce, gateOf, goLive, offer } = await createMoneyFixture();
const now = new Date();
const streamEvents = createStreamEvents(db, () => now);
const attachedTo = async (creator: UserId) => (await streamEvents.of(creator)).eventId;
const streamSubscribers = createStreamSubscribers(db);
const own = createOwnEvents({ ...options, now: () => now });
const code = (code: string) => expect.objectContaining({ code });

it('attaches an event to the running stream and the next ones, and detaches it', async () => {
  const { id: creator } = await account('streamer');
  const event = await announce(creator);
  const stream = await goLive(creator);
  expect(await attachedTo(creator)).toBeNull();
  await streamEvents.set(creator, event);
  expect(await attachedTo(creator)).toBe(event);
  expect(await gateOf(stream)).toEqual({ gate_kind: 'event', gate_id: event });
  await streamEvents.set(creator, null);
  expect(await attachedTo(creator)).toBeNull();
  expect(await gateOf(stream)).toEqual({ gate_kind: null, gate_id: null });
});

it('refuses the events of other channels, drafts, and events that are over', async () => {
  const { id: creator } = await account('streamer');
  const { id: other } = await account('streamer');
  const attempts: [string, string][] = [
    [await announce(other), 'event_not_found'],
    [await announce(creator, { status: 'draft' }), 'event_not_published'],
    [await announce(creator, { status: 'ended' }), 'event_closed'],
    [await announce(creator, { status: 'canceled' }), 'event_closed'],
  ];
  for (const [event, refusal] of attempts)
    await expect(streamEvents.set(creator, event)).rejects.toEqual(code(refusal));
  expect(await attachedTo(creator)).toBeNull();
});

it('opens the next streams when the event ends, and the running one when its creator opens it', async () => {
  const { id: creator } = await account('streamer');
  const event = await announce(creator, { status: 'live' });
  const stream = await goLive(creator);
  await streamEvents.set(creator, event);
  await own.end(creator, event);
  expect(await gateOf(stream)).toEqual({ gate_kind: 'event', gate_id: event });
  expect(await attachedTo(creator)).toBe(event);
  await streamEvents.set(creator, null);
  expect(await gateOf(stream)).toEqual({ gate_kind: null, gate_id: null });
  expect(await attachedTo(creator)).toBeNull();
});

it('opens the running stream and the next ones to the public when the event is canceled', async () => {
  const { id: creator } = await account('streamer');
  const event = await announce(creator, { status: 'live' });
  const stream = await goLive(creator);
  await streamEvents.set(creator, event);
  await own.cancel(creator, event);
  expect(await gateOf(stream)).toEqual({ gate_kind: null, gate_id: null });
  expect(await attachedTo(creator)).toBeNull();
});

const nextGateOf = async (creatorId: UserId) =>
  (
    await db.pool.query('select stream_gate_kind, stream_gate_id from streamer_data where user_id = $1', [
      creatorId,
    ])
  ).rows[0];

describe('on a channel for subscribers', () => {
  const forSubscribers = (creator: UserId) => ({ gate_kind: 'subscribers', gate_id: creator });
  const nextForSubscribers = (creator: UserId) => ({
    stream_gate_kind: 'subscribers',
    stream_gate_id: creator,
  });

  async function attached() {
    const { id: creator } = await account('streamer');
    await offer(creator);
    await streamSubscribers.set(creator, true);
    const event = await announce(creator, { status: 'live' });
    const stream = await goLive(creator);
    await streamEvents.set(creator, event);
    expect(await gateOf(stream)).toEqual({ gate_kind: 'event', gate_id: event });
    return { creator, event, stream };
  }

  it('returns the streams to subscribers when the event is detached', async () => {
    const { creator, stream } = await attached();
    await streamEvents.set(creator, null);
    expect(await gateOf(stream)).toEqual(forSubscribers(creator));
    expect(await nextGateOf(creator)).toEqual(nextForSubscribers(creator));
  });

  it('returns the next streams to subscribers when the event ends', async () => {
    const { creator, event, stream } = await attached();
    await own.end(creator, event);
    expect(await gateOf(stream)).toEqual({ gate_kind: 'event', gate_id: event });
    expect(await nextGateOf(creator)).toEqual(nextForSubscribers(creator));
  });

  it('returns the streams to subscribers when the event is canceled', async () => {
    const { creator, event, stream } = await attached();
    await own.cancel(creator, event);
    expect(await gateOf(stream)).toEqual(forSubscribers(creator));
    expect(await nextGateOf(creator)).toEqual(nextForSubscribers(creator));
  });

  it('keeps the event when the choice of subscribers changes meanwhile, and follows the choice afterwards', async () => {
    const { creator, event, stream } = await attached();
    await streamSubscribers.set(creator, false);
    expect(await streamSubscribers.of(creator)).toBe(false);
    expect(await gateOf(stream)).toEqual({ gate_kind: 'event', gate_id: event });
    await own.end(creator, event);
    await streamEvents.set(creator, null);
    expect(await gateOf(stream)).toEqual({ gate_kind: null, gate_id: null });
    expect(await nextGateOf(creator)).toEqual({ stream_gate_kind: null, stream_gate_id: null });
  });
});

it('leaves streams for subscribers unchanged if no event is attached', async () => {
  const { id: creator } = await account('streamer');
  await offer(creator);
  await streamSubscribers.set(creator, true);
  await streamEvents.set(creator, null);
  expect(await nextGateOf(creator)).toMatchObject({ stream_gate_kind: 'subscribers' });
});
