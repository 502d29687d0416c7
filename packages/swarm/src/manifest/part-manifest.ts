/**
 * The part manifest: the hashes of what a rendition consists of, published by the instance, signed with Ed25519 and chained.
 *
 * A manifest covers the parts that a playlist has gained since the one before. Its signature covers the SHA-256 of the
 * manifest before, so that a manifest that is left out, put in or out of order is noticed.
 */
import type { PartEntry } from '../scheduler/part-entry.ts';

export const MANIFEST_VERSION = 1;
export const HASH_BYTES = 32;
export const SIGNATURE_BYTES = 64;
/** A manifest that a new viewer gets covers the live window, and no more than this many parts. */
export const MAX_ENTRIES = 1024;
export const MAX_CHUNKS = 1024;

export interface PartManifest {
  /** Names the presentation, as in the hello of the protocol. */
  readonly swarm: Uint8Array;
  readonly rendition: number;
  /** Counts the manifests of a rendition. */
  readonly number: number;
  /** SHA-256 of the encoding of the manifest before; zeros for the first one. */
  readonly previous: Uint8Array;
  readonly entries: readonly PartEntry[];
}

/** A manifest as it travels: its encoding, and the signature over it. */
export interface SignedManifest {
  readonly encoded: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** A manifest that must not be believed. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}
