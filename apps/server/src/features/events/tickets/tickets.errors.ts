import { defineErrors } from '#platform/errors.ts';

export const ticketErrors = defineErrors({
  event_not_open: [
    'conflict',
    'Tickets to this event are no longer available. It has ended or was canceled.',
  ],
  event_sold_out: [
    'conflict',
    'This event is sold out. A seat becomes free if another buyer does not pay in time.',
  ],
  event_has_price: ['conflict', 'This event has a price. Buy a ticket instead.'],
  event_is_free: ['conflict', 'This event is free. Get a ticket on its page.'],
  ticket_held: ['conflict', 'You have a ticket to this event already.'],
  ticket_reserved: [
    'conflict',
    'You have begun to pay for a ticket to this event. Continue there, or cancel that payment first.',
  ],
  ticket_needs_account: ['unauthenticated', 'Sign in to buy a ticket.'],
  own_event: ['conflict', 'This is your own event. You need no ticket to it.'],
});
