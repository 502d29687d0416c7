/** Writes bits for `BitReader`, for tests. */
export class BitWriter {
  #bits: number[] = [];

  bits(value: number, count: number): this {
    for (let i = count - 1; i >= 0; i--) this.#bits.push(Math.floor(value / 2 ** i) % 2);
    return this;
  }

  flag(value: boolean): this {
    return this.bits(value ? 1 : 0, 1);
  }

  exp(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.bits(0, length).bits(value + 1, length + 1);
  }

  signedExp(value: number): this {
    return this.exp(value > 0 ? value * 2 - 1 : -value * 2);
  }

  /** The bytes, filled up with zeros. */
  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (const [i, bit] of this.#bits.entries())
      bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (7 - (i & 7)));
    return bytes;
  }

  /** The bits as a NAL unit's payload, with the stop bit and emulation prevention. */
  nal(): Buffer {
    const raw = this.bits(1, 1).bytes();
    const out: number[] = [];
    let zeros = 0;
    for (const byte of raw) {
      if (zeros >= 2 && byte <= 3) {
        out.push(3);
        zeros = 0;
      }
      zeros = byte === 0 ? zeros + 1 : 0;
      out.push(byte);
    }
    return Buffer.from(out);
  }
}
