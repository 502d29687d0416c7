import type { SwarmFigures } from '@tributary/contracts/swarm';
import { numberFormat } from '@tributary/messages/format';
import { locale } from '@/lib/messages/language.ts';

type Received = Pick<SwarmFigures, 'fromPeers' | 'fromOrigin'>;

/** Less says more about a few tests of the exchange than about what viewers save. */
const MEANINGFUL_BYTES = 1e9;
const MEANINGFUL_SHARE = 0.05;

/** The share of the peers' media that came from other peers. */
function shareOf({ fromPeers, fromOrigin }: Received): number {
  const all = fromPeers + fromOrigin;
  return all === 0 ? 0 : fromPeers / all;
}

/** The share of the peers' media that came from other peers, as a percentage. */
export function formatShare(received: Received): string {
  return numberFormat(locale(), { style: 'percent' }).format(shareOf(received));
}

/** Whether viewers have passed on enough to say so to everybody who opens Home. */
export function isMeaningful(received: Received): boolean {
  return received.fromPeers >= MEANINGFUL_BYTES && shareOf(received) >= MEANINGFUL_SHARE;
}
