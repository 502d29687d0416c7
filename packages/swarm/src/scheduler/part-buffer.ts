import type { PartEntry } from './part-entry.ts';

/** The verified chunks of a part. Several neighbours may have sent them. */
export class PartBuffer {
  readonly entry: PartEntry;
  readonly #chunkBytes: number;
  readonly #isThere: Uint8Array;
  readonly #bytes: Uint8Array;
  #missing: number;
  /** Bytes that came from peers. */
  peerBytes = 0;

  constructor(entry: PartEntry, chunkBytes: number) {
    this.entry = entry;
    this.#chunkBytes = chunkBytes;
    this.#bytes = new Uint8Array(entry.bytes);
    this.#missing = Math.ceil(entry.bytes / chunkBytes);
    this.#isThere = new Uint8Array(this.#missing);
  }

  /** Incomplete while chunks are missing. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get isComplete(): boolean {
    return this.#missing === 0;
  }

  /** From 0 to 1. */
  get progress(): number {
    return 1 - this.#missing / this.#isThere.length;
  }

  /** Whether a chunk starts at the offset and has this length. */
  isChunk(offset: number, length: number): boolean {
    return (
      offset % this.#chunkBytes === 0 && length === Math.min(this.#chunkBytes, this.entry.bytes - offset)
    );
  }

  has(offset: number): boolean {
    return this.#isThere[offset / this.#chunkBytes] === 1;
  }

  /** The offset of the first chunk that is not there. */
  get missingFrom(): number {
    const index = this.#isThere.indexOf(0);
    return index < 0 ? this.entry.bytes : index * this.#chunkBytes;
  }

  chunk(offset: number): Uint8Array {
    return this.#bytes.subarray(offset, offset + this.#chunkBytes);
  }

  hashOf(offset: number): Uint8Array | undefined {
    return this.entry.chunkHashes[offset / this.#chunkBytes];
  }

  /** @param chunk verified */
  put(offset: number, chunk: Uint8Array): void {
    if (this.has(offset)) return;
    this.#isThere[offset / this.#chunkBytes] = 1;
    this.#missing -= 1;
    this.#bytes.set(chunk, offset);
  }

  /** The chunks in `bytes` that are missing here, with their offsets. */
  *missingChunks(bytes: Uint8Array, from: number): Generator<readonly [number, Uint8Array]> {
    for (let offset = from; offset < this.entry.bytes; offset += this.#chunkBytes)
      if (!this.has(offset)) yield [offset, bytes.subarray(offset - from, offset - from + this.#chunkBytes)];
  }
}
