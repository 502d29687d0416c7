import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';
import { createTickets } from './tickets.service.ts';

const { db, options, account, announce } = await createMoneyFixture();
const NOW = new Date('2026-11-21T12:00:00Z');
const tickets = createTickets({ ...options, now: () => NOW });
const { id: creator } = await account('streamer');
const free = { price_cents: 0, capacity: 3 };
const code = (code: string) => expect.objectContaining({ code });
const seatsOf = async (id: string) =>
  (await db.pool.query('select total_tickets_sold, tickets_reserved from ppv_events where id = $1', [id]))
    .rows[0];

it('gives a person one ticket to a free event, even if they request it several times', async () => {
  const event = await announce(creator, free);
  const { id: fan } = await account();
  expect(await tickets.of(fan, event)).toBeNull();
  const taken = await Promise.all([1, 2, 3].map(() => tickets.takeFree(fan, event)));
  expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
  expect(await tickets.of(fan, event)).toMatchObject({ status: 'valid', checkoutId: null });
  expect(await seatsOf(event)).toEqual({ total_tickets_sold: 1, tickets_reserved: 0 });
  expect((await tickets.list(fan, undefined)).items).toMatchObject([
    { status: 'valid', event: { id: event, ticketsLeft: 2, creator: { id: creator } } },
  ]);
});

it('gives out as many tickets as there are seats under concurrent requests', async () => {
  const event = await announce(creator, free);
  const fans = await Promise.all(Array.from({ length: 12 }, () => account()));
  const outcomes = await Promise.allSettled(fans.map(({ id }) => tickets.takeFree(id, event)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toEqual(Array(9).fill(code('event_sold_out')));
  expect(await seatsOf(event)).toEqual({ total_tickets_sold: 3, tickets_reserved: 0 });
});

it('refuses tickets to events that have a price, are over, are drafts or belong to the viewer', async () => {
  const { id: fan } = await account();
  const take = async (event: string | Promise<string>, holder = fan) => tickets.takeFree(holder, await event);
  await expect(take(announce(creator))).rejects.toEqual(code('event_has_price'));
  for (const status of ['ended', 'canceled'])
    await expect(take(announce(creator, { ...free, status }))).rejects.toEqual(code('event_not_open'));
  await expect(take(announce(creator, { ...free, status: 'draft' }))).rejects.toEqual(
    code('event_not_found'),
  );
  await expect(take(uuidv7())).rejects.toEqual(code('event_not_found'));
  await expect(take(announce(creator, free), creator)).rejects.toEqual(code('own_event'));
  await expect(take(announce(creator, { ...free, capacity: null }))).resolves.toMatchObject({
    status: 'valid',
  });
});
