/** The topic `swarm:{streamId}`. */
import { swarmTopic } from '@tributary/contracts/swarm';
import type { Live } from '#features/live/index.ts';
import { AppError } from '#platform/errors.ts';
import { defineTopic, type TopicDefinition } from '#platform/realtime/index.ts';
import type { SwarmPolicies } from './policy.service.ts';
import type { Swarms } from './swarms.service.ts';

export interface SwarmTopicOptions {
  readonly swarms: Swarms;
  readonly policies: SwarmPolicies;
  readonly live: Pick<Live, 'playback' | 'iceServers'>;
}

export function createSwarmTopic({ swarms, policies, live }: SwarmTopicOptions): TopicDefinition {
  return defineTopic(swarmTopic, {
    async authorize(id, principal) {
      try {
        await live.playback.requireAccess(id, principal);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Subscriptions to a stream that does not exist are refused with this error.
        return error.kind === 'not_found';
      }
      return true;
    },
    async snapshot(id) {
      await live.playback.requireShown(id);
      return { policy: await policies.ofStream(id), peers: swarms.count(id), mirrors: swarms.mirrors(id) };
    },
    actions: {
      join: async ({ key, connection }, { peer, count, isMirror, mirrorUrl }) => ({
        ...(await swarms.join(connection, key, peer, count, { isMirror, mirrorUrl })),
        iceServers: [...live.iceServers(peer)],
      }),
      find: ({ key, connection }, { count }) => swarms.find(connection, key, count),
      signal: ({ key, connection }, signal) => swarms.signal(connection, key, signal),
      leave: ({ key, connection }) => swarms.leave(connection, key),
      report: ({ key, connection }, { peer }) => swarms.report(connection, key, peer),
      traffic: ({ key, connection }, traffic) => swarms.traffic(connection, key, traffic),
    },
  });
}
