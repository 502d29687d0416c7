/** Big-endian numbers of a sample table, appended one after another in little memory. */
export class GrowingTable {
  #bytes = Buffer.alloc(4096);
  #length = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#bytes.writeUInt32BE(value >>> 0, this.#length);
    this.#length += 4;
  }

  u64(value: number): void {
    this.#reserve(8);
    this.#bytes.writeBigUInt64BE(BigInt(value), this.#length);
    this.#length += 8;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.byteLength) return;
    const grown = Buffer.alloc(this.#bytes.byteLength * 2);
    this.#bytes.copy(grown);
    this.#bytes = grown;
  }
}

/** Numbers, each with the length of its run, as in `stts` and `ctts`. */
export class RunLengthTable {
  readonly #table = new GrowingTable();
  #entries = 0;
  #value = 0;
  #count = 0;

  add(value: number): void {
    if (this.#count > 0 && value !== this.#value) this.#flush();
    this.#value = value;
    this.#count += 1;
  }

  /** Ends the table with its last run. */
  finish(): { readonly entries: number; readonly bytes: Buffer } {
    if (this.#count > 0) this.#flush();
    return { entries: this.#entries, bytes: this.#table.bytes };
  }

  #flush(): void {
    this.#table.u32(this.#count);
    this.#table.u32(this.#value);
    this.#entries += 1;
    this.#count = 0;
  }
}
