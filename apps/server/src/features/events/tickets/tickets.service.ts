/** Lists tickets for their holders, and gives out free ones. */
import type { OwnTicket, Ticket } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { type Channels, idsOf, personIn } from '#features/channels/index.ts';
import { BY_AGE, newestFirst, type Page, readPage } from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { toPublic } from '../event-views.ts';
import { eventErrors } from '../events.errors.ts';
import { findEventsById, lockPublished } from '../events.repo.ts';
import { checkSeat } from './seats.ts';
import { ticketErrors } from './tickets.errors.ts';
import * as repo from './tickets.repo.ts';

export interface Tickets {
  of(holderId: UserId, eventId: string): Promise<Ticket | null>;
  /** @throws AppError `event_not_found`, `event_not_open`, `event_has_price`, `own_event`, `event_sold_out` */
  takeFree(holderId: UserId, eventId: string): Promise<Ticket>;
  /** @throws AppError `cursor_invalid` */
  list(holderId: UserId, cursor: string | undefined): Promise<Page<OwnTicket>>;
}

interface TicketsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly now: () => Date;
}

export function createTickets({ db, channels, now }: TicketsOptions): Tickets {
  return {
    async of(holderId, eventId) {
      const ticket = await db.read((reader) => repo.findTicket(reader, eventId, holderId));
      return ticket && toTicket(ticket);
    },
    takeFree: (holderId, eventId) =>
      db.transact(async (tx) => {
        const event = await lockPublished(tx, eventId);
        if (!event) throw eventErrors.event_not_found();
        const known = await repo.findTicket(tx, eventId, holderId);
        if (known?.status === 'valid') return toTicket(known);
        if (event.priceCents > 0) throw ticketErrors.event_has_price();
        checkSeat(event, holderId);
        const ticket: repo.StoredTicket = {
          id: uuidv7(),
          eventId,
          holderId,
          checkoutId: null,
          status: 'valid',
          createdAt: now(),
        };
        await repo.insertTicket(tx, ticket);
        return toTicket(ticket);
      }),
    async list(holderId, cursor) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => repo.findTicketsOf(reader, holderId, slice)),
      );
      const events = await db.read((reader) =>
        findEventsById(
          reader,
          items.map(({ eventId }) => eventId),
        ),
      );
      const creators = await channels.summaries(idsOf([...events.values()], ({ creatorId }) => creatorId));
      const withEvents = items.flatMap((ticket) => {
        const event = events.get(ticket.eventId);
        if (!event) return [];
        return { ...toTicket(ticket), event: toPublic(event, personIn(creators, event.creatorId), now()) };
      });
      return { items: withEvents, next };
    },
  };
}

const toTicket = ({ id, status, checkoutId, createdAt }: repo.StoredTicket): Ticket => ({
  id,
  status,
  checkoutId,
  createdAt: createdAt.toISOString(),
});
