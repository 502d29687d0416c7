import { MAX_CHUNK_BYTES } from '../protocol/messages.ts';
import type { UploadLimits } from '../upload/upload-estimator.ts';

export interface SwarmOptions {
  /** Equal for all peers of a swarm: each stripe has a tree of its own. */
  readonly stripes: number;
  readonly chunkBytes: number;
  readonly upload: UploadLimits;
  /** Upload that a peer claims beyond this counts for nothing. */
  readonly maxClaimedBytesPerSecond: number;
  readonly maxStoredBytes: number;
  /** Announced parts that are remembered of each neighbour. */
  readonly maxAnnounced: number;
  /** Connections that a peer looks for, and those that it accepts. */
  readonly targetNeighbours: number;
  readonly maxNeighbours: number;
  /** The origin sends each stripe to about this many peers for each doubling of the swarm. */
  readonly seedsPerDoubling: number;
  /** Whether this peer brings all stripes into the swarm, as mirrors do. */
  readonly isMirror: boolean;
  /** After this time, a part is requested from the origin even if playback needs it later. */
  readonly peerWaitMs: number;
  readonly tickMs: number;
  readonly maintainMs: number;
}

export const DEFAULT_OPTIONS: SwarmOptions = {
  stripes: 4,
  chunkBytes: MAX_CHUNK_BYTES,
  upload: {
    // A part of a usual stream has to arrive within `peerWaitMs` before anything is measured.
    initialBytesPerSecond: 750_000,
    minBytesPerSecond: 30_000,
    maxBytesPerSecond: 5_000_000,
  },
  maxClaimedBytesPerSecond: 2_500_000,
  maxStoredBytes: 24 * 1024 * 1024,
  maxAnnounced: 512,
  targetNeighbours: 12,
  maxNeighbours: 24,
  seedsPerDoubling: 3,
  isMirror: false,
  peerWaitMs: 350,
  tickMs: 50,
  maintainMs: 250,
};
