import { invalid, truncated } from './format-error.ts';

/**
 * Reads bits, most significant first. A read past the end throws a `MediaFormatError` of code
 * `truncated`.
 */
export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #what: string;
  readonly #end: number;
  #position = 0;

  /** @param what the name of the structure in errors, such as `H.264 SPS` */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#what = what;
    this.#end = bytes.length * 8;
  }

  get bitsLeft(): number {
    return this.#end - this.#position;
  }

  /** Reads an unsigned integer of 0 to 32 bits. */
  bits(count: number): number {
    if (count > this.#end - this.#position) throw truncated(this.#what);
    let value = 0;
    let left = count;
    while (left > 0) {
      const offset = this.#position & 7;
      const taken = Math.min(8 - offset, left);
      const byte = this.#bytes[this.#position >> 3] ?? 0;
      // Multiplication is used instead of a shift, since 32 bits must not become a negative number.
      value = value * 2 ** taken + ((byte >> (8 - offset - taken)) & ((1 << taken) - 1));
      this.#position += taken;
      left -= taken;
    }
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  skip(count: number): void {
    if (count > this.#end - this.#position) throw truncated(this.#what);
    this.#position += count;
  }

  alignToByte(): void {
    this.#position = (this.#position + 7) & ~7;
  }

  /** Reads ue(v) (H.264 section 9.1), with at most 31 leading zeros, so that the value is below 2^32. */
  exp(): number {
    let zeros = 0;
    while (!this.flag()) {
      zeros += 1;
      if (zeros > 31) throw invalid(`${this.#what} holds an Exp-Golomb code of more than 32 bits.`);
    }
    return zeros === 0 ? 0 : 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Reads se(v) (H.264 section 9.1.1). */
  signedExp(): number {
    const code = this.exp();
    return code % 2 === 1 ? (code + 1) / 2 : -(code / 2);
  }

  /** Reads ue(v) that the specification limits to `max`. Counts for loops must be read with this. */
  boundedExp(max: number, name: string): number {
    const value = this.exp();
    if (value > max) throw invalid(`${this.#what} has ${name} ${value}, which exceeds the limit of ${max}.`);
    return value;
  }
}
