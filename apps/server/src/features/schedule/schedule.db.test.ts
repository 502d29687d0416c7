import { SCHEDULE_ENTRIES_MAX, type ScheduleEdit } from '@tributary/contracts/schedule';
import type { UserId } from '@tributary/contracts/shared';
import { beforeEach, expect, it } from 'vitest';
import type { NextEvent } from '#features/events/index.ts';
import type { Notify } from '#platform/notifications/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { inEnglish } from '../../../test/support/in-english.ts';
import { createTestJobs } from '../../../test/support/test-jobs.ts';
import { createUsersFixture } from '../../../test/support/users-fixture.ts';
import { extendRegularly } from './extend.jobs.ts';
import { createOwnSchedule } from './own-schedule.service.ts';
import { scheduleJobs } from './schedule.jobs.ts';
import { createSchedules } from './schedule.service.ts';

const db = await createTestDatabase();
const { account, channels } = createUsersFixture(db);
const queue = await createTestJobs(db);
/** A Friday. Clocks in Berlin are set forward on 29 March. */
const START = new Date('2026-03-20T12:00:00Z');
let now = START;
/** The next event of all channels. */
let nextEvent: NextEvent | null = null;
/** The notifications of each person, as `title | message`. */
let told = new Map<UserId, string[]>();
const options = {
  db,
  replica: db,
  channels,
  jobs: queue.jobs,
  sharedState: createMemoryState(),
  events: { calendarOf: async () => [], nextOf: async () => nextEvent },
  instanceName: () => 'Test',
  publicUrl: 'https://live.example',
  now: () => now,
  notifications: {
    notify: async (_tx: unknown, notification: Notify) => {
      const { userId, title, message } = inEnglish(notification);
      told.set(userId, [...(told.get(userId) ?? []), `${title} | ${message}`]);
    },
  },
};
const own = createOwnSchedule(options);
const schedules = createSchedules(options);
queue.register([...scheduleJobs(options), extendRegularly(db, () => now)]);

beforeEach(() => {
  told = new Map();
  now = START;
  nextEvent = null;
});

const weekly: ScheduleEdit = {
  title: 'Sanding the hull',
  category: 'Education',
  startsOn: '2026-03-20',
  time: '19:00',
  timezone: 'Europe/Berlin',
  durationMinutes: 120,
  weekdays: [5],
  endsOn: null,
};
const once: ScheduleEdit = { ...weekly, startsOn: '2026-06-01', weekdays: [] };

async function planned(edit: ScheduleEdit = weekly) {
  const { id: creator, username } = await account('streamer');
  const [entry = expect.fail()] = (await own.create(creator, edit)).entries;
  const [first = expect.fail(), second = expect.fail()] = [...entry.streams, ...entry.streams];
  return { creator, username, entry, first, second };
}
const runJobs = async () => expect(await queue.runAll()).toEqual([]);
const startsOf = async (username: string) =>
  (await schedules.upcomingOf(username, null)).map(({ startsAt }) => startsAt);

it('names what a channel streams next: a stream that is not canceled, or an event before it', async () => {
  const { creator, username, first, second } = await planned();
  expect(await schedules.nextOf(username)).toEqual({
    title: 'Sanding the hull',
    startsAt: '2026-03-20T18:00:00.000Z',
    startsInMs: 6 * 3_600_000,
    eventId: null,
  });
  const event = { id: '01890a5d-ac96-774b-bcce-b302099a8057', title: 'The launch' };
  nextEvent = { ...event, startsAt: new Date('2026-03-21T18:00:00Z') };
  expect(await schedules.nextOf(username)).toMatchObject({ title: 'Sanding the hull' });
  await own.editStream(creator, first.id, { ...first, isCanceled: true });
  expect(await schedules.nextOf(username)).toMatchObject({ title: 'The launch', eventId: event.id });
  nextEvent = null;
  expect(await schedules.nextOf(username)).toMatchObject({ startsAt: second.startsAt });
});

it('plans a weekly stream eight weeks ahead at the same time of day, also after clocks change', async () => {
  const { username, entry } = await planned();
  expect(entry).toMatchObject(weekly);
  const starts = await startsOf(username);
  expect(starts.slice(0, 3)).toEqual([
    '2026-03-20T18:00:00.000Z',
    '2026-03-27T18:00:00.000Z',
    '2026-04-03T17:00:00.000Z',
  ]);
  expect(starts).toHaveLength(9);
});

it('plans further ahead as time passes, and forgets what is long over', async () => {
  const { username, creator } = await planned();
  now = new Date('2026-05-21T12:00:00Z');
  await queue.runRepeated();
  await queue.runRepeated();
  const starts = await startsOf(username);
  expect([starts[0], starts.length]).toEqual(['2026-05-22T17:00:00.000Z', 9]);
  const { rows } = await db.pool.query(
    'select min(starts_at) as first from scheduled_streams where streamer_id = $1',
    [creator],
  );
  expect(rows[0].first.toISOString()).toBe('2026-04-24T17:00:00.000Z');
});

it('changes or skips one stream and leaves it so when its entry changes', async () => {
  const { creator, username, entry, first, second } = await planned();
  const moved = { ...first, title: 'Varnish', startsAt: '2026-03-21T10:00:00.000Z' };
  await own.editStream(creator, first.id, moved);
  await own.editStream(creator, second.id, { ...second, isCanceled: true });
  await own.edit(creator, entry.id, { ...weekly, title: 'Rigging', time: '20:00' });
  const [one, two, three] = await schedules.upcomingOf(username, null);
  expect(one).toMatchObject({ id: first.id, title: 'Varnish', startsAt: moved.startsAt, isCanceled: false });
  expect(two).toMatchObject({ id: second.id, title: 'Rigging', isCanceled: true });
  expect(three).toMatchObject({ title: 'Rigging', startsAt: '2026-04-03T18:00:00.000Z', isCanceled: false });
});

it('keeps the streams of the days that stay when the days of an entry change', async () => {
  const { creator, username, entry, first } = await planned();
  await own.edit(creator, entry.id, { ...weekly, weekdays: [3, 5], endsOn: '2026-03-27' });
  const streams = await schedules.upcomingOf(username, null);
  expect(streams.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual([
    '2026-03-20',
    '2026-03-25',
    '2026-03-27',
  ]);
  expect(streams[0]?.id).toBe(first.id);
});

it('reminds people once 15 minutes before the start, and not of canceled streams', async () => {
  const { creator, username, first, second } = await planned();
  const { id: fan } = await account();
  for (const { id } of [first, first, second]) await schedules.remind(fan, id);
  expect((await schedules.upcomingOf(username, fan)).slice(0, 3).map((one) => one.isReminded)).toEqual([
    true,
    true,
    false,
  ]);
  await queue.runRepeated();
  await runJobs();
  expect(told.size).toBe(0);
  now = new Date('2026-03-20T17:46:00Z');
  for (const _ of [1, 2]) {
    await queue.runRepeated();
    await runJobs();
  }
  expect(told.get(fan)).toEqual([
    expect.stringMatching(
      / streams soon \| “Sanding the hull”, .*Friday, March 20, 2026.*7:00.PM \(Europe\/Berlin\)/,
    ),
  ]);
  await own.editStream(creator, second.id, { ...second, isCanceled: true });
  await runJobs();
  now = new Date('2026-03-27T17:50:00Z');
  await queue.runRepeated();
  await runJobs();
  expect(told.get(fan)?.slice(1)).toEqual([
    expect.stringMatching(/ canceled a scheduled stream \| Sanding the hull$/),
  ]);
});

it('notifies those who wait for a stream when it is moved, or when its entry is removed', async () => {
  const { creator, username, entry, first } = await planned();
  const { id: fan } = await account();
  await schedules.remind(fan, first.id);
  await own.edit(creator, entry.id, { ...weekly, time: '21:30' });
  await runJobs();
  expect(told.get(fan)).toEqual([expect.stringMatching(/ moved a scheduled stream \| .*9:30.PM/)]);
  expect((await own.remove(creator, entry.id)).entries).toEqual([]);
  await runJobs();
  expect(told.get(fan)?.[1]).toMatch(/canceled/);
  // It is still listed, as a canceled one, while the other streams are gone.
  expect(await schedules.upcomingOf(username, fan)).toMatchObject([{ id: first.id, isCanceled: true }]);
});

it('no longer reminds a person who removed the reminder', async () => {
  const { first } = await planned();
  const { id: fan } = await account();
  await schedules.remind(fan, first.id);
  await schedules.forget(fan, first.id);
  now = new Date('2026-03-20T17:50:00Z');
  await queue.runRepeated();
  await runJobs();
  expect(told.size).toBe(0);
});

it('refuses to remind of a stream that has begun, was canceled or does not exist', async () => {
  const { creator, first, second } = await planned();
  const { id: fan } = await account();
  await own.editStream(creator, second.id, { ...second, isCanceled: true });
  now = new Date('2026-03-20T18:00:00Z');
  for (const id of [first.id, second.id, creator])
    await expect(schedules.remind(fan, id)).rejects.toMatchObject({ code: 'scheduled_stream_not_found' });
});

it('refuses what has no stream to come, naming the field', async () => {
  const { id: creator } = await account('streamer');
  const refused = async (edit: Partial<ScheduleEdit>, pointer: string) =>
    await expect(own.create(creator, { ...weekly, ...edit })).rejects.toMatchObject({
      code: 'entry_refused',
      errors: [{ pointer }],
    });
  await refused({ weekdays: [], time: '12:59' }, '/startsOn');
  await refused({ startsOn: '2027-04-01' }, '/startsOn');
  await refused({ weekdays: [4], endsOn: '2026-03-25' }, '/endsOn');
  await refused({ startsOn: '2026-03-01', endsOn: '2026-03-20', time: '12:00' }, '/endsOn');
  const { entries } = await own.create(creator, { ...weekly, weekdays: [], time: '13:01' });
  expect(entries).toMatchObject([{ streams: [{ startsAt: '2026-03-20T12:01:00.000Z' }] }]);
});

it('limits the entries of a channel that have streams to come', async () => {
  const { id: creator } = await account('streamer');
  for (let index = 0; index < SCHEDULE_ENTRIES_MAX; index++) await own.create(creator, once);
  await expect(own.create(creator, once)).rejects.toMatchObject({ code: 'too_many_entries' });
  now = new Date('2026-06-02T12:00:00Z');
  await own.create(creator, { ...once, startsOn: '2026-06-03' });
});

it('refuses changes of another channel’s schedule', async () => {
  const { entry, first } = await planned();
  const { id: other } = await account('streamer');
  await expect(own.edit(other, entry.id, once)).rejects.toMatchObject({ code: 'entry_not_found' });
  await expect(own.remove(other, entry.id)).rejects.toMatchObject({ code: 'entry_not_found' });
  await expect(own.editStream(other, first.id, first)).rejects.toMatchObject({
    code: 'scheduled_stream_not_found',
  });
});

it('lists the next stream of each entry of followed public channels, soonest first', async () => {
  const { id: fan } = await account();
  const [later, sooner, banned] = [await planned(once), await planned(), await planned()];
  await planned();
  await own.editStream(sooner.creator, sooner.first.id, { ...sooner.first, isCanceled: true });
  for (const { creator } of [later, sooner, banned])
    await db.pool.query('insert into follows (follower_id, streamer_id) values ($1, $2)', [fan, creator]);
  await db.pool.query('update profiles set banned_at = now() where id = $1', [banned.creator]);
  const followed = await schedules.followed(fan);
  expect(followed.map(({ streamer, startsAt }) => [streamer.username, startsAt])).toEqual([
    [sooner.username, '2026-03-27T18:00:00.000Z'],
    [later.username, '2026-06-01T17:00:00.000Z'],
  ]);
});

it('writes the same calendar until the schedule changes, with canceled streams marked', async () => {
  const { creator, username, first } = await planned({ ...weekly, endsOn: '2026-03-27' });
  const file = await schedules.calendarOf(username);
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(file).toContain(`UID:${first.id}`);
  expect(file).toContain('DTSTART:20260320T180000Z\r\nDTEND:20260320T200000Z');
  now = new Date('2026-03-20T13:00:00Z');
  expect(await schedules.calendarOf(username)).toBe(file);
  await own.editStream(creator, first.id, { ...first, isCanceled: true });
  const changed = await schedules.calendarOf(username);
  expect(changed.match(/STATUS:CANCELLED/g)).toHaveLength(1);
  expect(changed).toContain('DTSTAMP:20260320T130000Z');
});

it('deletes the schedule and the reminders with the account', async () => {
  const { creator, first } = await planned();
  const { id: fan } = await account();
  await schedules.remind(fan, first.id);
  await db.transact((tx) => tx.deleteFrom('profiles').where('id', '=', creator).execute());
  const { rows } = await db.pool.query(
    'select (select count(*) from scheduled_streams where streamer_id = $1) + (select count(*) from schedule_reminders where user_id = $2) as left',
    [creator, fan],
  );
  expect(rows[0].left).toBe(0);
});
