import { streamSettings } from '@tributary/contracts/channels';
import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** The channel's key was replaced: a publisher with the old key must be stopped. */
export const streamKeyRotated = defineEvent('channels.stream_key_rotated', z.object({ userId }));

/** The channel's badge was granted or removed. */
export const channelVerified = defineEvent(
  'channels.verified',
  z.object({ userId, isVerified: z.boolean() }),
);

/** The settings of the live stream and of the next ones have changed. */
export const streamSettingsChanged = defineEvent(
  'channels.stream_settings_changed',
  z.object({ userId, settings: streamSettings }),
);
