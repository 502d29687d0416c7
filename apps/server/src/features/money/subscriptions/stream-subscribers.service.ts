/** Whether a channel's streams are for its subscribers. */
import type { UserId } from '@tributary/contracts';
import { changeGates, findChannelGate } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { findOffered } from '../tiers/tiers.repo.ts';
import { subscriptionErrors } from './subscriptions.errors.ts';

export interface StreamSubscribers {
  of(creatorId: UserId): Promise<boolean>;
  /**
   * For the running stream and those that start from now on.
   * @throws AppError `stream_belongs_to_event`, `no_tiers`
   */
  set(creatorId: UserId, isForSubscribers: boolean): Promise<void>;
}

export function createStreamSubscribers(db: Database): StreamSubscribers {
  return {
    async of(creatorId) {
      const gate = await db.read((reader) => findChannelGate(reader, creatorId));
      return gate?.kind === 'subscribers';
    },
    set: (creatorId, isForSubscribers) =>
      db.transact(async (tx) => {
        if (isForSubscribers && (await findOffered(tx, creatorId)).length === 0)
          throw subscriptionErrors.no_tiers();
        await changeGates(tx, creatorId, (gate) => {
          if (!isForSubscribers) return gate?.kind === 'subscribers' ? null : gate;
          if (gate?.kind === 'event') throw subscriptionErrors.stream_belongs_to_event();
          return { kind: 'subscribers', id: creatorId };
        });
      }),
  };
}
