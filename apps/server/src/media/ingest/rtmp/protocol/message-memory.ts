/** Smaller ones would be allocated more often, larger ones be held longer for the last message in them. */
const BLOCK_BYTES = 128 * 1024;
/** Longer messages get memory of their own, so that little of a block stays unused. */
const MAX_SHARED_BYTES = BLOCK_BYTES / 4;

const NOTHING = Buffer.alloc(0);

/**
 * Memory for the messages of one connection, several to a block: an allocation for each frame costs more than reading
 * it. A block is freed with its last message. The media of a stream leaves memory in the order in which it came, so that
 * this is soon after the first one.
 */
export class MessageMemory {
  #block: Buffer = NOTHING;
  #used = 0;

  /** @returns memory of that length, with whatever it had before */
  take(length: number): Buffer {
    if (length > MAX_SHARED_BYTES) return Buffer.allocUnsafeSlow(length);
    if (this.#used + length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += length;
    return this.#block.subarray(start, this.#used);
  }
}
