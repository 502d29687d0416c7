/** The fields of an event that its creator can still change. */
import type { EventEdit } from '@tributary/contracts/events';
import { MINUTE_MS } from '#platform/durations.ts';
import type { FieldError } from '#platform/errors.ts';
import type { StoredEvent } from './events.repo.ts';

export const isClosed = ({ status }: Pick<StoredEvent, 'status'>): boolean =>
  status === 'ended' || status === 'canceled';

/** The announced end of an event. */
export const endOf = ({
  eventDate,
  durationMinutes,
}: Pick<StoredEvent, 'eventDate' | 'durationMinutes'>): Date =>
  new Date(eventDate.getTime() + durationMinutes * MINUTE_MS);

/** @param seatsTaken the number of tickets that are sold, or reserved by a checkout */
export function refusedChanges(
  event: Pick<StoredEvent, 'status' | 'eventDate' | 'priceCents'>,
  edit: EventEdit,
  seatsTaken: number,
  now: Date,
): FieldError[] {
  const date = new Date(edit.eventDate);
  const isMoved = date.getTime() !== event.eventDate.getTime();
  const refused: FieldError[] = [];
  const refuse = (pointer: string, detail: string) => void refused.push({ pointer, detail });
  if (isMoved && event.status === 'live')
    refuse('/eventDate', 'The event has started, so its date is fixed.');
  if (isMoved && event.status === 'published' && date <= now) refuse('/eventDate', IN_FUTURE);
  if (seatsTaken > 0 && edit.priceCents !== event.priceCents) {
    refuse('/priceCents', 'The price is fixed, because tickets are sold or being paid for.');
  }
  if (edit.capacity !== null && edit.capacity < seatsTaken) {
    refuse(
      '/capacity',
      `${seatsTaken} tickets are sold or being paid for. Enter at least ${seatsTaken}, or leave it empty for no limit.`,
    );
  }
  return refused;
}

export const IN_FUTURE = 'Choose a date in the future.';
