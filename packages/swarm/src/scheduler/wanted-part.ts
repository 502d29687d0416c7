import type { MediaAddress } from '../media-address.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Lane } from './lane.ts';
import type { PartBuffer } from './part-buffer.ts';
import type { PartEntry } from './part-entry.ts';

export interface OriginAnswer {
  readonly bytes: Uint8Array;
  /** From the request to the first byte. */
  readonly firstByteMs: number;
}

/** Loads media by HTTP. */
export interface SwarmOrigin {
  /**
   * Loads a part from a chunk on, by a range request where it is not the first one.
   * @param done gets null where it failed
   * @returns a function that aborts the request
   */
  fetch(address: MediaAddress, offset: number, done: (answer: OriginAnswer | null) => void): () => void;
}

export interface WantedPartsEvents {
  /** The origin has sent media, which is not verified yet. */
  fetched(wanted: WantedPart, bytes: Uint8Array, offset: number): void;
  /** The parent of a lane did not deliver a part in time, or has not even begun to. */
  late(parent: Neighbour, lane: Lane, hasBegun: boolean): void;
}

export interface WantedPart {
  readonly entry: PartEntry;
  readonly learnedAtMs: number;
  readonly lane: Lane;
  /** The chunks that have arrived. */
  readonly buffer: PartBuffer;
  /** It was queued for the children of its lane. */
  isPushed: boolean;
  deadlineMs: number;
  abortFetch: (() => void) | null;
  /** Not before this time, after a failure. */
  fetchAtMs: number;
  asked: { readonly neighbour: Neighbour; readonly atMs: number } | null;
  lastChunkMs: number | null;
  readonly tried: Set<Neighbour>;
}
