import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import type { Events } from '#platform/events/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createDonationOverlays } from './donation-overlays.service.ts';
import { donationCompleted, donationsChanged } from './donations.events.ts';

it('does not read donations to creators without open overlays', async () => {
  const reads: unknown[] = [];
  const handlers = new Map<string, (data: unknown) => unknown>();
  const overlays = createDonationOverlays({
    db: { read: async (work: unknown) => void reads.push(work) } as unknown as Database,
    realtime: { topic: () => expect.fail('a topic'), keys: () => [] },
    pages: { currentGoal: async () => null },
    secret: 'a secret of the tests',
  });
  const events = {
    on: (type: { name: string }, handler: (data: never) => unknown) => {
      handlers.set(type.name, (data) => handler(data as never));
      return () => undefined;
    },
    onGap: () => () => undefined,
  } as unknown as Events;
  for (const subscribe of overlays.subscriptions) subscribe({ events, hooks: createHooks() });
  const creatorId = userId.parse(uuidv7());
  const donation = { donationId: uuidv7(), recipientId: creatorId, streamId: null };
  await handlers.get(donationCompleted.name)?.(donation);
  await handlers.get(donationsChanged.name)?.({ creatorId });
  expect([handlers.size, reads]).toEqual([2, []]);
});
