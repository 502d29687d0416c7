import { streamSettings, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** The channel's key was replaced: whoever publishes with the old one is to be stopped. */
export const streamKeyRotated = defineEvent('channels.stream_key_rotated', z.object({ userId }));

/** Title and category of the running and the next stream. */
export const streamSettingsChanged = defineEvent(
  'channels.stream_settings_changed',
  z.object({ userId, settings: streamSettings }),
);
