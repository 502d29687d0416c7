import { expect, it } from 'vitest';
import { defineNotification, type NotificationPreference, otherUpdates } from './define-notification.ts';
import { createNotificationTypes } from './notification-types.ts';

const preference = (key: string, audience: NotificationPreference['audience']): NotificationPreference => ({
  key,
  audience,
  label: key,
  icon: 'info',
});
const text = (title: string) => ({ title, message: '', href: '/' });
const raids = preference('raid', 'streamer');
const raided = defineNotification({ type: 'raid', preference: raids, text });
const warned = defineNotification({ type: 'warning', preference: otherUpdates, text });
const mentioned = defineNotification({ type: 'comment', preference: preference('comment', 'viewer'), text });
const named = defineNotification({ type: 'new_admin', preference: null, text });

it('lists each preference once to accounts that can be notified, and the one for all other updates last', () => {
  const types = createNotificationTypes([warned, raided, mentioned, named]);
  types.add(defineNotification({ type: 'raid_ended', preference: raids, text }));
  const keys = (...roles: NotificationPreference['audience'][]) =>
    types.preferencesFor(roles).map(({ key }) => key);
  expect(keys('viewer')).toEqual(['comment', 'other']);
  expect(keys('viewer', 'streamer')).toEqual(['raid', 'comment', 'other']);
  expect(createNotificationTypes().preferencesFor([])).toEqual([otherUpdates]);
});

it('refuses a second notification of a type, and a second preference with a key', () => {
  const types = createNotificationTypes([raided]);
  expect(() => types.add(defineNotification({ type: 'raid', preference: raids, text }))).toThrow('"raid"');
  const again = defineNotification({ type: 'raided', preference: preference('raid', 'viewer'), text });
  expect(() => types.add(again)).toThrow('key "raid"');
});

it('throws for a notification that no feature declares', () => {
  expect(() => createNotificationTypes([raided]).require('comment')).toThrow(
    'declares the notification "comment"',
  );
});
