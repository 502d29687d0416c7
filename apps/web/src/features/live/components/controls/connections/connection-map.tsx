import { pageDirection } from '@/lib/browser/direction.ts';
import { formatBitrate, formatMeasure } from '@/lib/format/measures.ts';
import { t } from '@/lib/messages/t.ts';
import type { Connection } from './connections.ts';
import { arrowOf, MAP, OWN_RADIUS, type Point, placesOf, RADIUS, widthOf } from './map-layout.ts';

/** More round trips beside the circles would cover each other. */
const MAX_LABELED = 8;
const CENTER: Point = { x: MAP.centerX, y: MAP.centerY };

/** The viewer in the middle, and around them what they are connected to. The table beside it says the same in words. */
export function ConnectionMap({ connections }: { connections: readonly Connection[] }) {
  const places = placesOf(connections, pageDirection() === 'rtl');
  const sum = (of: 'receivedKbps' | 'sentKbps') =>
    formatBitrate(Math.round(connections.reduce((total, connection) => total + connection[of], 0)));
  const label = t('live.swarm.map', { received: sum('receivedKbps'), given: sum('sentKbps') });
  const linked = connections.map((connection, index) => ({ connection, at: places[index] ?? CENTER }));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${MAP.width} ${MAP.height}`}
      className="block w-full select-none"
      direction="ltr"
    >
      {linked.map(({ connection, at }) => (
        <Link key={connection.id} connection={connection} at={at} />
      ))}
      <circle cx={CENTER.x} cy={CENTER.y} r={OWN_RADIUS} className="fill-accent" />
      <text {...middle(CENTER)} className="fill-on-accent font-semibold text-[11px]">
        {t('live.swarm.you')}
      </text>
      {linked.map(({ connection, at }) => (
        <Node
          key={connection.id}
          connection={connection}
          at={at}
          hasRoundTrip={connections.length <= MAX_LABELED}
        />
      ))}
    </svg>
  );
}

const middle = ({ x, y }: Point) => ({ x, y, textAnchor: 'middle', dominantBaseline: 'central' }) as const;

function Link({ connection, at }: { connection: Connection; at: Point }) {
  const { path, receivedKbps, sentKbps } = connection;
  const [own, other] = [
    { at: CENTER, radius: OWN_RADIUS },
    { at, radius: RADIUS },
  ];
  return (
    <g>
      <line
        x1={CENTER.x}
        y1={CENTER.y}
        x2={at.x}
        y2={at.y}
        strokeDasharray={path === 'relayed' || path === 'reserve' ? '3 4' : undefined}
        className="stroke-line-strong"
      />
      <Flow from={other} to={own} kbps={receivedKbps} className="fill-accent stroke-accent" />
      <Flow from={own} to={other} kbps={sentKbps} className="fill-amber stroke-amber" />
    </g>
  );
}

interface FlowProps {
  from: { readonly at: Point; readonly radius: number };
  to: { readonly at: Point; readonly radius: number };
  kbps: number;
  className: string;
}

function Flow({ from, to, kbps, className }: FlowProps) {
  const width = widthOf(kbps);
  if (width === 0) return null;
  const arrow = arrowOf(from, to, width);
  return (
    <g className={className}>
      <line x1={arrow.from.x} y1={arrow.from.y} x2={arrow.to.x} y2={arrow.to.y} strokeWidth={width} />
      <polygon points={arrow.head.map(({ x, y }) => `${x},${y}`).join(' ')} stroke="none" />
    </g>
  );
}

function Node({
  connection,
  at,
  hasRoundTrip,
}: {
  connection: Connection;
  at: Point;
  hasRoundTrip: boolean;
}) {
  const { kind, number, path, roundTripMs } = connection;
  const isNear = path === 'same-network';
  const look = isNear ? 'fill-accent-soft stroke-accent' : 'fill-surface-3 stroke-line-strong';
  const isAbove = at.y < MAP.centerY;
  const beside = { x: at.x, y: at.y + (isAbove ? -RADIUS - 8 : RADIUS + 8) };
  const note =
    kind === 'server'
      ? t('live.swarm.server')
      : hasRoundTrip && roundTripMs !== null
        ? formatMeasure(Math.round(roundTripMs), 'ms')
        : null;
  return (
    <g>
      {kind === 'viewer' ? (
        <circle cx={at.x} cy={at.y} r={RADIUS} className={look} />
      ) : (
        <rect
          x={at.x - RADIUS}
          y={at.y - RADIUS}
          width={RADIUS * 2}
          height={RADIUS * 2}
          rx={4}
          className={look}
        />
      )}
      {kind === 'server' ? (
        <path
          d={`M${at.x - 5} ${at.y - 3.5}h10M${at.x - 5} ${at.y + 3.5}h10`}
          className="stroke-2 stroke-muted"
        />
      ) : (
        <text {...middle(at)} className="fill-ink text-[11px]">
          {number}
        </text>
      )}
      {note !== null && (
        <text {...middle(beside)} className="fill-muted text-[10px]">
          {note}
        </text>
      )}
    </g>
  );
}
