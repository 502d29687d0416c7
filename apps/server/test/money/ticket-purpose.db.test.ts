import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it } from 'vitest';
import { checkLedger } from '../../src/admin/ledger-check.repo.ts';
import { createOwnEvents } from '../../src/features/events/own-events.service.ts';
import { createTicketPurpose } from '../../src/features/events/tickets/ticket-purpose.service.ts';
import { refundsOfTickets } from '../../src/features/events/tickets/ticket-refunds.jobs.ts';
import { createTickets } from '../../src/features/events/tickets/tickets.service.ts';
import type { ProviderFact } from '../../src/features/payments/providers/provider.ts';
import { advanceMoneyEveryMinute } from '../support/payments/compose.ts';
import { moneyOptions } from '../support/payments/money-options.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';

const { db, people, queue, sent, now, start, advance, rows, expectBalanced } = await createPaymentsFixture();
const payments = start({ handlers: [createTicketPurpose()] });
queue.register([refundsOfTickets({ ...payments, db }), ...advanceMoneyEveryMinute(db, now)]);
const none = async () => undefined;
const own = createOwnEvents({
  ...moneyOptions(db),
  jobs: queue.jobs,
  images: { store: async () => '', claim: none, release: none, discard: none },
  now,
});
const tickets = createTickets({ db, channels: { summaries: async () => new Map() }, now });
const [creator] = (await people.streamers(1)) as [UserId];
const PRICE = 500;

afterEach(expectBalanced);

async function announce(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const event = {
    id: uuidv7(),
    creator_id: creator,
    title: 'Harbor night',
    timezone: 'UTC',
    duration_minutes: 60,
    event_date: new Date(now().getTime() + 3_600_000),
    price_cents: PRICE,
    capacity: 3,
    status: 'published',
    ...more,
  };
  const places = Object.keys(event).map((_, index) => `$${index + 1}`);
  await db.pool.query(
    `insert into ppv_events (${Object.keys(event)}) values (${places})`,
    Object.values(event),
  );
  return event.id;
}

const order = (eventId: string, idempotencyKey: string = crypto.randomUUID()) =>
  ({ purpose: 'ticket', method: 'stripe', eventId, idempotencyKey }) as const;
const open = (eventId: string, payer: UserId | null, key?: string) =>
  payments.open(order(eventId, key), { userId: payer, network: '192.0.2.1' });
const fan = async () => (await people.people(1))[0] as UserId;
const statusOf = async (holder: UserId, eventId: string) => (await tickets.of(holder, eventId))?.status;
const eventRow = async (id: string) =>
  (await db.pool.query('select * from ppv_events where id = $1', [id])).rows[0];
const seats = async (id: string) => {
  const { total_tickets_sold: sold, tickets_reserved: reserved } = await eventRow(id);
  return { sold, reserved };
};
const charged = async (eventId: string) =>
  (await rows('charges')).filter(({ subject_id }) => subject_id === eventId);

/** @returns the holder, with a valid ticket, and the payment */
async function buy(eventId: string) {
  const holder = await fan();
  const { id } = await open(eventId, holder);
  await payments.approve(id);
  await payments.settle();
  const [charge] = (await rows('charges')).filter(({ checkout_id }) => checkout_id === id);
  return { holder, checkoutId: id, paymentId: String(charge?.payment_id), chargeId: String(charge?.id) };
}

it('reserves a seat while the payment page is open, and makes the ticket valid when it is paid', async () => {
  const event = await announce();
  const holder = await fan();
  const { id } = await open(event, holder);
  expect([await statusOf(holder, event), await seats(event)]).toEqual(['reserved', { sold: 0, reserved: 1 }]);
  await payments.approve(id);
  // The ticket becomes valid only with the provider's webhook.
  expect(await statusOf(holder, event)).toBe('reserved');
  const webhooks = [...sent];
  await payments.settle();
  for (const webhook of webhooks) await payments.receive(webhook);
  await payments.settle();
  expect([await statusOf(holder, event), await seats(event)]).toEqual(['valid', { sold: 1, reserved: 0 }]);
  expect(await eventRow(event)).toMatchObject({ total_revenue_cents: 500, platform_commission_cents: 50 });
});

const captured = (checkoutId: string, paymentId: string, amountCents = PRICE): ProviderFact => ({
  kind: 'captured',
  checkoutId,
  paymentId,
  amountCents,
  currency: 'USD',
  capturedAt: now(),
  subscription: null,
  heldBy: 'platform',
});
const report = (...facts: readonly ProviderFact[]) =>
  db.transact((tx) => payments.settlement.apply(tx, 'sandbox', facts, now()));

it('makes a ticket valid again if its payment was taken back and arrives once more', async () => {
  const event = await announce({ capacity: 1 });
  const holder = await fan();
  const { id } = await open(event, holder);
  await report(captured(id, `${id}-1`), {
    kind: 'payment_reversed',
    paymentId: `${id}-1`,
    occurredAt: now(),
  });
  expect([await statusOf(holder, event), await seats(event)]).toEqual(['refunded', { sold: 0, reserved: 0 }]);
  await report(captured(id, `${id}-2`));
  expect([await statusOf(holder, event), await seats(event)]).toEqual(['valid', { sold: 1, reserved: 0 }]);
  expect((await charged(event)).map(({ status }) => status)).toEqual(['reversed', 'captured']);
});

it('refunds a second payment for a valid ticket', async () => {
  const event = await announce();
  const { holder, checkoutId } = await buy(event);
  await report(captured(checkoutId, 'again'));
  expect([await statusOf(holder, event), await seats(event)]).toEqual(['valid', { sold: 1, reserved: 0 }]);
  expect((await rows('refunds')).at(-1)).toMatchObject({ reason: 'This ticket was paid twice.' });
});

it('ends the reservation if less than the price was paid, so that its holder can buy again', async () => {
  const event = await announce();
  const holder = await fan();
  const { id } = await open(event, holder);
  await report(captured(id, id, PRICE - 1));
  expect([await statusOf(holder, event), await seats(event)]).toEqual(['refunded', { sold: 0, reserved: 0 }]);
  expect((await rows('refunds')).at(-1)).toMatchObject({ reason: 'Less than the price was paid.' });
  await open(event, holder);
  expect(await statusOf(holder, event)).toBe('reserved');
});

it('releases the seat when the payment is declined, canceled or expires', async () => {
  const event = await announce();
  const [declined, canceled, expired] = [await fan(), await fan(), await fan()];
  const first = await open(event, declined);
  await payments.sandbox.page.decline(await payments.pageOf(first.id));
  await payments.settle();
  const second = await open(event, canceled);
  await payments.checkouts.cancel(second.id, { userId: canceled, hasCookie: false });
  await open(event, expired);
  expect(await seats(event)).toEqual({ sold: 0, reserved: 1 });
  advance(31 * 60_000);
  await payments.checkouts.sweep(new AbortController().signal);
  expect(await seats(event)).toEqual({ sold: 0, reserved: 0 });
  for (const holder of [declined, canceled, expired]) expect(await tickets.of(holder, event)).toBeNull();
  expect(await charged(event)).toEqual([]);
});

it('sells exactly 50 seats to 200 concurrent buyers, and charges no buyer for a 51st', async () => {
  const event = await announce({ capacity: 50 });
  const buyers = await people.people(200);
  const opened = await Promise.allSettled(buyers.map((buyer) => open(event, buyer)));
  const pages = opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
  const refused = opened.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect([pages.length, refused]).toEqual([50, Array(150).fill('event_sold_out')]);
  await Promise.all(pages.map((id) => payments.approve(id)));
  await payments.settle();
  expect(await seats(event)).toEqual({ sold: 50, reserved: 0 });
  expect(await charged(event)).toHaveLength(50);
  const valid = (await rows('tickets')).filter(
    ({ event_id, status }) => event_id === event && status === 'valid',
  );
  expect(new Set(valid.map(({ holder_id }) => holder_id)).size).toBe(50);
});

it('refuses tickets that cannot be bought, naming the field, and takes no seat', async () => {
  const holder = await fan();
  const event = await announce();
  const refusals: [() => Promise<unknown>, string][] = [
    [() => open(uuidv7(), holder), 'event_not_found'],
    [() => announce({ status: 'draft' }).then((id) => open(id, holder)), 'event_not_found'],
    [() => announce({ status: 'ended' }).then((id) => open(id, holder)), 'event_not_open'],
    [() => announce({ price_cents: 0 }).then((id) => open(id, holder)), 'event_is_free'],
    [() => open(event, creator), 'own_event'],
  ];
  for (const [refusal, code] of refusals)
    await expect(refusal()).rejects.toMatchObject({ code, errors: [{ pointer: '/eventId' }] });
  await expect(open(event, null)).rejects.toMatchObject({ code: 'ticket_needs_account' });
  expect(await seats(event)).toEqual({ sold: 0, reserved: 0 });
});

it('sells one ticket per person, and answers a repeated request with the same payment page', async () => {
  const event = await announce();
  const holder = await fan();
  const key = crypto.randomUUID();
  const same = await Promise.all([1, 2, 3].map(() => open(event, holder, key)));
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  await expect(open(event, holder)).rejects.toMatchObject({ code: 'ticket_reserved' });
  await payments.approve(same[0]?.id ?? '');
  await payments.settle();
  await expect(open(event, holder)).rejects.toMatchObject({ code: 'ticket_held' });
  expect(await seats(event)).toEqual({ sold: 1, reserved: 0 });
});

it('refunds a payment that arrives after the event was canceled or ended', async () => {
  const event = await announce();
  const holder = await fan();
  const { id } = await open(event, holder);
  await payments.approve(id);
  await db.pool.query("update ppv_events set status = 'ended' where id = $1", [event]);
  await payments.settle();
  expect(await statusOf(holder, event)).toBe('refunded');
  expect(await charged(event)).toMatchObject([{ status: 'refunded' }]);
  expect(await seats(event)).toEqual({ sold: 0, reserved: 0 });
});

it('ends the ticket when its payment is taken back, and returns it when a dispute is won, even if the seat was resold', async () => {
  const event = await announce({ capacity: 1 });
  const first = await buy(event);
  await payments.sandbox.backOffice.openDispute(first.paymentId);
  await payments.settle();
  expect([await statusOf(first.holder, event), await seats(event)]).toEqual([
    'refunded',
    { sold: 0, reserved: 0 },
  ]);
  const setStatus = (status: string) =>
    db.pool.query('update tickets set status = $2 where event_id = $1', [event, status]);
  await setStatus('valid');
  expect((await checkLedger(db)).disagreements).toMatchObject([
    { rule: 'A valid ticket that was bought is paid for' },
  ]);
  await setStatus('refunded');
  const second = await buy(event);
  const [dispute] = await rows('disputes');
  await payments.sandbox.backOffice.settleDispute(String(dispute?.provider_dispute_id), 'won');
  await payments.settle();
  expect([await statusOf(first.holder, event), await statusOf(second.holder, event)]).toEqual([
    'valid',
    'valid',
  ]);
  expect(await eventRow(event)).toMatchObject({ capacity: 2, total_tickets_sold: 2 });
});

/** Disputes the payment of a first ticket, after which its holder buys another one. */
async function buyAnother(eventId: string) {
  const first = await buy(eventId);
  await payments.sandbox.backOffice.openDispute(first.paymentId);
  await payments.settle();
  const { id } = await open(eventId, first.holder);
  const dispute = (await rows('disputes')).find(({ charge_id }) => charge_id === first.chargeId);
  const win = () => payments.sandbox.backOffice.settleDispute(String(dispute?.provider_dispute_id), 'won');
  return { first, secondId: id, win };
}

it('refunds the ticket whose dispute is won if its holder has bought another one', async () => {
  const event = await announce();
  const { first, secondId, win } = await buyAnother(event);
  await payments.approve(secondId);
  await payments.settle();
  await win();
  await payments.settle();
  expect([await statusOf(first.holder, event), await seats(event)]).toEqual([
    'valid',
    { sold: 1, reserved: 0 },
  ]);
  expect((await rows('refunds')).at(-1)).toMatchObject({
    charge_id: first.chargeId,
    amount_cents: PRICE,
    status: 'succeeded',
    reason: 'There is another ticket for the same person.',
  });
});

it('makes an earlier ticket whose refund failed valid when the one that replaced it ends', async () => {
  const event = await announce({ capacity: 1 });
  const first = await buy(event);
  const refund = { id: uuidv7(), chargeId: first.chargeId };
  const all = { amountCents: PRICE, reason: '', requestedBy: null };
  await db.transact((tx) => payments.refunds.request(tx, { ...refund, ...all }));
  for (const job of await queue.waiting('money.send-refund')) await queue.remove(job);
  const { id } = await open(event, first.holder);
  await payments.approve(id);
  await payments.settle();
  await db.transact((tx) => payments.refunds.fail(tx, refund, 'The provider refuses it.'));
  expect(await seats(event)).toEqual({ sold: 1, reserved: 0 });
  const [second] = (await rows('charges')).filter(({ checkout_id }) => checkout_id === id);
  await db.transact((tx) =>
    payments.refunds.request(tx, { ...all, id: uuidv7(), chargeId: String(second?.id) }),
  );
  expect([await statusOf(first.holder, event), await seats(event)]).toEqual([
    'valid',
    { sold: 1, reserved: 0 },
  ]);
  await payments.settle();
});

it('makes a ticket valid at once when a dispute is won, and refunds a later payment on a page that is still open', async () => {
  const event = await announce({ capacity: 1 });
  const { first, secondId, win } = await buyAnother(event);
  await win();
  await payments.settle();
  expect([await statusOf(first.holder, event), await seats(event)]).toEqual([
    'valid',
    { sold: 1, reserved: 0 },
  ]);
  await payments.approve(secondId);
  await payments.settle();
  expect([await statusOf(first.holder, event), await seats(event)]).toEqual([
    'valid',
    { sold: 1, reserved: 0 },
  ]);
  const charges = await charged(event);
  expect(charges.map(({ status }) => status)).toEqual(['captured', 'refunded']);
});

it('cancels an event with a refund of every payment, once, even if the job is repeated', async () => {
  const event = await announce({ capacity: 5 });
  const buyers = [await buy(event), await buy(event), await buy(event)];
  const late = await fan();
  await open(event, late);
  expect(await own.refundsOf(creator, event)).toEqual({ paid: 3, refunded: 0, toSend: 0, failed: 0 });
  await own.cancel(creator, event);
  await own.cancel(creator, event);
  await payments.settle();
  expect(await own.refundsOf(creator, event)).toEqual({ paid: 3, refunded: 3, toSend: 0, failed: 0 });
  for (const { holder } of buyers) expect(await statusOf(holder, event)).toBe('refunded');
  expect(await tickets.of(late, event)).toBeNull();
  expect(await eventRow(event)).toMatchObject({
    status: 'canceled',
    total_tickets_sold: 0,
    tickets_reserved: 0,
    total_revenue_cents: 0,
    platform_commission_cents: 0,
  });
  const refunds = (await rows('refunds')).filter(({ charge_id }) =>
    buyers.some(({ chargeId }) => chargeId === charge_id),
  );
  expect(refunds).toHaveLength(3);
});

it('keeps the ticket to a canceled event ended if its refund is not made', async () => {
  const event = await announce();
  const { holder, chargeId } = await buy(event);
  await own.cancel(creator, event);
  await queue.runAll();
  const [refund] = (await rows('refunds')).filter(({ charge_id }) => charge_id === chargeId);
  const failing = { id: String(refund?.id), chargeId: String(chargeId) };
  await db.transact((tx) => payments.refunds.fail(tx, failing, 'It cannot be sent.'));
  expect(await statusOf(holder, event)).toBe('refunded');
  expect(await seats(event)).toEqual({ sold: 0, reserved: 0 });
  sent.length = 0;
});
