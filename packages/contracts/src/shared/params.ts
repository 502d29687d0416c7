/** Path and query parameters that endpoints share. */
import { z } from 'zod';
import { streamId, userId } from './fields.ts';

export const byId = z.object({ id: z.uuid() });
export const byUser = z.object({ id: userId });
/** The path of data that belongs to a user, if `id` is not the subject's own. */
export const ofUser = z.object({ userId });
export const byStream = z.object({ id: streamId });
/** A username. The limit is longer than any, so that an unknown one is not found rather than invalid. */
export const byUsername = z.object({ username: z.string().max(64) });

export const order = z.enum(['asc', 'desc']).default('desc');
