/** Reads pay-per-view events for the public, creators and admins. */
import type {
  AdminEvent,
  EventFilter,
  EventPage,
  EventSort,
  OwnEvent,
  PublicEvent,
} from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { type Channels, channelsErrors, idsOf, personIn } from '#features/channels/index.ts';
import { type Page, type PageRequest, readPage, type Sorting } from '#features/payments/index.ts';
import { type CalendarEvent, calendarFile } from '#platform/calendar/calendar-file.ts';
import type { Database } from '#platform/db/database.ts';
import { bigintKey, integerKey, timestampKey } from '#platform/db/keyset.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { toOwn, toPublic } from './event-views.ts';
import { eventErrors } from './events.errors.ts';
import * as repo from './events.repo.ts';

export interface PpvEvents {
  /** @throws AppError `event_not_found`, also for a draft */
  byId(id: string): Promise<EventPage>;
  /** The event as a calendar file. @throws AppError `event_not_found`, also for a draft */
  calendarOf(id: string): Promise<string>;
  /** The published, live, ended and canceled events of a channel from a moment on, as a calendar lists them. */
  announcedSince(creatorId: UserId, since: Date): Promise<CalendarEvent[]>;
  /** The next published event of a channel. */
  nextOf(creatorId: UserId): Promise<NextEvent | null>;
  /** Sorted soonest first. @throws AppError `streamer_not_found`, `cursor_invalid` */
  upcomingOf(username: string, cursor?: string): Promise<Page<PublicEvent>>;
  /** The next events of the channels that an account follows, soonest first. */
  followed(followerId: UserId): Promise<PublicEvent[]>;
  /** @throws AppError `cursor_invalid` */
  own(creatorId: UserId, request: EventFilter & PageRequest): Promise<Page<OwnEvent>>;
  /** @throws AppError `cursor_invalid` */
  all(request: EventFilter & PageRequest): Promise<Page<AdminEvent>>;
}

export interface NextEvent {
  readonly id: string;
  readonly title: string;
  readonly startsAt: Date;
}

interface EventsOptions {
  readonly db: Database;
  /** Public lists are read from it; what is bought is not. */
  readonly replica: ReadDatabase;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
  readonly instanceName: () => string;
  readonly publicUrl: string;
  readonly now: () => Date;
}

const SORTINGS: Readonly<Record<EventSort, Sorting<repo.StoredEvent>>> = {
  eventDate: {
    column: 'event_date',
    keySchema: timestampKey,
    keyOf: ({ eventDate, id }) => [eventDate.toISOString(), id],
  },
  totalTicketsSold: {
    column: 'total_tickets_sold',
    keySchema: integerKey,
    keyOf: ({ totalTicketsSold, id }) => [totalTicketsSold, id],
  },
  totalRevenueCents: {
    column: 'total_revenue_cents',
    keySchema: bigintKey,
    keyOf: ({ totalRevenueCents, id }) => [totalRevenueCents, id],
  },
};

export function createEvents({
  db,
  replica,
  channels,
  instanceName,
  publicUrl,
  now,
}: EventsOptions): PpvEvents {
  const eventsOf = (id: UserId | null, request: EventFilter & PageRequest) =>
    readPage(SORTINGS[request.sort], request, (slice) =>
      db.read((reader) => repo.findEvents(reader, id, request.status, slice)),
    );
  async function published(id: string): Promise<repo.StoredEvent> {
    const event = await db.read((reader) => repo.findPublished(reader, id));
    if (!event) throw eventErrors.event_not_found();
    return event;
  }

  const toCalendar = (event: repo.StoredEvent): CalendarEvent => ({
    ...event,
    startsAt: event.eventDate,
    changedAt: event.updatedAt,
    isCanceled: event.status === 'canceled',
    url: `${publicUrl}/events/${event.id}`,
  });

  return {
    async byId(id) {
      const event = await published(id);
      const creators = await channels.summaries(idsOf([event], ({ creatorId }) => creatorId));
      const streamSlug = await db.read((reader) => repo.findStreamSlug(reader, id));
      return { ...toPublic(event, personIn(creators, event.creatorId), now()), streamSlug };
    },
    async calendarOf(id) {
      return calendarFile(toCalendar(await published(id)), instanceName());
    },
    announcedSince: async (creatorId, since) =>
      (await db.read((reader) => repo.findAnnouncedSince(reader, creatorId, since))).map(toCalendar),
    async nextOf(creatorId) {
      const coming = await db.read((reader) => repo.findAnnouncedSince(reader, creatorId, now()));
      const next = coming.find(({ status }) => status === 'published');
      return next ? { id: next.id, title: next.title, startsAt: next.eventDate } : null;
    },
    async upcomingOf(username, cursor) {
      const creator = await channels.summaryByUsername(username);
      if (!creator) throw channelsErrors.streamer_not_found();
      const { items, next } = await readPage(SORTINGS.eventDate, { order: 'asc', cursor }, (slice) =>
        replica.read((reader) => repo.findUpcoming(reader, creator.id, slice)),
      );
      return { items: items.map((row) => toPublic(row, creator, now())), next };
    },
    async followed(followerId) {
      const items = await replica.read((reader) => repo.findFollowed(reader, followerId));
      const creatorIds = idsOf(items, ({ creatorId }) => creatorId);
      const creators = await channels.summaries(creatorIds, replica);
      return items.map((row) => toPublic(row, personIn(creators, row.creatorId), now()));
    },
    async own(creatorId, request) {
      const { items, next } = await eventsOf(creatorId, request);
      return { items: items.map(toOwn), next };
    },
    async all(request) {
      const { items, next } = await eventsOf(null, request);
      const creators = await channels.summaries(idsOf(items, ({ creatorId }) => creatorId));
      const toItem = (row: repo.StoredEvent) => ({
        ...toOwn(row),
        creator: personIn(creators, row.creatorId),
      });
      return { items: items.map(toItem), next };
    },
  };
}
