import type { UserId } from '@tributary/contracts/shared';
import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

/** The kinds of notifications to ticket holders. */
export const EVENT_NOTICES = ['moved', 'canceled', 'day_before', 'before_start'] as const;
export type EventNotice = (typeof EVENT_NOTICES)[number];

const preference: NotificationPreference = {
  key: 'event',
  label: 'Events of channels you follow, and events you have a ticket for',
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
    title: `${event.creatorName} announced an event`,
    message: event.title,
    href: `/events/${event.id}`,
    actorId: event.creatorId,
    dedupeKey: `event:${event.id}:announced`,
  }),
});

/** Sent to ticket holders. */
export const ticketNotice = defineNotification({
  type: 'ticket_notice',
  preference,
  text: (notice: {
    readonly eventId: string;
    readonly kind: EventNotice;
    /** The date of the event, so that holders are notified of each date once. */
    readonly date: string;
    readonly title: string;
    readonly message: string;
  }) => ({
    title: notice.title,
    message: notice.message,
    href: `/events/${notice.eventId}`,
    dedupeKey: `event:${notice.eventId}:${notice.kind}:${notice.date}`,
  }),
});
