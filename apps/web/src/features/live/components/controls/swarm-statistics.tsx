import { formatBytes } from '@/lib/format/bytes.ts';
import { t } from '@/lib/messages/t.ts';
import { DropdownMenuItem } from '@/ui/overlays/dropdown-menu.tsx';
import type { RunningSwarm } from '../../engine/swarm/index.ts';
import type { SwarmFigures } from '../../engine/swarm/swarm-types.ts';
import { useSwarmFigures } from './use-swarm-figures.ts';

const followFigures = () => (figures: SwarmFigures) => figures;

interface SwarmStatisticsProps {
  running: RunningSwarm;
  onShowConnections: () => void;
}

/** The shares of media from peers, from the origin and from mirrors, and a way to the connections of this viewer. */
export function SwarmStatistics({ running, onShowConnections }: SwarmStatisticsProps) {
  const figures = useSwarmFigures(running, followFigures);
  if (figures === null) return null;
  const { fromPeersBytes, fromOriginBytes, givenBytes, mirrors, peers } = figures;
  const fromMirrorsBytes = mirrors.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
  const rows = [
    [t('live.stats.fromPeers'), formatBytes(fromPeersBytes)],
    [t('live.stats.fromOrigin'), formatBytes(fromOriginBytes)],
    ...(fromMirrorsBytes === 0 ? [] : [[t('live.stats.fromMirrors'), formatBytes(fromMirrorsBytes)]]),
    [t('live.stats.given'), formatBytes(givenBytes)],
  ];
  return (
    <section
      aria-label={t('live.swarm')}
      data-from-peers={fromPeersBytes}
      data-from-origin={fromOriginBytes}
      data-given={givenBytes}
      data-from-mirrors={fromMirrorsBytes}
      className="border-line border-t py-1.5 text-sm tabular-nums"
    >
      <dl className="grid px-2.5 grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="whitespace-nowrap text-faint">{name}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      <DropdownMenuItem onSelect={onShowConnections} className="mt-1">
        {t('live.swarm.connections')}
        <span className="ms-auto text-faint">{peers.length}</span>
      </DropdownMenuItem>
    </section>
  );
}
