/** The connections of a page in the swarm, with what they have carried in the last seconds. */
import type { SwarmFigures } from '../../../engine/swarm/swarm-types.ts';

/** Rates are averages over this time, so that a part that comes three times a second does not make them jump. */
const WINDOW_MS = 5_000;

type ConnectionKind = 'server' | 'mirror' | 'viewer';
/** The way that media takes; `reserve`: a mirror that is asked once the server does not answer. */
export type ConnectionPath = 'direct' | 'relayed' | 'same-network' | 'reserve';

export interface Connection {
  readonly id: string;
  readonly kind: ConnectionKind;
  /** Counts the connections of its kind from 1, and stays with a connection. */
  readonly number: number;
  /** Null for the server. */
  readonly path: ConnectionPath | null;
  /** Null where it is not measured. */
  readonly roundTripMs: number | null;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly receivedKbps: number;
  readonly sentKbps: number;
}

type Counted = Omit<Connection, 'number' | 'receivedKbps' | 'sentKbps'>;

interface Sample {
  readonly atMs: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

interface Known {
  readonly number: number;
  readonly samples: Sample[];
}

/** Turns figures, as they come every second, into connections with rates. */
export class ConnectionList {
  readonly #known = new Map<string, Known>();

  update(figures: SwarmFigures, nowMs: number): Connection[] {
    const counted = countedIn(figures);
    const present = new Set(counted.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!present.has(id)) this.#known.delete(id);
    return counted
      .map((connection) => this.#measured(connection, nowMs))
      .sort((a, b) => ORDER[a.kind] - ORDER[b.kind] || a.number - b.number);
  }

  #measured(connection: Counted, nowMs: number): Connection {
    const { id, kind, receivedBytes, sentBytes } = connection;
    const known = this.#known.get(id) ?? { number: this.#freeNumber(kind), samples: [] };
    this.#known.set(id, known);
    const { number, samples } = known;
    samples.push({ atMs: nowMs, receivedBytes, sentBytes });
    while (samples.length > 2 && nowMs - (samples[1]?.atMs ?? nowMs) >= WINDOW_MS) samples.shift();
    const [first] = samples;
    const elapsedMs = nowMs - (first?.atMs ?? nowMs);
    const kbps = (now: number, before = now) => (elapsedMs > 0 ? ((now - before) * 8) / elapsedMs : 0);
    return {
      ...connection,
      number,
      receivedKbps: kbps(receivedBytes, first?.receivedBytes),
      sentKbps: kbps(sentBytes, first?.sentBytes),
    };
  }

  #freeNumber(kind: ConnectionKind): number {
    const taken = new Set(
      [...this.#known].filter(([id]) => id.startsWith(kind)).map(([, { number }]) => number),
    );
    let number = 1;
    while (taken.has(number)) number += 1;
    return number;
  }
}

const ORDER: Readonly<Record<ConnectionKind, number>> = { server: 0, mirror: 1, viewer: 2 };

function countedIn({ fromOriginBytes, mirrors, peers }: SwarmFigures): Counted[] {
  return [
    {
      id: 'server',
      kind: 'server',
      path: null,
      roundTripMs: null,
      receivedBytes: fromOriginBytes,
      sentBytes: 0,
    },
    ...mirrors.map(({ address, receivedBytes, isServing }) => ({
      id: `mirror ${address}`,
      kind: 'mirror' as const,
      path: isServing ? ('direct' as const) : ('reserve' as const),
      roundTripMs: null,
      receivedBytes,
      sentBytes: 0,
    })),
    ...peers.map(({ id, roundTripMs, receivedBytes, sentBytes, isSameNetwork, isRelayed }) => ({
      id: `viewer ${id}`,
      kind: 'viewer' as const,
      path: pathOf(isRelayed, isSameNetwork),
      roundTripMs,
      receivedBytes,
      sentBytes,
    })),
  ];
}

function pathOf(isRelayed: boolean, isSameNetwork: boolean): ConnectionPath {
  if (isRelayed) return 'relayed';
  return isSameNetwork ? 'same-network' : 'direct';
}
