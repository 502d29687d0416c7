/** Checks whether a person can get a seat. */
import type { UserId } from '@tributary/contracts/shared';
import type { StoredEvent } from '../events.repo.ts';
import { ticketErrors } from './tickets.errors.ts';

export const isOpen = ({ status }: Pick<StoredEvent, 'status'>): boolean =>
  status === 'published' || status === 'live';

export const hasSeat = ({ capacity, totalTicketsSold, ticketsReserved }: StoredEvent): boolean =>
  capacity === null || totalTicketsSold + ticketsReserved < capacity;

/** @param event must be locked @throws AppError `event_not_open`, `own_event`, `event_sold_out` */
export function checkSeat(event: StoredEvent, holderId: UserId): void {
  if (!isOpen(event)) throw ticketErrors.event_not_open();
  if (event.creatorId === holderId) throw ticketErrors.own_event();
  if (!hasSeat(event)) throw ticketErrors.event_sold_out();
}
