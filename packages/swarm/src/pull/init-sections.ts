/** The init sections that a peer can give. They are small, and needed as long as their rendition lasts. */
import { type AddressKey, INIT_SECTION, type MediaAddress } from '../media-address.ts';
import type { PartBuffer } from '../scheduler/part-buffer.ts';

const MAX_INITS = 32;

export class InitSections {
  readonly #inits = new Map<AddressKey, PartBuffer>();

  get(key: AddressKey): PartBuffer | undefined {
    return this.#inits.get(key);
  }

  get addresses(): readonly MediaAddress[] {
    return Array.from(this.#inits.values(), ({ entry }) => entry.address);
  }

  /** @returns false for other media */
  add(part: PartBuffer): boolean {
    const { key, address } = part.entry;
    if (address.part !== INIT_SECTION) return false;
    this.#inits.set(key, part);
    const [oldest] = this.#inits.keys();
    if (this.#inits.size > MAX_INITS && oldest !== undefined) this.#inits.delete(oldest);
    return true;
  }
}
