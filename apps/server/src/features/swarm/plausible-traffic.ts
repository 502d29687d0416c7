import type { SwarmTraffic } from '@tributary/contracts/swarm';

/** Reports come at least this often from a peer that is still there. */
const LONGEST_MS = 120_000;
/** The media that a peer loads at once when it begins to play. */
const BURST_BYTES = 8 * 1024 * 1024;
/** The upload limit of the engine, in bytes per second. */
const MAX_UPLOAD = 5_000_000;

/**
 * Bounds what a peer reports by what it can have received and sent since its last report. A report beyond it counts as far
 * as it is possible.
 */
export function plausibleTraffic(
  { fromPeers, fromOrigin, given }: SwarmTraffic,
  elapsedMs: number,
  maxBitrateKbps: number,
): SwarmTraffic {
  const seconds = Math.min(Math.max(elapsedMs, 0), LONGEST_MS) / 1000;
  // A stream at the limit, and as much again for its audio and a change of renditions.
  const mayReceive = BURST_BYTES + seconds * 2 * maxBitrateKbps * 125;
  const received = fromPeers + fromOrigin;
  const share = received > mayReceive ? mayReceive / received : 1;
  return {
    fromPeers: Math.floor(fromPeers * share),
    fromOrigin: Math.floor(fromOrigin * share),
    given: Math.min(given, Math.floor(seconds * MAX_UPLOAD + BURST_BYTES)),
  };
}
