/** Bans peers that several networks report for wrong bytes, from all swarms. */
import type { PeerId } from '@tributary/contracts/swarm';
import { siteOf } from '#platform/network/network.ts';
import type { ActionConnection } from '#platform/realtime/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';

/**
 * Peers do not sign the bytes that they send, so that those prove a lie only to the peer that received them. Reports from
 * one network may be made up; those of several count.
 */
const NETWORKS = 3;
const REPORTS_MS = 10 * 60_000;
const BAN_MS = 60 * 60_000;

export interface SwarmBans {
  /** @returns whether the reports suffice for a ban */
  report(accused: PeerId, reporter: ActionConnection): Promise<boolean>;
  ban(peer: ActionConnection): Promise<void>;
  has(peer: ActionConnection): Promise<boolean>;
}

export function createSwarmBans(sharedState: SharedState): SwarmBans {
  const reports = sharedState.store('swarm-reports');
  const bans = sharedState.store('swarm-bans');
  /** The account, and the browser of people without one. */
  const keyOf = ({ principal, clientId }: ActionConnection) => principal?.userId ?? clientId;

  return {
    async report(accused, { network }) {
      const from = siteOf(network) ?? network;
      if (!(await reports.setIfAbsent(`${accused} ${from}`, '1', REPORTS_MS))) return false;
      return (await reports.increment(accused, REPORTS_MS)).count >= NETWORKS;
    },
    ban: (peer) => bans.set(keyOf(peer), '1', BAN_MS),
    has: async (peer) => (await bans.get(keyOf(peer))) !== null,
  };
}
