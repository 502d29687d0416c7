/** Peer-to-peer delivery in this process, as peers report it. */
import { counter, gauge, type Metric } from '#platform/metrics/index.ts';
import type { Figures } from './figures.service.ts';
import type { Swarms } from './swarms.service.ts';

export const swarmMetrics = (swarms: Pick<Swarms, 'ownCount'>, { reported }: Figures): readonly Metric[] => [
  gauge('tributary_swarm_peers', 'Viewers that give streams to each other.', () => swarms.ownCount()),
  counter(
    'tributary_swarm_bytes_total',
    'Media bytes that peers report to have received from peers and from the origin, and to have given.',
    () => [
      { labels: { path: 'from_peers' }, value: reported.fromPeers },
      { labels: { path: 'from_origin' }, value: reported.fromOrigin },
      { labels: { path: 'given' }, value: reported.given },
    ],
    ['path'],
  ),
];
