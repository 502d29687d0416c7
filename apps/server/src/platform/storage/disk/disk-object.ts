import { Readable } from 'node:stream';
import { type ByteRange, contentTypeOf, type StoredObject } from '../storage.ts';
import type { OpenObject } from './packs.ts';

/** An object with its open file, unless it is empty. */
export class DiskObject implements StoredObject {
  readonly size: number;
  readonly range: Required<ByteRange> | null;
  readonly contentType: string | null;
  readonly #key: string;
  readonly #object: OpenObject;
  #stream: Readable | null = null;

  /** @param range must begin before the end of the object */
  constructor(key: string, object: OpenObject, range: ByteRange | null) {
    const { size } = object;
    this.size = size;
    this.range = range && { start: range.start, end: Math.min(range.end ?? size, size - 1) };
    this.contentType = contentTypeOf(key);
    this.#key = key;
    this.#object = object;
  }

  get stream(): Readable {
    this.#stream ??= this.#open();
    return this.#stream;
  }

  /** Reads all bytes at once if the system has them; a stream would take a read and a buffer for each 64 KiB. */
  async bytes(): Promise<Buffer> {
    const { file } = this.#object;
    const [first, last] = this.#positions();
    const bytes = Buffer.allocUnsafeSlow(last - first + 1);
    if (bytes.length === 0) return bytes;
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, first + done);
        if (bytesRead === 0)
          throw new Error(`The file of ${this.#key} ends after ${done} of ${bytes.length} bytes.`);
        done += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  }

  #open(): Readable {
    if (this.size === 0) return Readable.from([]);
    const [start, end] = this.#positions();
    return this.#object.file.createReadStream({ start, end });
  }

  /** The positions of the first and the last byte in the file. */
  #positions(): [first: number, last: number] {
    const { start } = this.#object;
    const { start: first, end: last } = this.range ?? { start: 0, end: this.size - 1 };
    return [start + first, start + last];
  }
}
