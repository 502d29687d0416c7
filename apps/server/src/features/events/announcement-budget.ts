/** Limits the events and new dates that a channel may announce within a day, since each notifies many people. */
import type { UserId } from '@tributary/contracts/shared';
import { DAY_MS } from '#platform/durations.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { eventErrors } from './events.errors.ts';

export const ANNOUNCEMENTS_PER_DAY = 20;

/** @returns a function that throws AppError `too_many_announcements` */
export function createAnnouncementBudget(sharedState: SharedState): (creatorId: UserId) => Promise<void> {
  const store = sharedState.store('event-announcements');
  return async (creatorId) => {
    const { count, expiresInMs } = await store.increment(creatorId, DAY_MS);
    if (count <= ANNOUNCEMENTS_PER_DAY) return;
    throw eventErrors.too_many_announcements({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
  };
}
