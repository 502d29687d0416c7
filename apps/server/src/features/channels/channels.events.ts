import { streamSettings, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** The channel's key was replaced: a publisher with the old key must be stopped. */
export const streamKeyRotated = defineEvent('channels.stream_key_rotated', z.object({ userId }));

/** The channel's badge came or went. */
export const channelVerified = defineEvent(
  'channels.verified',
  z.object({ userId, isVerified: z.boolean() }),
);

/** What the running and the next stream are called and look like. */
export const streamSettingsChanged = defineEvent(
  'channels.stream_settings_changed',
  z.object({ userId, settings: streamSettings }),
);
