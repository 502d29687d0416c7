import { defineErrors } from '#platform/errors.ts';

export const notificationsErrors = defineErrors('notifications', {
  notification_not_found: 'not_found',
  push_endpoint_invalid: 'invalid',
  push_keys_invalid: 'invalid',
  unsubscribe_link_invalid: 'invalid',
});
