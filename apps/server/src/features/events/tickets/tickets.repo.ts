/** Rows of tickets, and the seats that they take of their events. Both change while the event is locked. */
import type { TicketStatus } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { type Slice, selectSlice } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

const COLUMNS = [
  'id',
  'event_id as eventId',
  'holder_id as holderId',
  'checkout_id as checkoutId',
  'status',
  'created_at as createdAt',
] as const;

const tickets = (db: Reader) => db.selectFrom('tickets').select(COLUMNS);

export interface StoredTicket {
  readonly id: string;
  readonly eventId: string;
  readonly holderId: UserId | null;
  readonly checkoutId: string | null;
  readonly status: TicketStatus;
  readonly createdAt: Date;
}

/** The reserved or valid ticket of a person, or else the newest one. */
export const findTicket = async (
  db: Reader,
  eventId: string,
  holderId: UserId,
): Promise<StoredTicket | null> =>
  (await tickets(db)
    .where('event_id', '=', eventId)
    .where('holder_id', '=', holderId)
    .orderBy((row) => row('status', '=', 'refunded'))
    .orderBy('id', 'desc')
    .executeTakeFirst()) ?? null;

/** Sorted newest first. The event must be locked. */
export const findEndedTickets = (tx: Writer, eventId: string, holderId: UserId): Promise<StoredTicket[]> =>
  tickets(tx)
    .where('event_id', '=', eventId)
    .where('holder_id', '=', holderId)
    .where('status', '=', 'refunded')
    .orderBy('id', 'desc')
    .execute();

/** The event must be locked, or must be locked afterwards. */
export const findTicketOfCheckout = async (db: Reader, checkoutId: string): Promise<StoredTicket | null> =>
  (await tickets(db).where('checkout_id', '=', checkoutId).executeTakeFirst()) ?? null;

/** Checkouts whose payment pages are open. */
export const findReservingCheckouts = async (db: Reader, eventId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('tickets')
    .select((eb) => eb.ref('checkout_id').$notNull().as('id'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'reserved')
    .execute();
  return rows.map(({ id }) => id);
};

export const findTicketsOf = (db: Reader, holderId: UserId, slice: Slice): Promise<StoredTicket[]> =>
  selectSlice(tickets(db), slice).where('holder_id', '=', holderId).execute();

export const findAllTicketsOf = (db: Reader, holderId: UserId): Promise<StoredTicket[]> =>
  tickets(db).where('holder_id', '=', holderId).orderBy('id').execute();

/** Whether the person has a valid ticket, and so may watch. */
export async function hasValidTicket(db: Reader, eventId: string, holderId: UserId): Promise<boolean> {
  const ticket = await db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('holder_id', '=', holderId)
    .where('status', '=', 'valid')
    .executeTakeFirst();
  return ticket !== undefined;
}

/** Tickets in one of these statuses whose holders have accounts, sorted by id, after one of them. */
export const findHolders = (
  db: Reader,
  eventId: string,
  statuses: readonly TicketStatus[],
  after: string | null,
  limit: number,
): Promise<{ id: string; holderId: UserId }[]> =>
  db
    .selectFrom('tickets')
    .select('id')
    .select((eb) => eb.ref('holder_id').$notNull().as('holderId'))
    .where('event_id', '=', eventId)
    .where('status', 'in', statuses)
    .where('holder_id', 'is not', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

interface Seats {
  readonly sold: number;
  readonly reserved: number;
}

const SEATS: Readonly<Record<TicketStatus | 'none', Seats>> = {
  none: { sold: 0, reserved: 0 },
  reserved: { sold: 0, reserved: 1 },
  valid: { sold: 1, reserved: 0 },
  refunded: { sold: 0, reserved: 0 },
};

/**
 * Moves seats between free, reserved and sold. Adds a seat if none is left, so that a payer whose money came back, such
 * as by a won dispute, keeps theirs.
 */
async function moveSeats(tx: Writer, eventId: string, from: Seats, to: Seats): Promise<void> {
  const [sold, reserved] = [to.sold - from.sold, to.reserved - from.reserved];
  await tx
    .updateTable('ppv_events')
    .set((row) => ({
      total_tickets_sold: row('total_tickets_sold', '+', sold),
      tickets_reserved: row('tickets_reserved', '+', reserved),
      ...(from === SEATS.refunded && {
        capacity: sql<number | null>`case when capacity is not null
          then greatest(capacity, total_tickets_sold + tickets_reserved + ${sold}) end`,
      }),
    }))
    .where('id', '=', eventId)
    .execute();
}

export async function insertTicket(tx: Writer, ticket: StoredTicket): Promise<void> {
  await tx
    .insertInto('tickets')
    .values({
      id: ticket.id,
      event_id: ticket.eventId,
      holder_id: ticket.holderId,
      checkout_id: ticket.checkoutId,
      status: ticket.status,
      created_at: ticket.createdAt,
    })
    .execute();
  await moveSeats(tx, ticket.eventId, SEATS.none, SEATS[ticket.status]);
}

export async function setTicketStatus(
  tx: Writer,
  { id, eventId, status }: StoredTicket,
  to: 'valid' | 'refunded',
): Promise<void> {
  await tx.updateTable('tickets').set({ status: to }).where('id', '=', id).execute();
  await moveSeats(tx, eventId, SEATS[status], SEATS[to]);
}

/** Deletes an unpaid ticket and releases its seat. */
export async function deleteReserved(tx: Writer, { id, eventId }: StoredTicket): Promise<void> {
  await tx.deleteFrom('tickets').where('id', '=', id).execute();
  await moveSeats(tx, eventId, SEATS.reserved, SEATS.none);
}
