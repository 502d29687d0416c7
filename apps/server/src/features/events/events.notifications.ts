import type { UserId } from '@tributary/contracts/shared';
import { dateText, localized } from '#platform/messages/index.ts';
import {
  defineNotification,
  type NotificationPreference,
  type NotificationText,
} from '#platform/notifications/index.ts';

/** The kinds of notifications to ticket holders. */
export const EVENT_NOTICES = ['moved', 'canceled', 'day_before', 'before_start'] as const;
export type EventNotice = (typeof EVENT_NOTICES)[number];

const preference: NotificationPreference = {
  key: 'event',
  label: localized('notice.preference.event'),
  audience: 'viewer',
  icon: 'event',
};

/** Sent to followers. */
export const eventAnnounced = defineNotification({
  type: 'event_announced',
  preference,
  text: (event: {
    readonly id: string;
    readonly creatorId: UserId;
    readonly creatorName: string;
    readonly title: string;
  }) => ({
    title: localized('notice.eventAnnounced.title', { name: event.creatorName }),
    message: event.title,
    href: `/events/${event.id}`,
    actorId: event.creatorId,
    dedupeKey: `event:${event.id}:announced`,
  }),
});

/** Sent to ticket holders, and to those who asked to be reminded. */
export const ticketNotice = defineNotification({
  type: 'ticket_notice',
  preference,
  text: ({ event, kind, date, hasTicket }: TicketNotice) => ({
    ...ticketText(event, kind, hasTicket),
    href: `/events/${event.id}`,
    dedupeKey: `event:${event.id}:${kind}:${date}`,
  }),
});

interface TicketNotice {
  readonly event: NoticedEvent;
  readonly kind: EventNotice;
  /** The date of the event, so that holders are notified of each date once. */
  readonly date: string;
  readonly hasTicket: boolean;
}

interface NoticedEvent {
  readonly id: string;
  readonly title: string;
  readonly priceCents: number;
  readonly eventDate: Date;
  readonly timezone: string;
}

function ticketText(
  { title, priceCents, eventDate, timezone }: NoticedEvent,
  kind: EventNotice,
  hasTicket: boolean,
): Pick<NotificationText, 'title' | 'message'> {
  if (kind === 'canceled') {
    const message = priceCents > 0 && hasTicket ? localized('notice.eventCanceled.message') : '';
    return { title: localized('notice.eventCanceled.title', { title }), message };
  }
  const when = dateText(eventDate, { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
  const message = localized('notice.eventStarts', { when, zone: timezone });
  if (kind === 'moved') return { title: localized('notice.eventMoved.title', { title }), message };
  return {
    title: localized(kind === 'day_before' ? 'notice.eventTomorrow.title' : 'notice.eventSoon.title', {
      title,
    }),
    message,
  };
}
