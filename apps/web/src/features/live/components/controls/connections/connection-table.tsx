import { formatBytes } from '@/lib/format/bytes.ts';
import { formatMeasure } from '@/lib/format/measures.ts';
import { t } from '@/lib/messages/t.ts';
import type { Connection, ConnectionPath } from './connections.ts';

/** A row for each connection: its kind, its round trip, and the bytes that it has carried since the page joined. */
export function ConnectionTable({ connections }: { connections: readonly Connection[] }) {
  const heads = [t('live.stats.roundTrip'), t('live.swarm.received'), t('live.swarm.given')];
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{t('live.swarm.connections')}</caption>
      <thead>
        <tr className="text-faint">
          <td />
          {heads.map((head) => (
            <th key={head} scope="col" className="ps-2 pb-1.5 text-end align-bottom font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {connections.map(({ id, kind, number, path, roundTripMs, receivedBytes, sentBytes }) => (
          <tr key={id} className="border-line border-t">
            <th scope="row" className="min-w-24 py-1.5 text-start font-normal">
              {nameOf(kind, number)}
              {path !== null && <span className="block text-faint">{nameOfPath(path)}</span>}
            </th>
            <td className="ps-2 text-end sm:whitespace-nowrap">
              {roundTripMs === null ? '–' : formatMeasure(Math.round(roundTripMs), 'ms')}
            </td>
            <td className="ps-2 text-end sm:whitespace-nowrap">{formatBytes(receivedBytes)}</td>
            <td className="ps-2 text-end sm:whitespace-nowrap">
              {kind === 'viewer' ? formatBytes(sentBytes) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf(kind: Connection['kind'], number: number): string {
  if (kind === 'server') return t('live.swarm.server');
  const value = { number: String(number) };
  return kind === 'mirror' ? t('live.swarm.mirror', value) : t('live.swarm.viewer', value);
}

function nameOfPath(path: ConnectionPath): string {
  switch (path) {
    case 'direct':
      return t('live.swarm.direct');
    case 'relayed':
      return t('live.swarm.relayed');
    case 'same-network':
      return t('live.swarm.sameNetwork');
    case 'reserve':
      return t('live.swarm.reserve');
  }
}
