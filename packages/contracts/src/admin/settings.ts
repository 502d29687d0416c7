/** What admins decide for everybody. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

export const instanceSettings = z.object({
  tagline: z
    .string()
    .trim()
    .max(140, 'Keep it to 140 characters.')
    .describe('Beneath the name in the footer'),
  announcement: z
    .string()
    .trim()
    .max(280, 'Keep it to 280 characters.')
    .describe('Above every page while it is not empty'),
  registrationOpen: z.boolean(),
  adminsNeedSecondFactor: z.boolean(),
});
export type InstanceSettings = z.infer<typeof instanceSettings>;

const instanceSettingsEdit = instanceSettings.partial();
export type InstanceSettingsEdit = z.infer<typeof instanceSettingsEdit>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  tag: 'admin',
  summary: 'What admins decide for everybody',
  access: 'admin',
  response: instanceSettings,
});

export const patchSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  tag: 'admin',
  summary: 'Change settings of the instance; what is left out stays',
  access: 'admin',
  body: instanceSettingsEdit,
  response: instanceSettings,
});
