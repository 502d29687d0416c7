import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ConnectionMap } from './connection-map.tsx';
import { ConnectionTable } from './connection-table.tsx';
import type { Connection } from './connections.ts';
import { arrowOf, MAP, placesOf, widthOf } from './map-layout.ts';

afterEach(() => vi.unstubAllGlobals());

const connection = (more: Partial<Connection>): Connection => ({
  id: 'viewer a',
  kind: 'viewer',
  number: 1,
  path: 'direct',
  roundTripMs: 34.4,
  receivedBytes: 2_500_000,
  sentBytes: 900_000,
  receivedKbps: 0,
  sentKbps: 0,
  ...more,
});
const server = connection({ id: 'server', kind: 'server', path: null, roundTripMs: null, sentBytes: 0 });

it('draws an arrow for each direction in which media flows, and a dashed line for a relay', () => {
  const quiet = renderToStaticMarkup(<ConnectionMap connections={[server, connection({})]} />);
  expect(quiet.match(/<polygon/g)).toBeNull();
  expect(quiet).not.toContain('stroke-dasharray');
  const busy = renderToStaticMarkup(
    <ConnectionMap
      connections={[server, connection({ path: 'relayed', receivedKbps: 1200, sentKbps: 300 })]}
    />,
  );
  expect(busy.match(/<polygon/g)).toHaveLength(2);
  expect(busy).toContain('stroke-dasharray');
  expect(busy).toContain('You receive 1.2 Mbps and give 300 kbps.');
  expect(busy).toContain('34 ms');
});

it('says in a table what the map shows', () => {
  const markup = renderToStaticMarkup(
    <ConnectionTable
      connections={[
        server,
        connection({ id: 'mirror a', kind: 'mirror', path: 'reserve', roundTripMs: null }),
        connection({ number: 4, path: 'same-network' }),
      ]}
    />,
  );
  const text = markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Server – 2.5 MB –');
  expect(text).toContain('Mirror 1 In reserve – 2.5 MB –');
  expect(text).toContain('Viewer 4 Same network 34 ms 2.5 MB 900 kB');
});

it('puts the server above, near viewers closer, and the first ones to the right, or to the left in Arabic', () => {
  const near = connection({ id: 'viewer b', roundTripMs: 5 });
  const far = connection({ id: 'viewer c', roundTripMs: 300 });
  const connections = [server, far, near, far];
  const [top, right, below] = placesOf(connections, false);
  expect(top?.x).toBeCloseTo(MAP.centerX);
  expect(top?.y).toBeLessThan(MAP.centerY);
  expect(right?.x).toBeGreaterThan(MAP.centerX);
  expect((below?.y ?? 0) - MAP.centerY).toBeLessThan(MAP.centerY - (top?.y ?? 0));
  expect(placesOf(connections, true)[1]?.x).toBeLessThan(MAP.centerX);
});

it('widens an arrow with the rate up to a limit, and keeps both directions apart', () => {
  expect([0, 50, 100, 1e9].map(widthOf)).toEqual([0, 1, 2, 6]);
  const [one, other] = [
    { at: { x: 0, y: 0 }, radius: 10 },
    { at: { x: 100, y: 0 }, radius: 10 },
  ];
  const [there, back] = [arrowOf(one, other, 4), arrowOf(other, one, 4)];
  expect(there.from.y).toBe(3);
  expect(back.from.y).toBe(-3);
  expect(there.head[0]).toEqual({ x: 88, y: 3 });
});
