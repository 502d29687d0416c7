/** Rows of tickets, and the seats that they take of their events. Both change while the event is locked. */
import type { TicketStatus, UserId } from '@tributary/contracts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';

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

/** The reserved or valid one, or else the newest. */
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

export const findTicketsOf = (db: Reader, holderId: UserId, slice: Slice): Promise<StoredTicket[]> =>
  selectSlice(tickets(db), slice).where('holder_id', '=', holderId).execute();

export const findAllTicketsOf = (db: Reader, holderId: UserId): Promise<StoredTicket[]> =>
  tickets(db).where('holder_id', '=', holderId).orderBy('id').execute();

/** Valid tickets whose holders have accounts, by their ids, after one of them. */
export const findHolders = (
  db: Reader,
  eventId: string,
  after: string | null,
  limit: number,
): Promise<{ id: string; holderId: UserId }[]> =>
  db
    .selectFrom('tickets')
    .select('id')
    .select((eb) => eb.ref('holder_id').$notNull().as('holderId'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'valid')
    .where('holder_id', 'is not', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

interface Seats {
  readonly sold?: number;
  readonly reserved?: number;
}

/** @param changes are added @throws the violation of `ppv_events_never_oversold`, which callers check before */
async function moveSeats(tx: Writer, eventId: string, { sold = 0, reserved = 0 }: Seats): Promise<void> {
  await tx
    .updateTable('ppv_events')
    .set((row) => ({
      total_tickets_sold: row('total_tickets_sold', '+', sold),
      tickets_reserved: row('tickets_reserved', '+', reserved),
    }))
    .where('id', '=', eventId)
    .execute();
}

const SEAT: Readonly<Record<TicketStatus, Seats>> = {
  reserved: { reserved: 1 },
  valid: { sold: 1 },
  refunded: {},
};

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
  await moveSeats(tx, ticket.eventId, SEAT[ticket.status]);
}
