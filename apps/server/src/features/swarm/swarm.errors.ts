import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('swarm', {
  swarm_stream_not_found: 'not_found',
  swarm_off: 'forbidden',
  swarm_banned: 'forbidden',
  peer_id_taken: 'conflict',
  not_in_swarm: 'conflict',
  no_such_peer: 'not_found',
  too_many_swarms: 'conflict',
  relay_only: 'forbidden',
});
