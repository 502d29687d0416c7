import type { SwarmFigures } from '@tributary/contracts/swarm';
import { numberFormat } from '@tributary/messages/format';
import { locale } from '@/lib/messages/language.ts';

/** The share of the peers' media that came from other peers, as a percentage. */
export function formatShare({ fromPeers, fromOrigin }: SwarmFigures): string {
  const all = fromPeers + fromOrigin;
  return numberFormat(locale(), { style: 'percent' }).format(all === 0 ? 0 : fromPeers / all);
}
