/** Texts of notifications to ticket holders about an event. */
import type { EventNotice } from './events.notifications.ts';
import type { StoredEvent } from './events.repo.ts';

/** @returns null for a reminder that is outdated */
export function contentOf(
  event: StoredEvent,
  notice: EventNotice,
): { readonly title: string; readonly message: string } | null {
  const { title, status, priceCents } = event;
  if (notice === 'canceled') {
    const refund = 'Your ticket is refunded. If you paid in crypto, the creator sends your money back.';
    return { title: `Canceled: ${title}`, message: priceCents > 0 ? refund : '' };
  }
  if (status === 'ended' || status === 'canceled') return null;
  const starts = `${whenOf(event)} (${event.timezone})`;
  if (notice === 'moved') return { title: `New date: ${title}`, message: `It starts ${starts}.` };
  return {
    title: notice === 'day_before' ? `Reminder: ${title}` : `Starting soon: ${title}`,
    message: `It starts ${starts}.`,
  };
}

const whenOf = ({ eventDate, timezone }: StoredEvent): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone }).format(
    eventDate,
  );
