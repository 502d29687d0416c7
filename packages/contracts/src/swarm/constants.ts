/** Limits without schemas. */

/**
 * From the strictest to the most open. `relay`: only through the TURN server, with a notice and a switch. `ask`: each viewer
 * is asked once. `on`: with a notice and a switch.
 */
export const SWARM_POLICIES = ['off', 'relay', 'ask', 'on'] as const;
export type SwarmPolicy = (typeof SWARM_POLICIES)[number];

/** The random id of a peer, which it chooses itself: 16 bytes in base64url. */
export const PEER_ID_PATTERN = /^[A-Za-z0-9_-]{22}$/;

/** Mirrors of one stream that viewers are told of. */
export const MAX_MIRRORS = 8;

/** Peers that one answer names. */
export const MAX_CANDIDATES = 24;

/** Descriptions of data channels with a dozen ICE candidates have less than half of this. */
export const MAX_SIGNAL_CHARACTERS = 3000;

/** How often a peer reports its bytes. The server bounds what it believes by the time since the last report. */
export const SWARM_REPORT_SECONDS = 30;

/** The stricter one of two policies: creators may not open what the instance has closed. */
export function stricterPolicy(one: SwarmPolicy, other: SwarmPolicy): SwarmPolicy {
  return SWARM_POLICIES.indexOf(one) <= SWARM_POLICIES.indexOf(other) ? one : other;
}
