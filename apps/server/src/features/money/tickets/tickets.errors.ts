import { defineErrors } from '#platform/errors.ts';

export const ticketErrors = defineErrors({
  event_not_open: ['conflict', 'There are no tickets to this event any more. It has ended or was canceled.'],
  event_sold_out: ['conflict', 'This event is sold out. A seat becomes free when somebody does not pay.'],
  event_has_price: ['conflict', 'This event has a price. Buy a ticket instead.'],
  own_event: ['conflict', 'This is your own event. You need no ticket to it.'],
});
