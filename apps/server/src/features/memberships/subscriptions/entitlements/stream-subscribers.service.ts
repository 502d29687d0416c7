/** Restricts a channel's streams to its subscribers. While an event is attached, only its ticket holders can watch. */
import type { UserId } from '@tributary/contracts/shared';
import { findRegularGate, setRegularGate } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { findOffered } from '../../tiers/tiers.repo.ts';
import { subscriptionErrors } from '../subscriptions.errors.ts';

export interface StreamSubscribers {
  of(creatorId: UserId): Promise<boolean>;
  /** Applies to the running stream and those that start from now on. @throws AppError `no_tiers` */
  set(creatorId: UserId, isForSubscribers: boolean): Promise<void>;
}

export function createStreamSubscribers(db: Database): StreamSubscribers {
  return {
    async of(creatorId) {
      const gate = await db.read((reader) => findRegularGate(reader, creatorId));
      return gate?.kind === 'subscribers';
    },
    set: (creatorId, isForSubscribers) =>
      db.transact(async (tx) => {
        if (isForSubscribers && (await findOffered(tx, creatorId)).length === 0)
          throw subscriptionErrors.no_tiers();
        await setRegularGate(tx, creatorId, isForSubscribers ? { kind: 'subscribers', id: creatorId } : null);
      }),
  };
}
