import type { EventEdit } from '@tributary/contracts/events';
import { EVENTS_OPEN_MAX } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../test/support/money-fixture.ts';
import { ANNOUNCEMENTS_PER_DAY } from './announcement-budget.ts';
import { createEvents } from './events.service.ts';
import { createOwnEvents } from './own-events.service.ts';

const { db, options, account, announce } = await createMoneyFixture();
const NOW = new Date('2026-11-21T12:00:00Z');
const sent: unknown[] = [];
const discarded: (string | null)[] = [];
const own = createOwnEvents({
  ...options,
  now: () => NOW,
  jobs: { send: async (_tx, { name }, data) => void sent.push([name, data]) },
  images: { ...options.images, discard: async (url) => void discarded.push(url) },
});
const events = createEvents({ ...options, now: () => NOW });

const edit: EventEdit = {
  title: 'Harbor night',
  description: 'Songs from the quay.',
  eventDate: '2026-12-05T18:30:00.000Z',
  timezone: 'Europe/Lisbon',
  durationMinutes: 90,
  priceCents: 500,
  capacity: 50,
};
const creator = (await account('streamer')).id;
const code = (code: string, kind?: string) => expect.objectContaining({ code, ...(kind && { kind }) });

it('keeps a draft private until it is published, then notifies followers once', async () => {
  const draft = await own.create(creator, edit);
  expect(draft).toMatchObject({ ...edit, status: 'draft', totalTicketsSold: 0, posterUrl: null });
  await expect(events.byId(draft.id)).rejects.toEqual(code('event_not_found'));
  expect((await own.publish(creator, draft.id)).status).toBe('published');
  expect((await own.publish(creator, draft.id)).status).toBe('published');
  expect(sent).toEqual([['money.announce-event', { eventId: draft.id }]]);
  expect(await events.byId(draft.id)).toMatchObject({
    title: edit.title,
    ticketsLeft: 50,
    startsInMs: Date.parse(edit.eventDate) - NOW.getTime(),
  });
});

it('creates one draft if a request is repeated because its answer was lost', async () => {
  const { id } = await account('streamer');
  const unlimited = { ...edit, capacity: null };
  const drafts = await Promise.all([1, 2, 3].map(() => own.create(id, unlimited)));
  expect(new Set(drafts.map((draft) => draft.id)).size).toBe(1);
  expect((await own.create(id, edit)).id).not.toBe(drafts[0]?.id);
  await own.publish(id, drafts[0]?.id ?? '');
  expect((await own.create(id, unlimited)).id).not.toBe(drafts[0]?.id);
});

it('refuses to publish an event whose date has passed, naming the field', async () => {
  const { id } = await own.create(creator, { ...edit, eventDate: NOW.toISOString() });
  await expect(own.publish(creator, id)).rejects.toMatchObject({
    code: 'event_change_refused',
    errors: [{ pointer: '/eventDate' }],
  });
});

it('refuses changes of fields that ticket holders rely on, naming the fields', async () => {
  const id = await announce(creator, { total_tickets_sold: 3, capacity: 10, price_cents: 500 });
  await expect(own.edit(creator, id, { ...edit, priceCents: 600, capacity: 2 })).rejects.toMatchObject({
    code: 'event_change_refused',
    errors: [{ pointer: '/priceCents' }, { pointer: '/capacity' }],
  });
  expect(await own.edit(creator, id, { ...edit, capacity: 3 })).toMatchObject({
    capacity: 3,
    title: edit.title,
  });
});

it('ends only live events early, and refuses changes of closed ones', async () => {
  const live = await announce(creator, { status: 'live' });
  const upcoming = await announce(creator);
  await expect(own.end(creator, upcoming)).rejects.toEqual(code('event_not_live'));
  expect((await own.end(creator, live)).status).toBe('ended');
  expect((await own.end(creator, live)).status).toBe('ended');
  await expect(own.edit(creator, live, edit)).rejects.toEqual(code('event_closed'));
  await expect(own.cancel(creator, live)).rejects.toEqual(code('event_closed'));
  await expect(own.setPoster(creator, live, Buffer.from('x'))).rejects.toEqual(code('event_closed'));
});

it('cancels announced events, which stay readable, and deletes drafts only', async () => {
  const id = await announce(creator);
  await expect(own.remove(creator, id)).rejects.toEqual(code('event_published'));
  expect((await own.cancel(creator, id)).status).toBe('canceled');
  expect((await own.cancel(creator, id)).status).toBe('canceled');
  expect((await events.byId(id)).status).toBe('canceled');
  expect(await events.calendarOf(id)).toContain('STATUS:CANCELLED');

  const draft = await own.create(creator, edit);
  await expect(own.cancel(creator, draft.id)).rejects.toEqual(code('event_not_published'));
  const { posterUrl } = await own.setPoster(creator, draft.id, Buffer.from('an image'));
  await own.remove(creator, draft.id);
  expect(discarded).toContain(posterUrl);
  await expect(own.find(creator, draft.id)).rejects.toEqual(code('event_not_found'));
});

it('discards a poster that was replaced, and one that its event refuses', async () => {
  const { id } = await own.create(creator, edit);
  const first = (await own.setPoster(creator, id, Buffer.from('one'))).posterUrl;
  const second = (await own.setPoster(creator, id, Buffer.from('two'))).posterUrl;
  expect(second).not.toBe(first);
  expect(discarded).toContain(first);
  expect((await own.setPoster(creator, id, null)).posterUrl).toBeNull();
  expect(discarded).toContain(second);
});

it('treats the events of other creators as missing', async () => {
  const { id: stranger } = await account('streamer');
  const { id } = await own.create(creator, edit);
  const attempts: ((as: UserId) => Promise<unknown>)[] = [
    (as) => own.find(as, id),
    (as) => own.edit(as, id, edit),
    (as) => own.setPoster(as, id, null),
    (as) => own.publish(as, id),
    (as) => own.end(as, id),
    (as) => own.cancel(as, id),
    (as) => own.remove(as, id),
  ];
  for (const attempt of attempts) await expect(attempt(stranger)).rejects.toEqual(code('event_not_found'));
  expect((await own.find(creator, id)).status).toBe('draft');
});

it('limits the drafts and upcoming events of a channel, also under concurrent requests', async () => {
  const { id } = await account('streamer');
  for (let made = 1; made < EVENTS_OPEN_MAX; made++) await announce(id);
  const results = await Promise.allSettled(
    [1, 2, 3].map((capacity) => own.create(id, { ...edit, capacity })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { rows } = await db.pool.query('select count(*)::int from ppv_events where creator_id = $1', [id]);
  expect(rows).toEqual([{ count: EVENTS_OPEN_MAX }]);
});

it('refuses to publish and to move events once a channel has announced 20 within a day', async () => {
  const { id: eager } = await account('streamer');
  sent.length = 0;
  const { id } = await own.create(eager, edit);
  await own.publish(eager, id);
  for (let day = 10; day < 10 + ANNOUNCEMENTS_PER_DAY - 1; day++)
    await own.edit(eager, id, { ...edit, eventDate: `2026-12-${day}T18:30:00.000Z` });
  const tooMany = code('too_many_announcements', 'limited');
  await expect(own.edit(eager, id, edit)).rejects.toEqual(tooMany);
  expect(await own.find(eager, id)).toMatchObject({ eventDate: '2026-12-28T18:30:00.000Z' });
  const { id: next } = await own.create(eager, edit);
  await expect(own.publish(eager, next)).rejects.toEqual(tooMany);
  expect(await own.find(eager, next)).toMatchObject({ status: 'draft' });
  await own.edit(eager, id, { ...edit, eventDate: '2026-12-28T18:30:00.000Z', title: 'Harbor day' });
  expect(sent).toHaveLength(ANNOUNCEMENTS_PER_DAY);
});

it('lists the announced events of followed channels, soonest first', async () => {
  const { id: follower } = await account('viewer');
  const { id: followed } = await account('streamer');
  const { id: other } = await account('streamer');
  await db.pool.query('insert into follows (follower_id, streamer_id) values ($1, $2)', [follower, followed]);
  const later = await announce(followed, { event_date: new Date('2026-12-20T18:00:00Z') });
  const sooner = await announce(followed, { event_date: new Date('2026-12-10T18:00:00Z') });
  await announce(other, { event_date: new Date('2026-12-09T18:00:00Z') });
  await own.create(followed, edit);
  expect((await events.followed(follower)).map(({ id }) => id)).toEqual([sooner, later]);
  expect((await events.followed(follower))[0]?.creator?.id).toBe(followed);
});
