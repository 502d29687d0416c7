import { HOLDING_DAYS, type Purpose } from '@tributary/contracts/payments';
import { formatMoney } from '@/lib/money.ts';

/** The names of purposes. */
export const PURPOSE_NAMES: Readonly<Record<Purpose, string>> = {
  donation: 'Donation',
  ticket: 'Ticket',
  subscription: 'Subscription',
  gift: 'Gift subscription',
};

/** The rule about when payments become available to creators. */
export const AVAILABILITY = `Payments become available after ${HOLDING_DAYS} days, tickets also not before their event has ended.`;

/** The rule about when the ticket money of one event becomes available. */
export const TICKET_AVAILABILITY = `Ticket money becomes available ${HOLDING_DAYS} days after each payment, but not before the end that was announced when the ticket was bought. Moving the event to a later date delays it.`;

/** A price, or `Free`. */
export const formatPrice = (minor: number | null, currency: string): string =>
  minor ? formatMoney(minor, currency) : 'Free';
