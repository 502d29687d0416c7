/** Adds up what peers report, and writes the sums every few seconds. */
import type { StreamId } from '@tributary/contracts/shared';
import { SWARM_FIGURES_DAYS, type SwarmFigures, type SwarmTraffic } from '@tributary/contracts/swarm';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { ShortCache } from '#platform/short-cache.ts';
import * as repo from './figures.repo.ts';

const WRITE_MS = 10_000;
/** Sums of so many streams wait for a database that cannot be written; more are dropped. */
const MAX_WAITING = 10_000;

export interface Figures {
  add(id: StreamId, traffic: SwarmTraffic): void;
  /** The peers that this process counts now. */
  counted(id: StreamId, peers: number): void;
  ofStream(id: StreamId): Promise<repo.StreamTraffic>;
  ofInstance(): Promise<SwarmFigures>;
  /** The totals that peers have reported to this process since it started. */
  readonly reported: Readonly<SwarmTraffic>;
  write(): Promise<void>;
  close(): Promise<void>;
}

export function createFigures(db: Database, log: Log): Figures {
  const reported = { fromPeers: 0, fromOrigin: 0, given: 0 };
  let waiting = new Map<StreamId, repo.StreamTraffic>();
  const instance = new ShortCache<SwarmFigures>({ ttlMs: 10_000, maxEntries: 1 });
  const timer = setInterval(() => void write(), WRITE_MS);

  function change(id: StreamId, added: repo.StreamTraffic): void {
    const before = waiting.get(id) ?? { fromPeers: 0, fromOrigin: 0, given: 0, peakPeers: 0 };
    if (!waiting.has(id) && waiting.size >= MAX_WAITING) return;
    waiting.set(id, {
      fromPeers: before.fromPeers + added.fromPeers,
      fromOrigin: before.fromOrigin + added.fromOrigin,
      given: before.given + added.given,
      peakPeers: Math.max(before.peakPeers, added.peakPeers),
    });
  }

  async function write(): Promise<void> {
    const sums = waiting;
    waiting = new Map();
    for (const [id, sum] of sums) {
      try {
        await db.transact((tx) => repo.addTraffic(tx, id, sum));
      } catch (err) {
        log.warn({ err, streamId: id }, 'Failed to write what peers have given to each other');
        change(id, sum);
      }
    }
  }

  return {
    reported,
    add(id, { fromPeers, fromOrigin, given }) {
      reported.fromPeers += fromPeers;
      reported.fromOrigin += fromOrigin;
      reported.given += given;
      change(id, { fromPeers, fromOrigin, given, peakPeers: 0 });
    },
    counted: (id, peers) => change(id, { fromPeers: 0, fromOrigin: 0, given: 0, peakPeers: peers }),
    ofStream: (id) => db.read((reader) => repo.findStreamTraffic(reader, id)),
    ofInstance: () =>
      instance.get('', () => db.read((reader) => repo.sumTraffic(reader, SWARM_FIGURES_DAYS))),
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
