/** Warnings of admins, which every page shows until the person confirms that they have read them. */
import { z } from 'zod';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { byId } from '../shared/params.ts';

export const warning = z.object({ id: z.uuid(), message: z.string(), at: z.iso.datetime() });
export type Warning = z.infer<typeof warning>;

/** The unread warnings of the listening person, oldest first. */
export const warningsTopic = topic({
  name: 'warnings',
  access: 'viewer',
  personal: true,
  snapshot: z.array(warning),
});

export const readWarning = endpoint({
  method: 'PUT',
  path: '/api/me/warnings/:id/read',
  tag: 'moderation',
  summary: 'Say that the signed-in user has read a warning. Idempotent',
  access: 'viewer',
  perMinute: 30,
  params: byId,
  response: z.void(),
});
