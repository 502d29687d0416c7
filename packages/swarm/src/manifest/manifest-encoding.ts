/** The canonical encoding of a part manifest: one manifest has one encoding, and bytes that are no encoding are refused. */
import { addressKey, MAX_RENDITIONS } from '../media-address.ts';
import { MAX_CHUNK_BYTES, MAX_MEDIA_BYTES, SWARM_ID_BYTES } from '../protocol/messages.ts';
import { CHUNK_HASH_BYTES, type PartEntry } from '../scheduler/part-entry.ts';
import {
  HASH_BYTES,
  MANIFEST_VERSION,
  MAX_CHUNKS,
  MAX_ENTRIES,
  ManifestError,
  type PartManifest,
} from './part-manifest.ts';

/** Tells signatures of manifests apart from those of anything else that the instance may sign. */
const DOMAIN = new TextEncoder().encode('tributary part manifest\n');
const FIXED_BYTES = DOMAIN.length + 1 + SWARM_ID_BYTES + 1 + 4 + HASH_BYTES + 2;
const ENTRY_BYTES = 4 + 2 + 4 + HASH_BYTES;

export function encodeManifest(manifest: PartManifest): Uint8Array<ArrayBuffer> {
  const size = manifest.entries.reduce(
    (sum, { chunkHashes }) => sum + ENTRY_BYTES + chunkHashes.length * CHUNK_HASH_BYTES,
    FIXED_BYTES,
  );
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(DOMAIN);
  let at = DOMAIN.length;
  view.setUint8(at, MANIFEST_VERSION);
  bytes.set(manifest.swarm, at + 1);
  at += 1 + SWARM_ID_BYTES;
  view.setUint8(at, manifest.rendition);
  view.setUint32(at + 1, manifest.number);
  bytes.set(manifest.previous, at + 5);
  at += 5 + HASH_BYTES;
  view.setUint16(at, manifest.entries.length);
  at += 2;
  for (const { address, bytes: partBytes, hash, chunkHashes } of manifest.entries) {
    view.setUint32(at, address.sequence);
    view.setUint16(at + 4, address.part);
    view.setUint32(at + 6, partBytes);
    bytes.set(hash, at + 10);
    at += ENTRY_BYTES;
    for (const chunkHash of chunkHashes) {
      bytes.set(chunkHash, at);
      at += CHUNK_HASH_BYTES;
    }
  }
  return bytes;
}

/**
 * The number of chunk hashes follows from the size of a part, so that it is not encoded.
 * @throws ManifestError
 */
export function decodeManifest(bytes: Uint8Array): PartManifest {
  if (bytes.length < FIXED_BYTES)
    throw new ManifestError(`A manifest has ${bytes.length} bytes; ${FIXED_BYTES} are the least.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (DOMAIN.some((byte, index) => bytes[index] !== byte))
    throw new ManifestError('The bytes are no part manifest.');
  let at = DOMAIN.length;
  const version = view.getUint8(at);
  if (version !== MANIFEST_VERSION)
    throw new ManifestError(`A manifest has version ${version} instead of ${MANIFEST_VERSION}.`);
  const swarm = bytes.slice(at + 1, at + 1 + SWARM_ID_BYTES);
  at += 1 + SWARM_ID_BYTES;
  const rendition = view.getUint8(at);
  if (rendition >= MAX_RENDITIONS)
    throw new ManifestError(`Rendition ${rendition} is not below the limit of ${MAX_RENDITIONS}.`);
  const number = view.getUint32(at + 1);
  const previous = bytes.slice(at + 5, at + 5 + HASH_BYTES);
  at += 5 + HASH_BYTES;
  const count = view.getUint16(at);
  if (count > MAX_ENTRIES)
    throw new ManifestError(`A manifest has ${count} entries; ${MAX_ENTRIES} are allowed.`);
  const reader = new EntryReader(bytes, view, at + 2, rendition);
  const entries = Array.from({ length: count }, () => reader.next());
  reader.end();
  return { swarm, rendition, number, previous, entries };
}

class EntryReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #rendition: number;
  #at: number;
  #lastKey = -1;

  constructor(bytes: Uint8Array, view: DataView, at: number, rendition: number) {
    this.#bytes = bytes;
    this.#view = view;
    this.#at = at;
    this.#rendition = rendition;
  }

  next(): PartEntry {
    this.#require(ENTRY_BYTES);
    const sequence = this.#view.getUint32(this.#at);
    const part = this.#view.getUint16(this.#at + 4);
    const bytes = this.#view.getUint32(this.#at + 6);
    const chunks = Math.ceil(bytes / MAX_CHUNK_BYTES);
    if (bytes === 0 || bytes > MAX_MEDIA_BYTES || chunks > MAX_CHUNKS)
      throw new ManifestError(`A part has ${bytes} bytes; 1 to ${MAX_MEDIA_BYTES} are allowed.`);
    const hash = this.#bytes.slice(this.#at + 10, this.#at + ENTRY_BYTES);
    this.#at += ENTRY_BYTES;
    this.#require(chunks * CHUNK_HASH_BYTES);
    const chunkHashes = Array.from({ length: chunks }, (_, index) =>
      this.#bytes.slice(this.#at + index * CHUNK_HASH_BYTES, this.#at + (index + 1) * CHUNK_HASH_BYTES),
    );
    this.#at += chunks * CHUNK_HASH_BYTES;
    const address = { rendition: this.#rendition, sequence, part };
    const key = addressKey(address);
    if (key <= this.#lastKey) throw new ManifestError(`Part ${part} of segment ${sequence} is out of order.`);
    this.#lastKey = key;
    return { address, key, bytes, hash, chunkHashes };
  }

  end(): void {
    if (this.#at !== this.#bytes.length)
      throw new ManifestError(`A manifest has ${this.#bytes.length - this.#at} bytes behind its end.`);
  }

  #require(count: number): void {
    if (this.#at + count > this.#bytes.length)
      throw new ManifestError(`A manifest ends after ${this.#bytes.length} bytes, within an entry.`);
  }
}
