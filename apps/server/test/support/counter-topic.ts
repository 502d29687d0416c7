/** A topic whose data is a number, and two people who listen to it. */
import { type ServerMessage, topic } from '@tributary/contracts/realtime';
import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { defineTopic } from '#platform/realtime/topics/topics.ts';

export const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
export const BOB = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');

export const counter = topic({
  name: 'counter',
  access: 'public',
  argument: z.string().max(90),
  snapshot: z.int(),
  patch: z.int(),
});

export const counterMessage = (key: string, kind: 'snapshot' | 'patch', data: number): ServerMessage => ({
  type: 'message',
  topic: `counter:${key}`,
  kind,
  data,
});

export const counters = defineTopic(counter, {
  authorize: (key, principal) => key !== 'secret' || principal !== null,
  snapshot: async () => 1,
});
