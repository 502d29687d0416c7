import {
  getMySwarm,
  getStreamSwarm,
  getStreamSwarmFigures,
  getSwarmFigures,
  putMySwarm,
} from '@tributary/contracts/swarm';
import type { FastifyInstance } from 'fastify';
import type { Live } from '#features/live/index.ts';
import { findPreferences } from '#features/preferences/index.ts';
import type { Database } from '#platform/db/database.ts';
import { route } from '#platform/http/route.ts';
import type { Figures } from './figures.service.ts';
import type { SwarmPolicies } from './policy.service.ts';
import type { Swarms } from './swarms.service.ts';

export interface SwarmRoutesParts {
  readonly policies: SwarmPolicies;
  readonly swarms: Swarms;
  readonly figures: Figures;
  readonly db: Database;
  readonly live: Pick<Live, 'playback'>;
  /** In base64url. */
  readonly publicKey: string | null;
}

export function swarmRoutes(app: FastifyInstance, parts: SwarmRoutesParts): void {
  const { db, policies, swarms, figures, live, publicKey } = parts;
  route(app, getStreamSwarm, async ({ params, findCaller }) => {
    await live.playback.requireShown(params.id);
    const policy = await policies.ofStream(params.id);
    const caller = await findCaller();
    return {
      policy,
      publicKey: policy === 'off' ? null : publicKey,
      hasRelay: policies.hasRelay,
      choice:
        caller === null ? null : (await db.read((reader) => findPreferences(reader, caller.userId))).sharing,
    };
  });
  route(app, getMySwarm, async ({ caller }) => ({
    instance: policies.instance,
    hasRelay: policies.hasRelay,
    policy: await policies.ofChannel(caller.userId),
  }));
  route(app, putMySwarm, ({ caller, body }) => policies.choose(caller.userId, body.policy));
  route(app, getSwarmFigures, async () => ({
    ...(await figures.ofInstance()),
    policy: policies.instance,
    hasRelay: policies.hasRelay,
    peers: swarms.countAll(),
  }));
  route(app, getStreamSwarmFigures, async ({ params, caller }) => {
    await policies.requireStreamer(params.id, caller.userId);
    return { ...(await figures.ofStream(params.id)), peers: swarms.count(params.id) };
  });
}
