/** The number of messages of one key that are kept, and the number of keys that have any. */
const MAX_MESSAGES = 200;
const MAX_KEYS = 500;

interface Entry {
  /** The id of an append. */
  readonly id: string | undefined;
  readonly bytes: Buffer;
}

/** The newest patches and appends of each key, in the order of the bus, which is the same in all processes. */
export class TopicHistory {
  /** The messages of each key. Keys without recent messages come first. */
  readonly #byAddress = new Map<string, Entry[]>();

  add(address: string, { id, bytes }: Entry): void {
    const entries = this.#byAddress.get(address) ?? [];
    this.#byAddress.delete(address);
    this.#byAddress.set(address, entries);
    entries.push({ id, bytes: copyOf(bytes) });
    if (entries.length > MAX_MESSAGES) entries.shift();
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_KEYS && oldest !== undefined) this.#byAddress.delete(oldest);
  }

  /** The messages after the append with this id; null if they are not known. */
  since(address: string, id: string): Buffer[] | null {
    const entries = this.#byAddress.get(address) ?? [];
    const at = entries.findLastIndex((entry) => entry.id === id);
    return at < 0 ? null : entries.slice(at + 1).map(({ bytes }) => bytes);
  }

  /**
   * Drops messages because the state may have changed in another way.
   * @param address absent: all addresses
   */
  clear(address?: string): void {
    if (address === undefined) this.#byAddress.clear();
    else this.#byAddress.delete(address);
  }
}

/** A copy with memory of its own: a small buffer is part of a pool of 64 KiB, all of which it would keep. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(copy);
  return copy;
}
