import type { EventEdit, EventStatus } from '@tributary/contracts/events';
import { expect, it } from 'vitest';
import { refusedChanges } from './event-rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const edit: EventEdit = {
  title: 'Harbor night',
  description: '',
  eventDate: '2026-12-05T18:30:00Z',
  timezone: 'Europe/Lisbon',
  durationMinutes: 90,
  priceCents: 500,
  capacity: 50,
};

/** The pointers of the refused fields. */
const refused = (status: EventStatus, changes: Partial<EventEdit>, seatsTaken = 0) =>
  refusedChanges(
    { status, priceCents: 500, eventDate: new Date(edit.eventDate) },
    { ...edit, ...changes },
    seatsTaken,
    NOW,
  ).map(({ pointer }) => pointer);

it.each<[string, EventStatus, Partial<EventEdit>, number, string[]]>([
  [
    'anything about a draft',
    'draft',
    { eventDate: '2020-01-01T00:00:00Z', priceCents: 0, capacity: 1 },
    0,
    [],
  ],
  ['the price while no ticket is sold', 'published', { priceCents: 900 }, 0, []],
  ['no price once a seat is taken', 'published', { priceCents: 900 }, 1, ['/priceCents']],
  ['the capacity down to the seats taken', 'published', { capacity: 7 }, 7, []],
  ['no capacity below the seats taken', 'published', { capacity: 6 }, 7, ['/capacity']],
  ['the capacity to no limit', 'live', { capacity: null }, 7, []],
  ['the date of an upcoming event', 'published', { eventDate: '2026-12-06T18:30:00Z' }, 7, []],
  ['no date in the past', 'published', { eventDate: NOW.toISOString() }, 7, ['/eventDate']],
  ['no date once it has started', 'live', { eventDate: '2026-12-06T18:30:00Z' }, 0, ['/eventDate']],
])('lets a creator change %s', (_, status, changes, seatsTaken, pointers) => {
  expect(refused(status, changes, seatsTaken)).toEqual(pointers);
});
