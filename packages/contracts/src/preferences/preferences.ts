/** How somebody likes things, on every device they sign in on. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { MAX_HEIGHTS, NOTIFICATION_TYPES } from './constants.ts';

export const notificationType = z.enum(NOTIFICATION_TYPES);

export const notificationWays = z.object({
  inApp: z.boolean(),
  webPush: z.boolean(),
  mail: z.boolean(),
});

export const preferences = z.object({
  playback: z.object({
    autoplay: z.boolean().describe('Play a stream as soon as its page opens'),
    lowData: z.boolean().describe('The smallest picture that can be watched, and no previews'),
    maxHeight: z
      .literal(MAX_HEIGHTS)
      .nullable()
      .describe('The tallest picture to play, in lines; null: the best that fits'),
  }),
  notifications: z.record(notificationType, notificationWays),
  theme: z.enum(['system', 'dark', 'light']).nullable().describe('Null: as each browser has it'),
  peerToPeer: z.boolean().describe("Whether other viewers' browsers may relay to and from this one's"),
  historyPaused: z.boolean().describe('Nothing is added to the watch history'),
});
export type Preferences = z.infer<typeof preferences>;

export const preferencesEdit = z.object({
  playback: preferences.shape.playback.partial().optional(),
  notifications: z.partialRecord(notificationType, notificationWays.partial()).optional(),
  theme: preferences.shape.theme.optional(),
  peerToPeer: z.boolean().optional(),
  historyPaused: z.boolean().optional(),
});
export type PreferencesEdit = z.infer<typeof preferencesEdit>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/me/preferences',
  tag: 'following',
  summary: "The signed-in person's preferences",
  access: 'viewer',
  response: preferences,
});

export const patchPreferences = endpoint({
  method: 'PATCH',
  path: '/api/me/preferences',
  tag: 'following',
  summary: 'Change preferences; what is left out stays',
  access: 'viewer',
  body: preferencesEdit,
  response: preferences,
});
