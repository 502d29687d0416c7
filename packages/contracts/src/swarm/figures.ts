/** The bytes that peers have given to each other, as they report them. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { byStream } from '../shared/params.ts';
import { swarmPolicy } from './policy.ts';

const bytes = z.int().nonnegative();

export const swarmFigures = z.object({
  fromPeers: bytes.describe(
    'Media bytes that peers received from each other: the instance did not send them',
  ),
  fromOrigin: bytes.describe('Media bytes that peers received from the instance'),
  given: bytes.describe('Media bytes that peers say they have sent'),
});
export type SwarmFigures = z.infer<typeof swarmFigures>;

/** Days that the figures of the instance cover. */
export const SWARM_FIGURES_DAYS = 30;

export const getSwarmFigures = endpoint({
  method: 'GET',
  path: '/api/swarm',
  tag: 'swarm',
  summary: `Get how much viewers have given to each other in the last ${SWARM_FIGURES_DAYS} days, and what the policy is`,
  access: 'public',
  response: swarmFigures.extend({
    policy: swarmPolicy,
    hasRelay: z
      .boolean()
      .describe('Whether there is a TURN server, by which peers do not see each other’s address'),
    peers: z.int().nonnegative().describe('Peers of all streams now'),
  }),
});

export const getStreamSwarmFigures = endpoint({
  method: 'GET',
  path: '/api/me/streams/:id/swarm',
  tag: 'swarm',
  summary: 'Get how much viewers of a stream of the signed-in streamer have given to each other',
  access: 'streamer',
  params: byStream,
  response: swarmFigures.extend({
    peakPeers: z.int().nonnegative(),
    peers: z.int().nonnegative().describe('Peers now'),
  }),
});
