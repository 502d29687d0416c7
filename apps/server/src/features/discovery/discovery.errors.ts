import { defineErrors } from '#platform/errors.ts';

export const discoveryErrors = defineErrors('discovery', {
  category_not_found: 'not_found',
  channel_not_found: 'not_found',
  order_changed: 'invalid',
});
