import { defineErrors } from '#platform/errors.ts';

export const discoveryErrors = defineErrors({
  channel_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
  order_changed: ['invalid', 'This page belongs to another order of the list; begin with the first one.'],
});
