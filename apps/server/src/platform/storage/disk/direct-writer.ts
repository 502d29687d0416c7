import { closeSync, constants, open, openSync, write } from 'node:fs';
import { promisify } from 'node:util';
import { toBlocks } from './pack-record.ts';

const writeBytes = promisify(write);

type OpenFile = (path: string, flags: number, mode: number) => Promise<number>;

/** Node's types leave it out. Memory of WebAssembly begins at a page, as O_DIRECT requires; a Buffer begins anywhere. */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

/** 2 MiB: most segments take one write. What a write does not need of it is never touched. */
const BUFFER_PAGES = 32;

/** As many as libuv writes at once. */
const MAX_BUFFERS = 4;

const { O_WRONLY, O_CREAT, O_DSYNC = constants.O_SYNC } = constants;

const isInvalid = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EINVAL';

/**
 * Writes whole blocks past the page cache, durable as each write returns. Filling the cache with media that is rarely
 * read again soon, and flushing it, would cost more than writing it. Systems and file systems without O_DIRECT are
 * written to through their cache.
 */
export class DirectWriter {
  /** 0 where there is no O_DIRECT (macOS), and once a file system has refused it. */
  #direct = constants.O_DIRECT ?? 0;
  readonly #open: OpenFile;
  readonly #free: Uint8Array[] = [];
  #bufferCount = 0;
  readonly #waiting: ((buffer: Uint8Array) => void)[] = [];

  /** @param openFile tests pass one that refuses O_DIRECT */
  constructor(openFile: OpenFile = promisify(open)) {
    this.#open = openFile;
  }

  /**
   * Opens a file for `write`.
   * @param isNew whether it may have to be created; otherwise it was open a short time ago
   * @param work is repeated once where O_DIRECT is refused
   */
  async withFile<T>(path: string, isNew: boolean, work: (fd: number) => Promise<T>): Promise<T> {
    const direct = this.#direct;
    const flags = O_WRONLY | O_CREAT | O_DSYNC | direct;
    try {
      // The system has a file in memory that was open: opening it takes less than waking a thread of libuv.
      const fd = isNew ? await this.#open(path, flags, 0o666) : openSync(path, flags);
      try {
        return await work(fd);
      } finally {
        // Nothing is left to write.
        closeSync(fd);
      }
    } catch (error) {
      if (direct === 0 || !isInvalid(error)) throw error;
      this.#direct = 0;
      return await this.withFile(path, isNew, work);
    }
  }

  /**
   * Writes chunks one after another, and zeros up to the end of the last block.
   * @param position a multiple of BLOCK_BYTES
   * @returns the bytes that were written
   */
  async write(fd: number, position: number, chunks: readonly Uint8Array[]): Promise<number> {
    const buffer = await this.#take();
    try {
      let [filled, written] = [0, 0];
      const flush = async () => {
        const length = toBlocks(filled);
        buffer.fill(0, filled, length);
        for (let done = 0; done < length; ) {
          // A disk that fills up may take a part; the next attempt says why.
          const { bytesWritten } = await writeBytes(fd, buffer, done, length - done, position + written);
          done += bytesWritten;
          written += bytesWritten;
        }
        filled = 0;
      };
      for (const chunk of chunks) {
        for (let from = 0; from < chunk.byteLength; ) {
          const part = chunk.subarray(from, from + buffer.byteLength - filled);
          buffer.set(part, filled);
          filled += part.byteLength;
          from += part.byteLength;
          if (filled === buffer.byteLength) await flush();
        }
      }
      if (filled > 0) await flush();
      return written;
    } finally {
      this.#give(buffer);
    }
  }

  async #take(): Promise<Uint8Array> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#bufferCount === MAX_BUFFERS) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#bufferCount += 1;
    return new Uint8Array(new WebAssembly.Memory({ initial: BUFFER_PAGES, maximum: BUFFER_PAGES }).buffer);
  }

  #give(buffer: Uint8Array): void {
    const next = this.#waiting.shift();
    if (next) next(buffer);
    else this.#free.push(buffer);
  }
}
