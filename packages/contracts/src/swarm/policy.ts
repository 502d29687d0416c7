/** Peer-to-peer delivery: whether viewers of a stream may exchange it, by the instance and by the creator. */
import { z } from 'zod';
import { sharingChoice } from '../preferences/preferences.ts';
import { endpoint } from '../shared/endpoint.ts';
import { byStream } from '../shared/params.ts';
import { SWARM_POLICIES } from './constants.ts';

export const swarmPolicy = z.enum(SWARM_POLICIES);

export const getStreamSwarm = endpoint({
  method: 'GET',
  path: '/api/streams/:id/swarm',
  tag: 'swarm',
  summary:
    'Get whether viewers of a live stream may exchange it, and the key that its part manifests are signed with',
  access: 'public',
  params: byStream,
  response: z.object({
    policy: swarmPolicy.describe('The stricter one of the instance’s and the creator’s'),
    publicKey: z
      .base64url()
      .nullable()
      .describe('The 32 bytes of an Ed25519 key; null if the policy is `off`'),
    hasRelay: z
      .boolean()
      .describe('Whether there is a TURN server, by which peers do not see each other’s address'),
    choice: sharingChoice
      .nullable()
      .describe('What the signed-in viewer has decided; null without an account, or until they decide'),
  }),
});

export const getMySwarm = endpoint({
  method: 'GET',
  path: '/api/me/swarm',
  tag: 'swarm',
  summary: 'Get the policy of the signed-in streamer’s channel for peer-to-peer delivery',
  access: 'streamer',
  response: z.object({
    instance: swarmPolicy.describe('The channel may only be stricter'),
    hasRelay: z.boolean().describe('Whether there is a TURN server, which the policy `relay` needs'),
    policy: swarmPolicy.describe('The one that the channel has chosen; `on` follows the instance'),
  }),
});

export const putMySwarm = endpoint({
  method: 'PUT',
  path: '/api/me/swarm',
  tag: 'swarm',
  summary:
    'Choose the policy of the signed-in streamer’s channel. It takes effect at once, in a running stream too',
  access: 'streamer',
  perMinute: 30,
  body: z.object({ policy: swarmPolicy }),
  response: z.void(),
});
