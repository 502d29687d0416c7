/** The instance in figures, and what waits for an admin. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

export const OVERVIEW_DAYS = 30;

/** A figure of the last seven days, beside the seven before them. */
const weekly = z.object({ now: z.number(), before: z.number() });

export const adminOverview = z.object({
  users: z.int(),
  streamers: z.int(),
  newUsers: weekly,
  hoursStreamed: weekly,
  liveNow: z.int(),
  viewersNow: z.int(),
  pendingVerifications: z.int(),
  openMessages: z.int(),
  /** Whole days in UTC, the oldest first; today so far is the last. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      newUsers: z.int(),
      streams: z.int().describe('Begun on that day'),
      hoursStreamed: z.number(),
    }),
  ),
});
export type AdminOverview = z.infer<typeof adminOverview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  tag: 'admin',
  summary: `The instance in figures, with its last ${OVERVIEW_DAYS} days`,
  access: 'admin',
  response: adminOverview,
});

/** What waits for an admin; small, for the navigation of every admin page. */
export const getQueues = endpoint({
  method: 'GET',
  path: '/api/admin/queues',
  tag: 'admin',
  summary: 'How much waits for an admin',
  access: 'admin',
  response: z.object({ verification: z.int(), messages: z.int() }),
});
