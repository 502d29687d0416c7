import { streamId, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** An admin ended a live stream; its encoder must be disconnected. */
export const streamStopped = defineEvent('moderation.stream_stopped', z.object({ streamId, userId }));

/** A stream was hidden or shown, or the channel's badge was granted or taken: lists and pages change. */
export const channelModerated = defineEvent('moderation.channel_moderated', z.object({ userId }));
