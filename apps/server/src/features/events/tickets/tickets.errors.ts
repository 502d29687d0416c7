import { defineErrors } from '#platform/errors.ts';

export const ticketErrors = defineErrors('tickets', {
  event_not_open: 'conflict',
  event_sold_out: 'conflict',
  event_has_price: 'conflict',
  event_is_free: 'conflict',
  ticket_held: 'conflict',
  ticket_reserved: 'conflict',
  ticket_needs_account: 'unauthenticated',
  own_event: 'conflict',
});
