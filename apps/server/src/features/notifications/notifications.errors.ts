import { defineErrors } from '#platform/errors.ts';

export const notificationsErrors = defineErrors({
  notification_not_found: ['not_found', 'There is no such notification.'],
  push_endpoint_unfit: [
    'invalid',
    'This is not the address of a public push service; subscribe with another browser.',
  ],
  push_keys_unfit: ['invalid', 'These keys are not what a browser subscribes with; subscribe again.'],
  unsubscribe_link_unfit: [
    'invalid',
    'This link is not whole. Open it from the mail again, or turn the mails off in your preferences.',
  ],
});
