/** Statistics of the instance, and how much is waiting for an admin. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';

export const OVERVIEW_DAYS = 30;

/** A total of the last seven days, and of the seven days before them. */
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
  /** Days in UTC, oldest first. The last is today so far. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      newUsers: z.int(),
      streams: z.int().describe('Streams that started on this day'),
      hoursStreamed: z.number(),
    }),
  ),
});
export type AdminOverview = z.infer<typeof adminOverview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  tag: 'admin',
  summary: `Get statistics of the instance for the last ${OVERVIEW_DAYS} days`,
  access: 'admin',
  response: adminOverview,
});

/** Small, since the navigation of every admin page asks for it. */
export const getQueues = endpoint({
  method: 'GET',
  path: '/api/admin/queues',
  tag: 'admin',
  summary: 'Count pending verification requests and emotes, open messages and open reports',
  access: 'admin',
  response: z.object({ verification: z.int(), messages: z.int(), reports: z.int(), emotes: z.int() }),
});
