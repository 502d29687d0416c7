/** Swarm: viewers who give a live stream to each other. Policies, signalling and figures; the engine is packages/swarm. */
import type { UserId } from '@tributary/contracts/shared';
import { type SwarmPolicy, swarmTopic } from '@tributary/contracts/swarm';
import {
  accessRevoked,
  type Live,
  streamChanged,
  streamEnded,
  streamGateChanged,
  streamHidden,
} from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Feature, on, onGap } from '#platform/feature.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { createFigures } from './figures.service.ts';
import { createSwarmPolicies } from './policy.service.ts';
import { startStunResponder } from './stun-responder.ts';
import { swarmPolicyChanged } from './swarm.events.ts';
import { swarmMetrics } from './swarm.metrics.ts';
import { swarmRoutes } from './swarm.routes.ts';
import { createSwarmTopic } from './swarm.topics.ts';
import { createSwarms, type SwarmsOptions } from './swarms.service.ts';

export interface SwarmOptions extends Omit<SwarmsOptions, 'policies' | 'figures' | 'maxBitrateKbps'> {
  readonly db: Database;
  readonly realtime: Realtime;
  readonly live: Live;
  /** The policy of the instance. */
  readonly p2p: SwarmPolicy;
  /** Verifies part manifests; null if the policy is `off`. */
  readonly manifestPublicKey: Uint8Array | null;
  readonly media: { readonly maxBitrateKbps: number };
  readonly role: 'all' | 'web' | 'worker';
  readonly host: string;
  /** Null: no STUN responder. */
  readonly stunPort: number | null;
}

export function createSwarm(options: SwarmOptions): Feature {
  const { db, live, realtime, log, media, manifestPublicKey } = options;
  const hasRelay = live.iceServers().some(({ urls }) => urls.startsWith('turn'));
  const policies = createSwarmPolicies(db, options.p2p, hasRelay);
  const figures = createFigures(db, log);
  const swarms = createSwarms({ ...options, policies, figures, maxBitrateKbps: media.maxBitrateKbps });
  const { role, host, stunPort } = options;
  const stun =
    stunPort === null || role === 'worker'
      ? null
      : startStunResponder({
          host,
          port: stunPort,
          onError: (err) => log.error({ err, port: stunPort }, 'The STUN responder failed'),
        });
  live.playback.onOusted((sessionId) => void swarms.recheck({ sessionId }));

  /** Tells listeners of a policy that may have changed, and expels peers if it forbids them. */
  async function policyChanged(streamerId: UserId): Promise<void> {
    policies.forget();
    for (const id of realtime.keys(swarmTopic)) {
      if (!(await policies.isStreamOf(id, streamerId))) continue;
      realtime.topic(swarmTopic, id).local.patch({ policy: await policies.ofStream(id) });
    }
    await swarms.recheck({});
  }

  return {
    name: 'swarm',
    routes: (app) =>
      swarmRoutes(app, {
        db,
        policies,
        swarms,
        figures,
        live,
        publicKey: manifestPublicKey && Buffer.from(manifestPublicKey).toString('base64url'),
      }),
    topics: [createSwarmTopic({ swarms, policies, live })],
    metrics: swarmMetrics(swarms, figures),
    subscriptions: [
      on(swarmPolicyChanged, ({ userId }) => policyChanged(userId)),
      on(accessRevoked, ({ userId }) => swarms.recheck({ userId })),
      on(streamGateChanged, async ({ streamId }) => {
        await realtime.topic(swarmTopic, streamId).recheck();
        await swarms.recheck({ streamId });
      }),
      on(streamHidden, async ({ streamId }) => {
        await realtime.topic(swarmTopic, streamId).refresh();
        await swarms.recheck({ streamId });
      }),
      on(streamChanged, () => policies.forget()),
      on(streamEnded, ({ streamId }) => swarms.end(streamId)),
      onGap(async () => {
        policies.forget();
        await swarms.recheck({});
      }),
    ],
    exportUserData: async (userId) => ({ swarm: { policy: await policies.ofChannel(userId) } }),
    async close() {
      stun?.close();
      swarms.close();
      await figures.close();
    },
  };
}
