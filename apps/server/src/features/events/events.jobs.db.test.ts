import type { UserId } from '@tributary/contracts/shared';
import { beforeEach, expect, it } from 'vitest';
import type { JobHandler, Jobs } from '#platform/jobs/index.ts';
import type { Notify } from '#platform/notifications/index.ts';
import { inEnglish } from '../../../test/support/in-english.ts';
import { createMoneyFixture } from '../../../test/support/money-fixture.ts';
import { createEventReminders } from './event-reminders.service.ts';
import { eventJobs } from './events.jobs.ts';
import { createOwnEvents } from './own-events.service.ts';
import { noticesOfTickets } from './tickets/ticket-notices.jobs.ts';
import { createTickets } from './tickets/tickets.service.ts';

const { db, options, account, announce } = await createMoneyFixture();
let now = new Date('2026-11-21T12:00:00Z');
/** The notifications of each person, as `title | message`. */
let told = new Map<UserId, string[]>();
const waiting: { readonly name: string; readonly data: object }[] = [];
const handlers = new Map<string, JobHandler<never>>();

const jobs: Jobs = {
  send: async (_tx, { name }, data) => void waiting.push({ name, data }),
  work: ({ name }, handler) => void handlers.set(name, handler),
  repeat: ({ name }, _hours, handler) => void handlers.set(name, (_data, signal) => handler(signal)),
  start: async () => undefined,
  close: async () => undefined,
};
const notified = new Set<string>();
const all = {
  ...options,
  jobs,
  now: () => now,
  notifications: {
    notify: async (_tx: unknown, notification: Notify) => {
      const { userId, title, message, dedupeKey } = inEnglish(notification);
      if (notified.has(`${userId} ${dedupeKey}`)) return;
      notified.add(`${userId} ${dedupeKey}`);
      told.set(userId, [...(told.get(userId) ?? []), `${title} | ${message}`]);
    },
  },
};
for (const register of [...eventJobs(all), noticesOfTickets(all)]) register(jobs);
const own = createOwnEvents(all);
const tickets = createTickets(all);
const reminders = createEventReminders(db);
const signal = new AbortController().signal;

/** Runs the waiting jobs, each twice, as after a crash. */
async function runWaiting(): Promise<void> {
  for (const { name, data } of waiting.splice(0)) {
    for (const _ of [1, 2]) await handlers.get(name)?.(data as never, signal);
  }
}

async function remindAt(at: string): Promise<void> {
  now = new Date(at);
  await handlers.get('money.remind-ticket-holders')?.({} as never, signal);
  await runWaiting();
}

beforeEach(() => {
  told = new Map();
  now = new Date('2026-11-21T12:00:00Z');
});

const EDIT = {
  title: 'Harbor night',
  description: '',
  timezone: 'Europe/Lisbon',
  durationMinutes: 60,
  eventDate: '2026-12-05T18:30:00.000Z',
  priceCents: 0,
  capacity: null,
};

async function announced() {
  const { id: creator } = await account('streamer');
  const { id: fan } = await account();
  const { id } = await own.create(creator, EDIT);
  await own.publish(creator, id);
  await tickets.takeFree(fan, id);
  return { creator, fan, id };
}

it('notifies the public followers of a channel once that an event was announced, except those who only want its streams', async () => {
  const { id: creator } = await account('streamer');
  const { id: follower } = await account();
  const { id: quiet } = await account();
  await db.pool.query(
    "insert into follows (follower_id, streamer_id, notifications) values ($1, $3, 'all'), ($2, $3, 'live')",
    [follower, quiet, creator],
  );
  const { id } = await own.create(creator, EDIT);
  await own.publish(creator, id);
  await runWaiting();
  expect([...told]).toEqual([[follower, [expect.stringMatching(/announced an event \| Harbor night$/)]]]);
});

it('reminds ticket holders once a day before, and once a quarter of an hour before the start', async () => {
  const { fan } = await announced();
  waiting.splice(0);
  const when = 'It starts Saturday, December 5, 2026 at 6:30 PM (Europe/Lisbon).';
  await remindAt('2026-12-04T18:29:59Z');
  expect(told.get(fan)).toBeUndefined();
  await remindAt('2026-12-04T18:30:00Z');
  await remindAt('2026-12-04T18:31:00Z');
  expect(told.get(fan)).toEqual([`Reminder: Harbor night | ${when}`]);
  await remindAt('2026-12-05T18:15:00Z');
  await remindAt('2026-12-05T18:16:00Z');
  expect(told.get(fan)).toEqual([
    `Reminder: Harbor night | ${when}`,
    `Starting soon: Harbor night | ${when}`,
  ]);
});

it('sends one reminder if both are late, and none after the start', async () => {
  const { fan } = await announced();
  const { fan: missed } = await announced();
  waiting.splice(0);
  await db.pool.query(
    "update ppv_events set event_date = '2026-12-05T18:00:00Z' where id in (select event_id from tickets where holder_id = $1)",
    [missed],
  );
  await remindAt('2026-12-05T18:20:00Z');
  expect(told.get(fan)).toHaveLength(1);
  expect(told.get(missed)).toBeUndefined();
});

it('notifies ticket holders of a new date, reminds them of it, and notifies them when it is canceled', async () => {
  const { creator, fan, id } = await announced();
  waiting.splice(0);
  await remindAt('2026-12-04T18:30:00Z');
  await own.edit(creator, id, { ...EDIT, eventDate: '2026-12-12T18:30:00.000Z' });
  await runWaiting();
  await own.edit(creator, id, { ...EDIT, eventDate: '2026-12-12T18:30:00.000Z', title: 'Harbor evening' });
  await remindAt('2026-12-11T18:30:00Z');
  await own.cancel(creator, id);
  await runWaiting();
  await remindAt('2026-12-12T18:16:00Z');
  expect(told.get(fan)?.map((text) => text.split(' | ')[0])).toEqual([
    'Reminder: Harbor night',
    'New date: Harbor night',
    'Reminder: Harbor evening',
    'Canceled: Harbor evening',
  ]);
  expect([...told.keys()]).toEqual([fan]);
});

it('reminds those who asked for it without a ticket, and a ticket holder who asked as well only once', async () => {
  const { creator, fan, id } = await announced();
  const { id: waitingFan } = await account();
  const { id: gone } = await account();
  waiting.splice(0);
  for (const person of [fan, waitingFan, gone]) await reminders.add(person, id);
  await reminders.remove(gone, id);
  expect([await reminders.has(waitingFan, id), await reminders.has(gone, id)]).toEqual([true, false]);
  await remindAt('2026-12-05T18:15:00Z');
  await own.cancel(creator, id);
  await runWaiting();
  const titles = ['Starting soon: Harbor night', 'Canceled: Harbor night'];
  for (const person of [fan, waitingFan])
    expect(told.get(person)?.map((text) => text.split(' | ')[0])).toEqual(titles);
  expect(told.has(gone)).toBe(false);
  await expect(reminders.add(gone, id)).rejects.toMatchObject({ code: 'event_closed' });
});

it('notifies ticket holders that an event is canceled even if their tickets are refunded by then', async () => {
  const { creator, fan, id } = await announced();
  waiting.splice(0);
  await own.cancel(creator, id);
  await db.pool.query(
    "update tickets set status = 'refunded', checkout_id = gen_random_uuid() where event_id = $1",
    [id],
  );
  await runWaiting();
  expect(told.get(fan)).toEqual([expect.stringMatching(/^Canceled: Harbor night/)]);
});

it('leaves out a reminder if the date has changed before its job ran', async () => {
  const { id: creator } = await account('streamer');
  const id = await announce(creator, { price_cents: 0, event_date: '2026-12-05T18:30:00Z' });
  const { id: fan } = await account();
  await tickets.takeFree(fan, id);
  now = new Date('2026-12-04T18:30:00Z');
  await handlers.get('money.remind-ticket-holders')?.({} as never, signal);
  await db.pool.query("update ppv_events set event_date = '2026-12-12T18:30:00Z' where id = $1", [id]);
  await runWaiting();
  expect(told.get(fan)).toBeUndefined();
});
