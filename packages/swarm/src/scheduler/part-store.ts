import type { AddressKey } from '../media-address.ts';
import type { PartBuffer } from './part-buffer.ts';

/** The complete parts that a peer can give, newest last, bounded by bytes. */
export class PartStore {
  readonly #maxBytes: number;
  readonly #parts = new Map<AddressKey, PartBuffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: AddressKey): PartBuffer | undefined {
    return this.#parts.get(key);
  }

  has(key: AddressKey): boolean {
    return this.#parts.has(key);
  }

  add(part: PartBuffer): void {
    if (this.#parts.has(part.entry.key)) return;
    this.#parts.set(part.entry.key, part);
    this.#bytes += part.entry.bytes;
    for (const [key, { entry }] of this.#parts) {
      if (this.#bytes <= this.#maxBytes || this.#parts.size === 1) return;
      this.#parts.delete(key);
      this.#bytes -= entry.bytes;
    }
  }
}
