/** Pay-per-view events as the public, their creators and the admins see them. */
import type { AdminEvent, OwnEvent, PublicEvent, StreamerSummary, UserId } from '@tributary/contracts';
import type { Channels } from '#features/channels/index.ts';
import type { Database } from '#platform/db/database.ts';
import * as repo from './events.repo.ts';
import { moneyErrors } from './money.errors.ts';
import { type Page, toPage } from './paging.ts';
import { idsOf, personIn } from './people.ts';

export interface PpvEvents {
  /** @throws AppError `event_not_found`, for a draft too */
  byId(id: string): Promise<PublicEvent>;
  /** @throws AppError `streamer_not_found` */
  upcomingOf(username: string, cursor?: string): Promise<Page<PublicEvent>>;
  own(creatorId: UserId, cursor?: string): Promise<Page<OwnEvent>>;
  all(cursor?: string): Promise<Page<AdminEvent>>;
}

interface EventsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries' | 'summaryByUsername'>;
}

export function createEvents({ db, channels }: EventsOptions): PpvEvents {
  return {
    async byId(id) {
      const event = await db.read((reader) => repo.findAnnounced(reader, id));
      if (!event) throw moneyErrors.event_not_found();
      const creators = await channels.summaries(idsOf([event], ({ creatorId }) => creatorId));
      return toPublic(event, personIn(creators, event.creatorId));
    },
    async upcomingOf(username, cursor) {
      const creator = await channels.summaryByUsername(username);
      if (!creator) throw moneyErrors.streamer_not_found();
      const rows = await db.read((reader) => repo.findUpcoming(reader, creator.id, cursor));
      return toPage(rows, (row) => toPublic(row, creator));
    },
    async own(creatorId, cursor) {
      return toPage(await db.read((reader) => repo.findEvents(reader, creatorId, cursor)), toOwn);
    },
    async all(cursor) {
      const rows = await db.read((reader) => repo.findEvents(reader, null, cursor));
      const creators = await channels.summaries(idsOf(rows, ({ creatorId }) => creatorId));
      return toPage(rows, (row) => ({ ...toOwn(row), creator: personIn(creators, row.creatorId) }));
    },
  };
}

function common(row: repo.StoredEvent) {
  const { id, title, description, timezone, durationMinutes, priceCents, currency, capacity, status } = row;
  return {
    id,
    title,
    description,
    eventDate: row.eventDate.toISOString(),
    timezone,
    durationMinutes,
    priceCents,
    currency,
    capacity,
    status,
  };
}

function toPublic(row: repo.StoredEvent, creator: StreamerSummary | null): PublicEvent {
  const ticketsLeft = row.capacity === null ? null : row.capacity - row.totalTicketsSold;
  return { ...common(row), ticketsLeft, creator };
}

function toOwn(row: repo.StoredEvent): OwnEvent {
  const { totalTicketsSold, totalRevenueCents, platformCommissionCents } = row;
  return {
    ...common(row),
    totalTicketsSold,
    totalRevenueCents,
    platformCommissionCents,
    commissionRatePercent: Number(row.commissionRatePercent),
  };
}
