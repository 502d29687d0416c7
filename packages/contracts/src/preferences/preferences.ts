/** A user's preferences, on all of their devices. */
import { LANGUAGES } from '@tributary/messages/languages';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { SHARING_CHOICES } from './constants.ts';

export const sharingChoice = z.enum(SHARING_CHOICES);

export const notificationDelivery = z.object({
  inApp: z.boolean(),
  webPush: z.boolean(),
  mail: z.boolean(),
});

/** What an account can be notified of. The features of the server declare it. */
export const notificationPreference = notificationDelivery.extend({
  key: z
    .string()
    .describe('stream_live, follower, donation, comment, other, or another that this server has'),
  label: z.string(),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

export const preferences = z.object({
  playback: z.object({
    autoplay: z.boolean().describe('Start playback when the page of a stream opens'),
    lowData: z.boolean().describe('Play no previews'),
    sharing: sharingChoice
      .nullable()
      .describe(
        'Whether this person exchanges streams with other viewers. Null until they decide: each browser keeps its own choice',
      ),
  }),
  notifications: z
    .array(notificationPreference)
    .describe('What this account can be notified of, and how it is'),
  theme: z.enum(['system', 'dark', 'light']).nullable().describe('Null to use the setting of each browser'),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .describe(
      'Of texts, mails and notifications. Null to use the language of each browser; mails and notifications then come in that of the last sign-in',
    ),
  historyPaused: z.boolean().describe('While true, nothing is added to the watch history'),
});
export type Preferences = z.infer<typeof preferences>;

export const preferencesEdit = z.object({
  playback: preferences.shape.playback.partial().optional(),
  notifications: z
    .record(z.string().max(40), notificationDelivery.partial())
    .optional()
    .describe('By the key of the preference'),
  theme: preferences.shape.theme.optional(),
  language: preferences.shape.language.optional(),
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
