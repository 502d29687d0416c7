/** Decides whether viewers may exchange a stream: the stricter choice of the instance and the creator. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { type SwarmPolicy, stricterPolicy } from '@tributary/contracts/swarm';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import * as repo from './policy.repo.ts';
import { errors } from './swarm.errors.ts';
import { swarmPolicyChanged } from './swarm.events.ts';

export interface SwarmPolicies {
  readonly instance: SwarmPolicy;
  readonly hasRelay: boolean;
  /** `off` for a stream that has ended. @throws swarm_stream_not_found */
  ofStream(id: StreamId): Promise<SwarmPolicy>;
  /** @throws swarm_stream_not_found */
  requireStreamer(id: StreamId, userId: UserId): Promise<void>;
  isStreamOf(id: StreamId, userId: UserId): Promise<boolean>;
  ofChannel(userId: UserId): Promise<SwarmPolicy>;
  choose(userId: UserId, policy: SwarmPolicy): Promise<void>;
  /** A policy, or the state of a stream, may have changed. */
  forget(): void;
}

/** @param hasRelay whether there is a TURN server; without one, streams whose policy is `relay` are not exchanged */
export function createSwarmPolicies(db: Database, instance: SwarmPolicy, hasRelay: boolean): SwarmPolicies {
  /** Shared by all who open the same stream at the same time. */
  const streams = new ShortCache<repo.StreamPolicy | null>({ ttlMs: 1_000, maxEntries: 10_000 });
  const find = (id: StreamId) =>
    streams.get(id, () => db.read((reader) => repo.findStreamPolicy(reader, id)));

  return {
    instance,
    hasRelay,
    async ofStream(id) {
      const stream = await find(id);
      if (stream === null) throw errors.swarm_stream_not_found();
      const policy = stricterPolicy(instance, stream.policy ?? 'on');
      return stream.isEnded || (policy === 'relay' && !hasRelay) ? 'off' : policy;
    },
    async requireStreamer(id, userId) {
      if ((await find(id))?.streamerId !== userId) throw errors.swarm_stream_not_found();
    },
    isStreamOf: async (id, userId) => (await find(id))?.streamerId === userId,
    ofChannel: async (userId) => (await db.read((reader) => repo.findChannelPolicy(reader, userId))) ?? 'on',
    choose: (userId, policy) =>
      db.transact(async (tx) => {
        await repo.setChannelPolicy(tx, userId, policy);
        await publish(tx, swarmPolicyChanged, { userId });
      }),
    forget: () => streams.clear(),
  };
}
