import {
  getMySwarm,
  getStreamSwarm,
  getStreamSwarmFigures,
  getSwarmFigures,
  putMySwarm,
} from '@tributary/contracts/swarm';
import type { FastifyInstance } from 'fastify';
import type { Live } from '#features/live/index.ts';
import { route } from '#platform/http/route.ts';
import type { Figures } from './figures.service.ts';
import type { SwarmPolicies } from './policy.service.ts';
import type { Swarms } from './swarms.service.ts';

export interface SwarmRoutesParts {
  readonly policies: SwarmPolicies;
  readonly swarms: Swarms;
  readonly figures: Figures;
  readonly live: Pick<Live, 'playback' | 'iceServers'>;
  /** In base64url. */
  readonly publicKey: string | null;
}

export function swarmRoutes(app: FastifyInstance, parts: SwarmRoutesParts): void {
  const { policies, swarms, figures, live, publicKey } = parts;
  route(app, getStreamSwarm, async ({ params }) => {
    await live.playback.requireShown(params.id);
    const policy = await policies.ofStream(params.id);
    return {
      policy,
      publicKey: policy === 'off' ? null : publicKey,
      hasRelay: live.iceServers().some(({ urls }) => urls.startsWith('turn')),
    };
  });
  route(app, getMySwarm, async ({ caller }) => ({
    instance: policies.instance,
    policy: await policies.ofChannel(caller.userId),
  }));
  route(app, putMySwarm, ({ caller, body }) => policies.choose(caller.userId, body.policy));
  route(app, getSwarmFigures, async () => ({
    ...(await figures.ofInstance()),
    policy: policies.instance,
    peers: swarms.countAll(),
  }));
  route(app, getStreamSwarmFigures, async ({ params, caller }) => {
    await policies.requireStreamer(params.id, caller.userId);
    return { ...(await figures.ofStream(params.id)), peers: swarms.count(params.id) };
  });
}
