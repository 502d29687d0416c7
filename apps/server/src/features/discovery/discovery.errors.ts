import { defineErrors } from '#platform/errors.ts';

export const discoveryErrors = defineErrors({
  channel_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
  order_changed: ['invalid', 'The sort order changed. Start from the first page.'],
});
