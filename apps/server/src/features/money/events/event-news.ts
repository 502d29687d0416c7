/** What ticket holders are told about an event. */
import type { Notify } from '#features/notifications/index.ts';
import type { StoredEvent } from './events.repo.ts';

export const EVENT_NEWS = ['moved', 'canceled', 'day_before', 'before_start'] as const;
export type EventNews = (typeof EVENT_NEWS)[number];

/** @returns null for a reminder that no longer holds */
export function newsOf(event: StoredEvent, news: EventNews): Pick<Notify, 'title' | 'message'> | null {
  const { title, status, priceCents } = event;
  if (news === 'canceled') {
    return { title: `Canceled: ${title}`, message: priceCents > 0 ? 'Your ticket is refunded.' : '' };
  }
  if (status === 'ended' || status === 'canceled') return null;
  const starts = `${whenOf(event)} (${event.timezone})`;
  if (news === 'moved') return { title: `New date: ${title}`, message: `It starts ${starts}.` };
  return {
    title: news === 'day_before' ? `Reminder: ${title}` : `Starting soon: ${title}`,
    message: `It starts ${starts}.`,
  };
}

const whenOf = ({ eventDate, timezone }: StoredEvent): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone }).format(
    eventDate,
  );
