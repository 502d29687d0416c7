import { truncated } from './format-error.ts';

/** Reads big-endian bytes. Like `BitReader`, it throws if a read would pass the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  #position = 0;

  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#what = what;
  }

  get left(): number {
    return this.#bytes.length - this.#position;
  }

  /** An unsigned big-endian integer of 1 to 4 bytes. */
  uint(size: number): number {
    if (size > this.left) throw truncated(this.#what);
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + (this.#bytes[this.#position + i] ?? 0);
    this.#position += size;
    return value;
  }

  /** The next bytes as a view. */
  view(length: number): Uint8Array {
    if (length > this.left) throw truncated(this.#what);
    const start = this.#position;
    this.#position += length;
    return this.#bytes.subarray(start, this.#position);
  }
}
