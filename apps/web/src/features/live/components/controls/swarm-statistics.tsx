import { useEffect, useState } from 'react';
import { formatBytes } from '@/lib/format-bytes.ts';
import { formatMeasure } from '@/lib/format-measure.ts';
import { t } from '@/lib/messages/t.ts';
import type { RunningSwarm } from '../../engine/swarm/index.ts';
import type { SwarmFigures } from '../../engine/swarm/swarm-types.ts';

const UPDATE_MS = 1000;

/** The shares of media from peers and from the origin, and the connections of this viewer. */
export function SwarmStatistics({ running }: { running: RunningSwarm }) {
  const [figures, setFigures] = useState<SwarmFigures | null>(null);
  useEffect(() => {
    let isOver = false;
    const update = async () => {
      const next = await running.figures();
      if (!isOver) setFigures(next);
    };
    void update();
    const timer = setInterval(() => void update(), UPDATE_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [running]);
  if (figures === null) return null;
  const { fromPeersBytes, fromOriginBytes, givenBytes, peers } = figures;
  const rows = [
    [t('live.stats.fromPeers'), formatBytes(fromPeersBytes)],
    [t('live.stats.fromOrigin'), formatBytes(fromOriginBytes)],
    [t('live.stats.given'), formatBytes(givenBytes)],
    [t('live.swarm.connections'), String(peers.length)],
  ];
  return (
    <section
      aria-label={t('live.swarm')}
      data-from-peers={fromPeersBytes}
      data-from-origin={fromOriginBytes}
      data-given={givenBytes}
      className="border-line border-t px-2.5 py-1.5 text-sm tabular-nums"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="whitespace-nowrap text-faint">{name}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {peers.length === 0 ? (
        <p className="pt-1.5 text-faint">{t('live.swarm.connections.none')}</p>
      ) : (
        <ul className="grid gap-1 pt-1.5 text-faint">
          {peers.map(({ id, roundTripMs, isRelayed, receivedBytes }, index) => (
            <li key={id} className="grid grid-cols-[1fr_auto_4rem_4rem] gap-2">
              <span>{t('live.swarm.viewer', { number: String(index + 1) })}</span>
              <span>{isRelayed ? t('live.swarm.relayed') : t('live.swarm.direct')}</span>
              <span className="text-end">{formatMeasure(Math.round(roundTripMs), 'ms')}</span>
              <span className="text-end">{formatBytes(receivedBytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
