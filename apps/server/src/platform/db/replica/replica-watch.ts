/**
 * Measures how far the replica is behind, by positions in the write-ahead log: the time from reading the position of the
 * primary until the replica has replayed it. Needs no agreement of clocks and no writes, unlike
 * pg_last_xact_replay_timestamp(), whose age grows while nothing is written.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../log/log.ts';
import type { LogPosition, PositionReader } from './position-reader.ts';

export interface ReplicaUse {
  /**
   * `used` answers reads. `behind` lags by more than is allowed. `down` does not answer. `unsuitable` is no replica of the
   * primary. `starting` has not been measured yet.
   */
  readonly state: 'used' | 'behind' | 'down' | 'unsuitable' | 'starting';
  /** The replica’s lag at the last measurement; null while it cannot be measured. */
  readonly lagMs: number | null;
}

export interface ReplicaWatch {
  use(): ReplicaUse;
  /** Reports a read for which the replica was unavailable, so that the next ones do not try it. */
  failed(error: unknown): void;
  close(): Promise<void>;
}

export interface ReplicaWatchOptions {
  readonly primary: PositionReader<LogPosition>;
  readonly replica: PositionReader<LogPosition & { readonly isReplica: boolean }>;
  readonly maxLagMs: number;
  readonly log: Log;
  /** The interval between measurements of the lag. */
  readonly everyMs?: number;
  /** Called when the replica is found to be down. */
  readonly onDown: () => void;
}

const EVERY_MS = 500;
/** The least pause before the replica is asked again whether it has replayed a position. It grows with the lag. */
const LEAST_PAUSE_MS = 10;

/** Says why a server must not answer reads of the primary; null if it may. */
export function unsuitability(
  primary: LogPosition,
  { isReplica, system }: LogPosition & { readonly isReplica: boolean },
): string | null {
  if (!isReplica) return 'The server of DATABASE_REPLICA_URL is not a replica.';
  if (system !== primary.system)
    return 'The server of DATABASE_REPLICA_URL replicates another database than that of DATABASE_URL.';
  return null;
}

export function watchReplica(options: ReplicaWatchOptions): ReplicaWatch {
  const { primary, replica, maxLagMs, log, everyMs = EVERY_MS, onDown } = options;
  const stopping = new AbortController();
  let use: ReplicaUse = { state: 'starting', lagMs: null };
  /** The replica had everything that the primary had written until then. */
  let currentUntil = Number.NEGATIVE_INFINITY;

  function set(next: ReplicaUse, reason?: string): void {
    const before = use.state;
    use = next;
    if (next.state === before) return;
    if (next.state === 'used')
      log.info({ lagMs: next.lagMs }, 'Reads that may be a second old use the replica');
    else
      log.warn({ ...next, maxLagMs, reason }, 'The replica is not used, and the primary answers all reads');
    if (next.state === 'down') onDown();
  }

  const setLag = (lagMs: number): void => set({ state: lagMs <= maxLagMs ? 'used' : 'behind', lagMs });
  const setUnsuitable = (reason: string): void => set({ state: 'unsuitable', lagMs: null }, reason);
  const setDown = (error: unknown): void =>
    set({ state: 'down', lagMs: null }, error instanceof Error ? error.message : String(error));

  /** Follows the replica until it has replayed what the primary has written by now. */
  async function measure(target: LogPosition): Promise<void> {
    const takenAt = performance.now();
    for (;;) {
      const replayed = await replica.read();
      const lagMs = performance.now() - takenAt;
      const reason = unsuitability(target, replayed);
      if (reason !== null) return setUnsuitable(reason);
      if (replayed.bytes >= target.bytes) {
        // After a failover, a replica of the former primary can be ahead of the new one, whose history it lacks.
        if (replayed.bytes > target.bytes && replayed.bytes > (await primary.read()).bytes)
          return setUnsuitable('The replica is ahead of the primary.');
        currentUntil = takenAt;
        return setLag(lagMs);
      }
      if (lagMs > maxLagMs) setLag(lagMs);
      await delay(Math.min(everyMs, Math.max(LEAST_PAUSE_MS, lagMs / 2)), undefined, stopping);
    }
  }

  async function measureOnce(): Promise<void> {
    let target: LogPosition;
    try {
      target = await primary.read();
    } catch {
      // The replica cannot be measured. What it had is as old as the last measurement.
      if (use.state === 'used') setLag(performance.now() - currentUntil);
      return;
    }
    await measure(target).catch((error: unknown) => {
      if (!stopping.signal.aborted) setDown(error);
    });
  }

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await measureOnce();
      await delay(everyMs, undefined, stopping).catch(() => undefined);
    }
  })();

  return {
    use: () => use,
    failed: setDown,
    async close() {
      stopping.abort();
      await Promise.all([primary.close(), replica.close()]);
      await watching;
    },
  };
}
