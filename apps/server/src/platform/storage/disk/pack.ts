import { ftruncate, type Stats } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { DirectWriter } from './direct-writer.ts';
import { missingAsNull } from './missing.ts';
import {
  BLOCK_BYTES,
  headerBytes,
  MAX_HEADER_BYTES,
  parseHeader,
  type RecordHeader,
  recordBytes,
  Sample,
  STATE_DELETED,
  STATE_OFFSET,
  writeHeader,
} from './pack-record.ts';

const truncate = promisify(ftruncate);

/** An object in a pack. */
interface Entry {
  /** The offset of its record. */
  readonly start: number;
  readonly byteLength: number;
}

/** An object to store. */
export interface PackedObject {
  readonly name: string;
  readonly chunks: readonly Uint8Array[];
}

/** The position of an object's bytes in the file. */
export interface PackedBytes {
  readonly start: number;
  readonly size: number;
}

const CHECK_BYTES = 256 * 1024;

const PADDING = new Uint8Array(BLOCK_BYTES);

/** A text that changes whenever the file does. */
const stampOf = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`;

async function readHeader(file: FileHandle, start: number): Promise<RecordHeader | null> {
  const buffer = Buffer.alloc(MAX_HEADER_BYTES);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
  return parseHeader(buffer.subarray(0, bytesRead));
}

/** A record found in a pack. */
interface Found extends RecordHeader {
  readonly start: number;
}

/** Whether the bytes of an object have reached the disk. */
async function isWhole(file: FileHandle, { start, name, byteLength, sample }: Found): Promise<boolean> {
  const buffer = Buffer.alloc(Math.min(byteLength, CHECK_BYTES));
  const first = start + headerBytes(name);
  const actual = new Sample();
  for (let done = 0; done < byteLength; ) {
    const length = Math.min(buffer.length, byteLength - done);
    const { bytesRead } = await file.read(buffer, 0, length, first + done);
    if (bytesRead === 0) return false;
    actual.add(buffer.subarray(0, bytesRead));
    done += bytesRead;
  }
  return actual.value === sample;
}

/**
 * Reads the records of one write.
 * @param size the size of the file
 * @returns null if they are incomplete
 */
async function readWrite(file: FileHandle, from: number, size: number): Promise<readonly Found[] | null> {
  const records: Found[] = [];
  let end = from;
  do {
    const header = await readHeader(file, end);
    if (header === null) return null;
    records.push({ ...header, start: end });
    end += recordBytes(header);
    if (end > size) return null;
  } while (records.at(-1)?.continues);
  if (end < size) return records;
  for (const record of records) if (!(await isWhole(file, record))) return null;
  return records;
}

/** Marks a record as deleted. After a crash of the system, the mark is no more durable than an unlinked file. */
async function markDeleted(file: FileHandle, entry: Entry | undefined): Promise<void> {
  if (entry) await file.write(STATE_DELETED, 0, STATE_DELETED.length, entry.start + STATE_OFFSET);
}

/** Makes the name of a new file durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems do not support this; PostgreSQL continues as well.
    if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error;
  } finally {
    await folder.close();
  }
}

/**
 * One pack and the known part of its index. Records are trusted up to the first write with a record whose header is
 * damaged or that the file does not contain completely. A write that ends where the file ends may be the rest of an
 * append that a crash interrupted and that was never acknowledged, so the bytes of its records are checked too. No
 * write was begun after it.
 *
 * Other processes may change the file: known records are compared with their headers, and missing ones are looked for
 * in the file. Methods other than `has` and `known` run one at a time.
 */
export class Pack {
  readonly #path: string;
  readonly #writer: DirectWriter;
  readonly #entries = new Map<string, Entry>();
  /** The end of the last known record. */
  #end = 0;
  /** The stamp of the file whose complete index is in `entries`; null while that is incomplete or outdated. */
  #stamp: string | null = null;

  constructor(path: string, writer: DirectWriter) {
    this.#path = path;
    this.#writer = writer;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** @returns null if this process does not know the object, or the file has changed */
  async known(file: FileHandle, name: string): Promise<PackedBytes | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    const header = await readHeader(file, entry.start);
    const isSame = header?.name === name && header.byteLength === entry.byteLength && !header.isDeleted;
    return isSame ? { start: entry.start + headerBytes(name), size: entry.byteLength } : null;
  }

  /** Looks for an object in the file. */
  async find(file: FileHandle, name: string): Promise<PackedBytes | null> {
    const known = await this.known(file, name);
    if (known !== null) return known;
    if (this.has(name)) this.#forget();
    await this.#scan(file, name);
    return this.known(file, name);
  }

  /** The names and sizes of all objects. */
  async list(): Promise<ReadonlyMap<string, number>> {
    const file = await open(this.#path).catch(missingAsNull);
    if (file === null) {
      this.#forget();
      return new Map();
    }
    try {
      await this.#refresh(file);
      return new Map([...this.#entries].map(([name, { byteLength }]) => [name, byteLength]));
    } finally {
      await file.close();
    }
  }

  /**
   * Stores objects durably in one write. The folder must exist.
   * @throws the file system's error if none was stored
   */
  append(objects: readonly PackedObject[]): Promise<void> {
    const records = objects.map(({ name, chunks }, i) => {
      const { header, byteLength } = writeHeader(name, chunks, i < objects.length - 1);
      const padding = PADDING.subarray(0, recordBytes({ name, byteLength }) - header.byteLength - byteLength);
      return { name, byteLength, bytes: [header, ...chunks, padding] };
    });
    return this.#writer.withFile(this.#path, this.#end === 0, async (fd) => {
      if ((await this.#writer.sizeOf(fd)) !== this.#end) await this.#repair(fd);
      let start = this.#end;
      try {
        const chunks = records.flatMap(({ bytes }) => bytes);
        this.#end += await this.#writer.write(fd, start, chunks);
        if (start === 0) await syncFolder(dirname(this.#path));
      } catch (error) {
        this.#end = start;
        await this.#undo(fd);
        throw error;
      }
      this.#stamp = null;
      for (const { name, byteLength } of records) {
        const replaced = this.#entries.get(name);
        this.#entries.set(name, { start, byteLength });
        if (replaced !== undefined) await this.#markReplaced(replaced);
        start += recordBytes({ name, byteLength });
      }
    });
  }

  /**
   * Deletes objects, and the file with the last one.
   * @returns whether there is no file any more
   */
  async delete(names: ReadonlySet<string>): Promise<boolean> {
    const file = await open(this.#path, 'r+').catch(missingAsNull);
    if (file === null) return true;
    try {
      await this.#refresh(file);
      const found = [...names].filter((name) => this.has(name));
      if (found.length > 0 && found.length === this.#entries.size) {
        await unlink(this.#path).catch(missingAsNull);
        this.#forget();
        return true;
      }
      await Promise.all(found.map((name) => markDeleted(file, this.#entries.get(name))));
      for (const name of found) this.#entries.delete(name);
      if (found.length > 0) this.#stamp = stampOf(await file.stat());
      return false;
    } finally {
      await file.close();
    }
  }

  /** Removes the rest of a failed append, which readers do not trust and the next append would overwrite. */
  async #undo(fd: number): Promise<void> {
    try {
      if (this.#end === 0) await unlink(this.#path);
      else await truncate(fd, this.#end);
    } catch {
      // If this fails, the next append overwrites the rest.
    }
  }

  /**
   * Reads the records of another process, or of an earlier run of this one, and cuts off an incomplete one at the end.
   */
  async #repair(fd: number): Promise<void> {
    const file = await open(this.#path);
    try {
      await this.#scan(file);
      if ((await file.stat()).size > this.#end) await truncate(fd, this.#end);
    } finally {
      await file.close();
    }
  }

  /** Marks a replaced record, so that a scan finds the newer one, whichever it meets first. */
  async #markReplaced(entry: Entry): Promise<void> {
    const file = await open(this.#path, 'r+');
    try {
      await markDeleted(file, entry);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Reads the index again, which then contains all objects of the file and no others. */
  async #refresh(file: FileHandle): Promise<void> {
    const stamp = stampOf(await file.stat());
    if (stamp === this.#stamp) return;
    this.#forget();
    await this.#scan(file);
    this.#stamp = stamp;
  }

  /**
   * Reads the headers after the known ones.
   * @param until the name that ends the scan when it is found
   */
  async #scan(file: FileHandle, until?: string): Promise<void> {
    const { size } = await file.stat();
    if (size < this.#end) this.#forget();
    while (this.#end < size) {
      const records = await readWrite(file, this.#end, size);
      if (records === null) return;
      for (const { name, start, byteLength, isDeleted } of records) {
        this.#end = start + recordBytes({ name, byteLength });
        if (!isDeleted) this.#entries.set(name, { start, byteLength });
      }
      if (until !== undefined && this.has(until)) return;
    }
  }

  #forget(): void {
    this.#entries.clear();
    this.#end = 0;
    this.#stamp = null;
  }
}
