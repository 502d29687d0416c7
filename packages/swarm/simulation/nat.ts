/**
 * The NATs of simulated viewers, by the terms of RFC 3489, and which of them reach each other by hole punching.
 *
 * Halkes and Pouwelse found 64 % of the peers of a public network behind NATs and firewalls that should allow hole punching
 * ("UDP NAT and Firewall Puncturing in the Wild", NETWORKING 2011). Here they are 65 %. The other shares, and the division
 * among the three kinds of cone, are assumptions: most of them are port-restricted, which is the least favourable one.
 */
export type NatClass =
  | 'open'
  | 'full-cone'
  | 'restricted-cone'
  | 'port-restricted-cone'
  | 'symmetric'
  | 'blocked';

interface NatShare {
  readonly share: number;
  readonly nat: NatClass;
}

export const NATS: readonly [NatShare, ...NatShare[]] = [
  { share: 20, nat: 'open' },
  { share: 15, nat: 'full-cone' },
  { share: 15, nat: 'restricted-cone' },
  { share: 35, nat: 'port-restricted-cone' },
  { share: 12, nat: 'symmetric' },
  { share: 3, nat: 'blocked' },
];

/** `relay`: through a TURN server, which those without UDP reach over TCP. */
type NatPath = 'direct' | 'relay';

/**
 * The port of a symmetric NAT is another one for each peer, so that only peers which accept packets from any port of an
 * address can be reached from there.
 */
export function natPath(a: NatClass, b: NatClass, hasRelay: boolean): NatPath | null {
  const relayed = hasRelay ? 'relay' : null;
  if (a === 'blocked' || b === 'blocked') return relayed;
  const filtersPorts = (nat: NatClass) => nat === 'symmetric' || nat === 'port-restricted-cone';
  const isSymmetric = a === 'symmetric' || b === 'symmetric';
  return isSymmetric && filtersPorts(a) && filtersPorts(b) ? relayed : 'direct';
}
