/** A user's preferences, on all of their devices. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { NOTIFICATION_TYPES } from './constants.ts';

export const notificationType = z.enum(NOTIFICATION_TYPES);

export const notificationDelivery = z.object({
  inApp: z.boolean(),
  webPush: z.boolean(),
  mail: z.boolean(),
});

export const preferences = z.object({
  playback: z.object({
    autoplay: z.boolean().describe('Start playback when the page of a stream opens'),
    lowData: z.boolean().describe('Play no previews'),
  }),
  notifications: z.record(notificationType, notificationDelivery),
  theme: z.enum(['system', 'dark', 'light']).nullable().describe('Null to use the setting of each browser'),
  historyPaused: z.boolean().describe('While true, nothing is added to the watch history'),
});
export type Preferences = z.infer<typeof preferences>;

export const preferencesEdit = z.object({
  playback: preferences.shape.playback.partial().optional(),
  notifications: z.partialRecord(notificationType, notificationDelivery.partial()).optional(),
  theme: preferences.shape.theme.optional(),
  historyPaused: z.boolean().optional(),
});
export type PreferencesEdit = z.infer<typeof preferencesEdit>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/me/preferences',
  tag: 'following',
  summary: 'Get the signed-in user’s preferences',
  access: 'viewer',
  response: preferences,
});

export const patchPreferences = endpoint({
  method: 'PATCH',
  path: '/api/me/preferences',
  tag: 'following',
  summary: 'Change preferences; omitted ones stay as they are',
  access: 'viewer',
  body: preferencesEdit,
  response: preferences,
});
