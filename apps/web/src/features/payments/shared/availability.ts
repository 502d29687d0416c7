import { HOLDING_DAYS } from '@tributary/contracts/payments';

/** When creators can be paid out what was paid. */
export const AVAILABILITY = `Payments become available after ${HOLDING_DAYS} days, tickets also not before their event has ended.`;

/** The same for the tickets of one event. */
export const TICKET_AVAILABILITY = `Ticket money becomes available ${HOLDING_DAYS} days after each payment, but not before the end that was announced when the ticket was bought. Moving the event to a later date delays it.`;
