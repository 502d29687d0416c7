import { streamId, userId } from '@tributary/contracts';
import { z } from 'zod';
import { defineEvent } from '#platform/events/index.ts';

/** An admin has ended a running stream: its encoder is to be sent away. */
export const streamStopped = defineEvent('moderation.stream_stopped', z.object({ streamId, userId }));

/** A stream was hidden or shown again, or its channel's badge came or went: lists and pages have to say so. */
export const channelJudged = defineEvent('moderation.channel_judged', z.object({ userId }));
