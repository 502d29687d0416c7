/** Fills a demo instance with content (spec section 7). The web app calls it once per page load. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

export const seedResult = z.object({
  success: z.boolean().describe('True as well if the content existed already'),
  error: z.string().nullable(),
});
export type SeedResult = z.infer<typeof seedResult>;

const seed = { method: 'POST', tag: 'demo', access: 'public', perMinute: 60, response: seedResult } as const;

export const seedDemoUsers = endpoint({
  ...seed,
  path: '/api/functions/seed-demo-users',
  summary: 'Create demo users, once. Demo instances only',
});

export const seedDemoStreams = endpoint({
  ...seed,
  path: '/api/functions/seed-demo-streams',
  summary: 'Create past streams if fewer than 16 streams exist, live or ended. Demo instances only',
});

export const seedAdminData = endpoint({
  ...seed,
  path: '/api/functions/seed-admin-data',
  summary:
    'Create verification requests, events, payouts, tiers, subscriptions and 100 donations if there are no verification requests, once. Demo instances only',
});
