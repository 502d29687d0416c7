/**
 * The purpose ticket: a checkout reserves a seat, a payment makes the ticket valid, and taking the payment back ends it.
 * The ledger books a payment before the event is locked here, since a refund takes these locks in that order, too.
 */
import type { TicketCheckout } from '@tributary/contracts/payments';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { accessRevoked } from '#features/live/index.ts';
import {
  type Checkout,
  findChargesOfCheckout,
  holdingEnd,
  type PurposeHandler,
  type RefundDue,
  remainingCents,
} from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/index.ts';
import { endOf } from '../event-rules.ts';
import { eventErrors } from '../events.errors.ts';
import { findEventsById, lockEvent, lockPublished, type StoredEvent } from '../events.repo.ts';
import { checkSeat, hasSeat, isOpen } from './seats.ts';
import { projectRevenue } from './ticket-revenue.repo.ts';
import { ticketErrors } from './tickets.errors.ts';
import * as repo from './tickets.repo.ts';

const refund = (refundReason: string): RefundDue => ({ refundReason });

const ANOTHER = 'There is another ticket for the same person.';
const NO_TICKET = 'There was no ticket for this payment.';

/** Details are empty in checkouts of earlier versions, and of deleted accounts. */
const details = z.object({ announcedEnd: z.coerce.date().optional() });

/**
 * The end of the holding period. From then on, the money also waits for the event to end. The end was announced when
 * the payment page was opened, and may have been moved since; creators cannot bring either of them forward.
 */
function availableAt(checkout: Checkout, event: StoredEvent | undefined, capturedAt: Date): Date {
  const ends = [details.parse(checkout.details).announcedEnd, event && endOf(event), holdingEnd(capturedAt)];
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
}

export function createTicketPurpose(): PurposeHandler {
  return {
    purpose: 'ticket',
    async offer(tx, { eventId }: TicketCheckout, { checkoutId, payerId: holderId, at }) {
      if (holderId === null) throw ticketErrors.ticket_needs_account();
      const event = await lockPublished(tx, eventId);
      try {
        if (!event?.creatorId) throw eventErrors.event_not_found();
        const known = await repo.findTicket(tx, eventId, holderId);
        if (known?.status === 'valid') throw ticketErrors.ticket_held();
        if (known?.status === 'reserved') throw ticketErrors.ticket_reserved();
        checkSeat(event, holderId);
        if (event.priceCents === 0) throw ticketErrors.event_is_free();
      } catch (error) {
        throw error instanceof AppError ? error.at('/eventId') : error;
      }
      await repo.insertTicket(tx, {
        id: uuidv7(),
        eventId,
        holderId,
        checkoutId,
        status: 'reserved',
        createdAt: at,
      });
      return {
        creatorId: event.creatorId,
        subjectId: eventId,
        streamId: null,
        amountCents: event.priceCents,
        description: `Ticket: ${event.title}`,
        subscription: null,
        details: { announcedEnd: endOf(event) } satisfies z.input<typeof details>,
        statusPath: `/billing/checkout?event=${eventId}`,
      };
    },
    async paid(tx, checkout, { fact, record }) {
      const { subjectId: eventId, amountCents } = checkout;
      const announced = eventId === null ? undefined : (await findEventsById(tx, [eventId])).get(eventId);
      await record({ subjectId: eventId, availableAt: availableAt(checkout, announced, fact.capturedAt) });
      const event = eventId && (await lockEvent(tx, eventId));
      if (!event) return refund('This event no longer exists.');
      if (fact.amountCents < amountCents) {
        await endReservation(tx, await repo.findTicketOfCheckout(tx, checkout.id));
        return refund('Less than the price was paid.');
      }
      return await admit(tx, event, checkout, fact.capturedAt);
    },
    project: projectRevenue,
    async closed(tx, { id, subjectId }) {
      if (subjectId) await lockEvent(tx, subjectId);
      const ticket = await repo.findTicketOfCheckout(tx, id);
      if (ticket?.status === 'reserved') await repo.deleteReserved(tx, ticket);
    },
    async charged(tx, checkout, charge): Promise<RefundDue | undefined> {
      const event = checkout?.subjectId ? await lockEvent(tx, checkout.subjectId) : null;
      const ticket = checkout && (await repo.findTicketOfCheckout(tx, checkout.id));
      // A payment without a ticket goes back, also when its dispute is won later.
      if (!ticket) return remainingCents(charge) > 0 ? refund(NO_TICKET) : undefined;
      const isPaid = await isStillPaid(tx, ticket);
      const isCanceled = event?.status === 'canceled';
      if (ticket.status === 'valid' && !isPaid) await end(tx, ticket, isCanceled);
      // Tickets to a canceled event stay ended, even if a refund is not made.
      if (ticket.status !== 'refunded' || !isPaid || isCanceled) return undefined;
      return revalidate(tx, ticket);
    },
  };
}

/** Ends a ticket whose payment was taken back. Another paid ticket of the same person takes its place. */
async function end(tx: Writer, ticket: repo.StoredTicket, isCanceled: boolean): Promise<void> {
  const { eventId, holderId } = ticket;
  await repo.setTicketStatus(tx, ticket, 'refunded');
  if (!holderId) return;
  for (const other of isCanceled ? [] : await repo.findEndedTickets(tx, eventId, holderId))
    if (await isStillPaid(tx, other)) return repo.setTicketStatus(tx, other, 'valid');
  await publish(tx, accessRevoked, { userId: holderId });
}

/** Makes a ticket valid whose payment has come back, by a won dispute or a failed refund. */
async function revalidate(tx: Writer, ticket: repo.StoredTicket): Promise<RefundDue | undefined> {
  const other = ticket.holderId && (await repo.findTicket(tx, ticket.eventId, ticket.holderId));
  if (other && other.status === 'valid') return refund(ANOTHER);
  // The ticket replaces an open payment page, which was not paid yet.
  if (other && other.status === 'reserved') await repo.deleteReserved(tx, other);
  await repo.setTicketStatus(tx, ticket, 'valid');
  return undefined;
}

/** Whether a part of the payment for a ticket was not taken back. */
const isStillPaid = async (tx: Writer, { checkoutId }: repo.StoredTicket): Promise<boolean> =>
  checkoutId !== null &&
  (await findChargesOfCheckout(tx, checkoutId)).some((charge) => remainingCents(charge) > 0);

/** @param event must be locked */
async function admit(
  tx: Writer,
  event: StoredEvent,
  { id: checkoutId, payerId: holderId }: Checkout,
  at: Date,
): Promise<RefundDue | undefined> {
  const ticket = await repo.findTicketOfCheckout(tx, checkoutId);
  if (ticket?.status === 'valid') return refund('This ticket was paid twice.');
  if (!isOpen(event)) {
    await endReservation(tx, ticket);
    return refund('The event has ended or was canceled.');
  }
  if (ticket) {
    // The first payment was taken back, such as by a chain reorganization, and has come again.
    if (await holdsAnother(tx, ticket)) return refund(ANOTHER);
    await repo.setTicketStatus(tx, ticket, 'valid');
    return undefined;
  }
  // The payment page was closed before the payment arrived, which released the seat.
  if (!hasSeat(event)) return refund('The event is sold out.');
  if (holderId === null) return refund('The account of the holder is deleted.');
  const known = await repo.findTicket(tx, event.id, holderId);
  if (known && known.status !== 'refunded') return refund(ANOTHER);
  await repo.insertTicket(tx, {
    id: uuidv7(),
    eventId: event.id,
    holderId,
    checkoutId,
    status: 'valid',
    createdAt: at,
  });
  return undefined;
}

async function endReservation(tx: Writer, ticket: repo.StoredTicket | null): Promise<void> {
  if (ticket?.status === 'reserved') await repo.setTicketStatus(tx, ticket, 'refunded');
}

async function holdsAnother(tx: Writer, { id, eventId, holderId }: repo.StoredTicket): Promise<boolean> {
  const known = holderId && (await repo.findTicket(tx, eventId, holderId));
  return Boolean(known && known.id !== id && known.status !== 'refunded');
}
