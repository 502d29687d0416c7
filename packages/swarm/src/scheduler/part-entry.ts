import type { AddressKey, MediaAddress } from '../media-address.ts';

/** Chunk hashes are the first 16 bytes of a SHA-256: other bytes with the same 128 bits cannot be found. */
export const CHUNK_HASH_BYTES = 16;

/** The entry of a part in a verified part manifest. */
export interface PartEntry {
  readonly address: MediaAddress;
  readonly key: AddressKey;
  readonly bytes: number;
  /** SHA-256 of the whole part. */
  readonly hash: Uint8Array;
  /** The hash of each chunk in turn: a chunk is passed on before the next one has arrived. */
  readonly chunkHashes: readonly Uint8Array[];
}

/** Media whose hash is that of the manifest. */
export interface VerifiedMedia {
  readonly entry: PartEntry;
  readonly bytes: Uint8Array;
}
