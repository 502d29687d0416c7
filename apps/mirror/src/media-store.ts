/** The verified media that the mirror keeps in memory, up to a limit: what has come first goes first. */
/** Further segments are forgotten, the oldest first. */
const MAX_FINISHED = 10_000;

export class MediaStore {
  readonly #maxBytes: number;
  readonly #finished = new Map<string, number>();
  readonly #media = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @param path of the part, relative to the presentation: `video/12.3.m4s` */
  add(path: string, bytes: Uint8Array): void {
    if (this.#media.has(path)) return;
    this.#media.set(path, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, old] of this.#media) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#media.delete(oldest);
      this.#bytes -= old.length;
    }
  }

  get(path: string): Uint8Array | null {
    return this.#media.get(path) ?? null;
  }

  /** The number of parts of a segment, once a playlist has listed it as finished. */
  finished(rendition: string, msn: number, parts: number): void {
    const path = `${rendition}/${msn}`;
    this.#finished.set(path, parts);
    const [oldest] = this.#finished.keys();
    if (this.#finished.size > MAX_FINISHED && oldest !== undefined) this.#finished.delete(oldest);
  }

  /** A finished segment consists of its parts, one behind the other; null where one of them is missing. */
  segment(rendition: string, msn: number): Uint8Array[] | null {
    const parts = this.#finished.get(`${rendition}/${msn}`);
    if (parts === undefined) return null;
    const chunks: Uint8Array[] = [];
    for (let part = 0; part < parts; part++) {
      const bytes = this.get(`${rendition}/${msn}.${part}.m4s`);
      if (bytes === null) return null;
      chunks.push(bytes);
    }
    return chunks;
  }
}
