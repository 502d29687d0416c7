/** Converts events for the public and for their creators. */
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { OwnEvent, PublicEvent } from '@tributary/contracts/events';
import type { StoredEvent } from './events.repo.ts';

function common(row: StoredEvent) {
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
    posterUrl: row.posterUrl,
  };
}

export function toPublic(row: StoredEvent, creator: StreamerSummary | null, now: Date): PublicEvent {
  const ticketsLeft =
    row.capacity === null ? null : row.capacity - row.totalTicketsSold - row.ticketsReserved;
  return { ...common(row), ticketsLeft, startsInMs: row.eventDate.getTime() - now.getTime(), creator };
}

export function toOwn(row: StoredEvent): OwnEvent {
  const { totalTicketsSold, totalRevenueCents, platformCommissionCents, takesStreams } = row;
  return {
    ...common(row),
    totalTicketsSold,
    totalRevenueCents,
    platformCommissionCents,
    takesStreams,
    commissionRatePercent: Number(row.commissionRatePercent),
  };
}
