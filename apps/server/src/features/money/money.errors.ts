import { defineErrors } from '#platform/errors.ts';

export const moneyErrors = defineErrors({
  streamer_not_found: ['not_found', 'There is no such streamer. Check the name in the address.'],
});
