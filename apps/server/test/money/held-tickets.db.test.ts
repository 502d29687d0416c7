/** Attempts of creators to be paid for tickets before stolen cards are noticed. None of them works. */
import type { EventEdit } from '@tributary/contracts/events';
import { HOLDING_DAYS } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { createDonationPurpose } from '../../src/features/donations/donation-purpose.service.ts';
import { createOwnEvents } from '../../src/features/events/own-events.service.ts';
import { createTicketPurpose } from '../../src/features/events/tickets/ticket-purpose.service.ts';
import { createPayoutAccounts } from '../../src/features/payouts/accounts/payout-accounts.service.ts';
import { balancesOf } from '../../src/features/payouts/balance.repo.ts';
import { createPayouts } from '../../src/features/payouts/payouts.service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/durations.ts';
import { advanceMoneyEveryMinute } from '../support/payments/compose.ts';
import { moneyOptions } from '../support/payments/money-options.ts';
import { createPaymentsFixture } from '../support/payments/payments-fixture.ts';

const fixture = await createPaymentsFixture();
const { db, people, queue, hooks, now, advance, rows } = fixture;
const none = async () => undefined;
const donations = createDonationPurpose({ hooks, jobs: queue.jobs, notifications: { notify: none } });
const payments = fixture.start({ handlers: [createTicketPurpose(), donations] });
// A second process runs the same jobs.
queue.register([...advanceMoneyEveryMinute(db, now), ...advanceMoneyEveryMinute(db, now)]);
const images = { store: async () => '', claim: none, release: none, discard: none };
const own = createOwnEvents({ ...moneyOptions(db), jobs: queue.jobs, images, now });
const channels = { summaries: async () => new Map() };
const payouts = createPayouts({ db, channels, providers: payments.providers, now });
const accounts = createPayoutAccounts({
  ...payments,
  db,
  now,
  publicUrl: 'https://live.example.org',
  emailOf: async () => 'ada@example.org',
});
const HOLDING_MS = HOLDING_DAYS * DAY_MS;
const NET = 450;

afterEach(fixture.expectBalanced);

/** Publishes an event that starts in a minute by default. */
async function publish(more: { readonly startsInMs?: number; readonly minutes?: number } = {}) {
  const creator = await people.streamer();
  const { startsInMs = MINUTE_MS, minutes = 60 } = more;
  const edit: EventEdit = {
    title: 'Tonight',
    description: '',
    timezone: 'UTC',
    priceCents: 500,
    capacity: null,
    eventDate: new Date(now().getTime() + startsInMs).toISOString(),
    durationMinutes: minutes,
  };
  const { id } = await own.create(creator, edit);
  await own.publish(creator, id);
  const change = (changes: Partial<EventEdit>) => own.edit(creator, id, { ...edit, ...changes });
  return { creator, id, change };
}

async function openPage(eventId: string): Promise<string> {
  const body = { purpose: 'ticket', method: 'stripe', eventId, idempotencyKey: crypto.randomUUID() } as const;
  return (await payments.open(body, { userId: await people.person(), network: '192.0.2.1' })).id;
}

async function pay(checkoutId: string): Promise<void> {
  await payments.approve(checkoutId);
  await payments.settle();
}

const buy = async (eventId: string) => pay(await openPage(eventId));
const runJobs = () => queue.runRepeated();

async function passTo(at: number): Promise<void> {
  advance(at - now().getTime());
  await runJobs();
}

const available = (creator: UserId) =>
  db.read(async (reader) => (await balancesOf(reader, creator)).availableCents);

/** Expects that the money becomes available at this moment, and that the balance has announced it. */
async function expectAvailableAt(creator: UserId, at: number): Promise<void> {
  await runJobs();
  const { nextAvailable } = await payouts.balanceOf(creator);
  expect(nextAvailable).toEqual({ at: new Date(at).toISOString(), amount: NET });
  await passTo(at - 1);
  expect(await available(creator)).toBe(0);
  await passTo(at);
  expect(await available(creator)).toBe(NET);
}

async function endNow({ creator, id }: { readonly creator: UserId; readonly id: string }): Promise<void> {
  await own.end(creator, id);
  await runJobs();
}

describe('the money of a ticket', () => {
  it('is held for the holding days if the event starts in a minute and is ended at once', async () => {
    const event = await publish();
    await buy(event.id);
    const boughtAt = now().getTime();
    await passTo(boughtAt + MINUTE_MS);
    await endNow(event);
    await expectAvailableAt(event.creator, boughtAt + HOLDING_MS);
  });

  it('is held until the announced end of an event that is moved to today and ended', async () => {
    const event = await publish({ startsInMs: 30 * DAY_MS });
    await buy(event.id);
    const announcedEnd = now().getTime() + 30 * DAY_MS + HOUR_MS;
    await event.change({ eventDate: new Date(now().getTime() + MINUTE_MS).toISOString() });
    await passTo(now().getTime() + MINUTE_MS);
    await endNow(event);
    await expectAvailableAt(event.creator, announcedEnd);
  });

  it('is held until the announced end of an event that is shortened while it runs', async () => {
    const event = await publish({ startsInMs: 8 * DAY_MS, minutes: 600 });
    await buy(event.id);
    const [start, announcedEnd] = [now().getTime() + 8 * DAY_MS, now().getTime() + 8 * DAY_MS + 10 * HOUR_MS];
    await passTo(start);
    await event.change({ eventDate: new Date(start).toISOString(), durationMinutes: 5 });
    await passTo(start + 5 * MINUTE_MS);
    await expectAvailableAt(event.creator, announcedEnd);
  });

  it('is held until the end that was announced when the payment page was opened', async () => {
    const event = await publish({ startsInMs: 30 * DAY_MS });
    const checkout = await openPage(event.id);
    const announcedEnd = now().getTime() + 30 * DAY_MS + HOUR_MS;
    await event.change({ eventDate: new Date(now().getTime() + MINUTE_MS).toISOString() });
    await pay(checkout);
    await passTo(now().getTime() + MINUTE_MS);
    await endNow(event);
    await expectAvailableAt(event.creator, announcedEnd);
  });

  it('is held until the end of an event that is moved to a later date', async () => {
    const event = await publish({ startsInMs: 10 * DAY_MS });
    await buy(event.id);
    const later = now().getTime() + 20 * DAY_MS;
    await event.change({ eventDate: new Date(later).toISOString() });
    await passTo(now().getTime() + 15 * DAY_MS);
    expect(await available(event.creator)).toBe(0);
    await expectAvailableAt(event.creator, later + HOUR_MS);
  });

  it('never becomes available if the event is canceled', async () => {
    const event = await publish();
    await buy(event.id);
    await own.cancel(event.creator, event.id);
    await passTo(now().getTime() + 2 * HOLDING_MS);
    expect(await available(event.creator)).toBe(0);
    expect((await payouts.balanceOf(event.creator)).nextAvailable).toBeNull();
  });

  it('is not available if the bank returns it after the event', async () => {
    const event = await publish();
    await buy(event.id);
    const [charge] = (await rows('charges')).filter(({ subject_id }) => subject_id === event.id);
    await passTo(now().getTime() + MINUTE_MS);
    await endNow(event);
    const dispute = await payments.sandbox.backOffice.openDispute(String(charge?.payment_id));
    await payments.settle();
    await passTo(now().getTime() + 2 * HOLDING_MS);
    expect(await available(event.creator)).toBe(0);
    await payments.sandbox.backOffice.settleDispute(dispute, 'lost');
    await payments.settle();
    expect(await available(event.creator)).toBe(0);
  });
});

describe('a creator with a payout account', () => {
  async function connect(creator: UserId): Promise<void> {
    const { url } = await accounts.onboard(creator, 'sandbox');
    await payments.sandbox.backOffice.completeOnboarding(url.split('/').at(-1) ?? '');
    await payments.settle();
  }
  const heldBy = async (creator: UserId) =>
    (await rows('charges')).filter(({ creator_id }) => creator_id === creator).map(({ held_by }) => held_by);
  const donate = async (creator: UserId) =>
    pay((await payments.donate(fixture.donation(creator, { method: 'stripe' }))).id);

  it('receives donations directly only after a payout, and ticket money never', async () => {
    const event = await publish();
    await connect(event.creator);
    await donate(event.creator);
    await fixture.addEarlierPayout(event.creator);
    await donate(event.creator);
    await buy(event.id);
    expect(await heldBy(event.creator)).toEqual(['platform', 'creator_net', 'platform']);
  });
});
