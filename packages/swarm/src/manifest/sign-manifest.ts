/** Makes and signs part manifests, on the instance: WebCrypto is the same in Node and in browsers. */

import { addressKey, type MediaAddress } from '../media-address.ts';
import { MAX_CHUNK_BYTES } from '../protocol/messages.ts';
import { CHUNK_HASH_BYTES, type PartEntry } from '../scheduler/part-entry.ts';
import { encodeManifest } from './manifest-encoding.ts';
import { HASH_BYTES, type SignedManifest } from './part-manifest.ts';

const { subtle } = globalThis.crypto;

/** A private Ed25519 key. */
export type SigningKey = Parameters<typeof subtle.sign>[1];

/** The manifest's entry of a part. */
export async function entryOf(address: MediaAddress, bytes: Uint8Array<ArrayBuffer>): Promise<PartEntry> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += MAX_CHUNK_BYTES)
    chunks.push(bytes.subarray(at, at + MAX_CHUNK_BYTES));
  const [hash, ...hashes] = await Promise.all([bytes, ...chunks].map(sha256));
  if (hash === undefined) throw new RangeError('A part has no bytes.');
  const chunkHashes = hashes.map((chunkHash) => chunkHash.subarray(0, CHUNK_HASH_BYTES));
  return { address, key: addressKey(address), bytes: bytes.length, hash, chunkHashes };
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

/** Signs the manifests of one rendition, in their order. */
export class ManifestSigner {
  readonly #key: SigningKey;
  readonly #swarm: Uint8Array;
  readonly #rendition: number;
  #number = 0;
  #previous = new Uint8Array(HASH_BYTES);

  constructor(key: SigningKey, swarm: Uint8Array, rendition: number) {
    this.#key = key;
    this.#swarm = swarm;
    this.#rendition = rendition;
  }

  /** The caller awaits each call before the next one. */
  async sign(entries: readonly PartEntry[]): Promise<SignedManifest> {
    const encoded = encodeManifest({
      swarm: this.#swarm,
      rendition: this.#rendition,
      number: this.#number,
      previous: this.#previous,
      entries,
    });
    const signature = new Uint8Array(await subtle.sign('Ed25519', this.#key, encoded));
    this.#number += 1;
    this.#previous = await sha256(encoded);
    return { encoded, signature };
  }
}
