/** Raids: a channel's viewers move to another live channel. */
import { z } from 'zod';
import { topic } from '../realtime/topic.ts';
import { endpoint } from '../shared/endpoint.ts';
import { streamId, userId } from '../shared/fields.ts';
import { byStream, byUsername } from '../shared/params.ts';
import { RAID_EARLIEST_SECONDS, RAID_SECONDS } from './constants.ts';

export const chatRaid = z.object({
  id: z.uuid(),
  /** The channel to which the viewers move. */
  target: z.object({
    id: userId,
    username: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
  }),
  /** When a pending raid departs, the viewers who have not asked to stay move. */
  state: z.enum(['pending', 'departed']),
  /** The time until it departs, from the moment at which the server sends this. */
  leftMs: z.int().min(0),
});
export type ChatRaid = z.infer<typeof chatRaid>;

export const raidTopic = topic({
  name: 'raid',
  access: 'public',
  argument: streamId,
  /** The raid of the stream that is pending, or has just departed. */
  snapshot: z.object({ raid: chatRaid.nullable() }),
  actions: {
    /** Opts the viewer out, so that they are not counted among those who move. */
    stay: { data: z.object({ id: z.uuid() }), perMinute: { person: 10, network: 200 } },
  },
});

export const startRaid = endpoint({
  method: 'POST',
  path: '/api/streams/:id/raid',
  tag: 'chat',
  summary: `Move the viewers of a stream to another live channel after ${RAID_SECONDS} seconds, for the chat’s moderators`,
  access: 'viewer',
  perMinute: 30,
  params: byStream,
  body: byUsername,
  response: chatRaid,
});

export const departRaid = endpoint({
  method: 'POST',
  path: '/api/streams/:id/raid/departure',
  tag: 'chat',
  summary: `Let the pending raid of a stream depart now, after ${RAID_EARLIEST_SECONDS} seconds at the earliest`,
  access: 'viewer',
  perMinute: 30,
  params: byStream,
  response: z.void(),
});

export const cancelRaid = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/raid',
  tag: 'chat',
  summary: 'Cancel the pending raid of a stream, for the chat’s moderators',
  access: 'viewer',
  perMinute: 30,
  params: byStream,
  response: z.void(),
});
