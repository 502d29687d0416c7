import { topic } from '@tributary/contracts/realtime';
import { streamId } from '@tributary/contracts/shared';
import { z } from 'zod';

/** The attendance of a stream: `attendance:{streamId}`. */
export const attendanceTopic = topic({
  name: 'attendance',
  access: 'viewer',
  argument: streamId,
  snapshot: z.object({ open: z.boolean(), attendees: z.int() }),
  patch: z.object({ attendees: z.int() }),
  actions: {
    checkIn: {
      data: z.object({ seat: z.string().max(4) }),
      result: z.object({ attendees: z.int() }),
      perMinute: { person: 10, network: 100 },
    },
  },
});
