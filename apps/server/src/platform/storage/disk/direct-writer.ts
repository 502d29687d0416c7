import { close, closeSync, constants, fstat, fstatSync, open, openSync, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isOnLocalDisk } from './local-file-system.ts';
import { toBlocks } from './pack-record.ts';

const writeBytes = promisify(write);
const statFile = promisify(fstat);
const closeFile = promisify(close);

export interface DirectWriterOptions {
  /** Opens a file. Tests pass a function that refuses O_DIRECT. */
  readonly openFile?: (path: string, flags: number, mode: number) => Promise<number>;
  readonly isLocal?: (folder: string) => Promise<boolean>;
}

/**
 * Node's types omit this declaration. Memory of WebAssembly begins at a page, as O_DIRECT requires; a Buffer begins
 * anywhere.
 */
declare const WebAssembly: {
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

/** 2 MiB, so that most segments take one write. A short write never touches the rest. */
const BUFFER_PAGES = 32;

/** The number of writes that libuv runs at once. */
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
  /** 0 if there is no O_DIRECT (macOS), and once a file system has refused it. */
  #direct = constants.O_DIRECT ?? 0;
  readonly #openFile: NonNullable<DirectWriterOptions['openFile']>;
  readonly #findLocal: NonNullable<DirectWriterOptions['isLocal']>;
  /**
   * Whether the files are on a local disk. Files of a local disk that were open a short time ago are opened, measured
   * and closed on this thread: the system has them in memory, and answers before a thread of libuv would wake. A
   * network file system may hang, and live media with it.
   */
  #isLocal = false;
  readonly #free: Uint8Array[] = [];
  #bufferCount = 0;
  readonly #waiting: ((buffer: Uint8Array) => void)[] = [];

  constructor({ openFile = promisify(open), isLocal = isOnLocalDisk }: DirectWriterOptions = {}) {
    this.#openFile = openFile;
    this.#findLocal = isLocal;
  }

  /**
   * Opens a file for `write`.
   * @param isNew whether it may have to be created; otherwise it was open a short time ago
   * @param work is repeated once if O_DIRECT is refused
   */
  async withFile<T>(path: string, isNew: boolean, work: (fd: number) => Promise<T>): Promise<T> {
    const direct = this.#direct;
    const flags = O_WRONLY | O_CREAT | O_DSYNC | direct;
    try {
      if (isNew) this.#isLocal = await this.#findLocal(dirname(path));
      const fd = this.#isLocal && !isNew ? openSync(path, flags) : await this.#openFile(path, flags, 0o666);
      try {
        return await work(fd);
      } finally {
        if (this.#isLocal) closeSync(fd);
        else await closeFile(fd);
      }
    } catch (error) {
      if (direct === 0 || !isInvalid(error)) throw error;
      this.#direct = 0;
      return await this.withFile(path, isNew, work);
    }
  }

  /** @returns the size in bytes of a file that `withFile` has opened */
  async sizeOf(fd: number): Promise<number> {
    return (this.#isLocal ? fstatSync(fd) : await statFile(fd)).size;
  }

  /**
   * Writes chunks one after another, and zeros up to the end of the last block.
   * @param position a multiple of BLOCK_BYTES
   * @returns the number of written bytes
   */
  async write(fd: number, position: number, chunks: readonly Uint8Array[]): Promise<number> {
    const buffer = await this.#take();
    try {
      let [filled, written] = [0, 0];
      const flush = async () => {
        const length = toBlocks(filled);
        buffer.fill(0, filled, length);
        for (let done = 0; done < length; ) {
          // A disk that fills up may write a part; the next attempt fails with the reason.
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
