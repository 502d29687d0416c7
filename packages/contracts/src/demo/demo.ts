/** What fills a demo instance (spec section 7); the web app calls it once a load. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

export const seedResult = z.object({
  success: z.boolean().describe('Also where it had all been there'),
  error: z.string().nullable(),
});
export type SeedResult = z.infer<typeof seedResult>;

const seed = { method: 'POST', tag: 'demo', access: 'public', perMinute: 60, response: seedResult } as const;

export const seedDemoUsers = endpoint({
  ...seed,
  path: '/api/functions/seed-demo-users',
  summary: 'Make the people of a demo, once; refused on any other instance',
});

export const seedDemoStreams = endpoint({
  ...seed,
  path: '/api/functions/seed-demo-streams',
  summary: 'Make past streams where there are fewer than 16, once; refused but on a demo',
});

export const seedAdminData = endpoint({
  ...seed,
  path: '/api/functions/seed-admin-data',
  summary:
    'Make verification requests, events, payouts, tiers, subscriptions and 100 donations where there are no verification requests, once; refused but on a demo',
});
