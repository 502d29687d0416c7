/** The fields of an event that its creator can still change. */
import type { EventEdit } from '@tributary/contracts/events';
import { MINUTE_MS } from '#platform/durations.ts';
import type { FieldText } from '#platform/errors.ts';
import { localized } from '#platform/messages/index.ts';
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
): FieldText[] {
  const date = new Date(edit.eventDate);
  const isMoved = date.getTime() !== event.eventDate.getTime();
  const refused: FieldText[] = [];
  const refuse = (pointer: string, detail: FieldText['detail']) => void refused.push({ pointer, detail });
  if (isMoved && event.status === 'live') refuse('/eventDate', localized('errors.events.date_fixed'));
  if (isMoved && event.status === 'published' && date <= now) refuse('/eventDate', IN_FUTURE);
  if (seatsTaken > 0 && edit.priceCents !== event.priceCents) {
    refuse('/priceCents', localized('errors.events.price_fixed'));
  }
  if (edit.capacity !== null && edit.capacity < seatsTaken) {
    refuse('/capacity', localized('errors.events.capacity_taken', { taken: seatsTaken }));
  }
  return refused;
}

export const IN_FUTURE = localized('errors.events.date_past');
