import { defineErrors } from '#platform/errors.ts';

export const notificationsErrors = defineErrors({
  notification_not_found: ['not_found', 'This notification does not exist.'],
  push_endpoint_invalid: [
    'invalid',
    'The push subscription does not point to a public push service. Try another browser.',
  ],
  push_keys_invalid: ['invalid', 'The push subscription has invalid keys. Turn notifications on again.'],
  unsubscribe_link_invalid: [
    'invalid',
    'This unsubscribe link is incomplete. Open it from the email again, or turn emails off in your preferences.',
  ],
});
