import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WorkQueue } from '../../work-queue.ts';
import { DirectWriter } from './direct-writer.ts';
import { missingAsNull } from './missing.ts';
import { Pack, type PackedBytes, type PackedObject } from './pack.ts';

/** An object that is being read, and the file that contains its bytes. */
export interface OpenObject extends PackedBytes {
  readonly file: FileHandle;
}

/**
 * The number of packs that are kept in memory. One of a thousand objects takes 100 kB. Packs that are written to are
 * used all the time.
 */
const MAX_KNOWN = 500;

const PACK = /^\.(.+)\.pack$/;

/** The file with the objects of a folder, beside the folder; no key has such a name. */
const packOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.pack`);

/** @returns the name of the folder whose objects a file contains; null for other files */
export const packedFolder = (fileName: string): string | null => PACK.exec(fileName)?.[1] ?? null;

/** The packs of a storage. All paths are those that the objects would have as files. */
export class Packs {
  readonly #writer: DirectWriter;
  /** The known packs, the least recently used one first. */
  readonly #known = new Map<string, Pack>();
  readonly #queue = new WorkQueue();
  /** The names to delete, by pack. */
  readonly #deletions = new Map<string, { readonly names: Set<string>; readonly isGone: Promise<boolean> }>();

  constructor(writer = new DirectWriter()) {
    this.#writer = writer;
  }

  /** Whether an object is known to be in a pack. */
  has(path: string): boolean {
    return this.#known.get(packOf(dirname(path)))?.has(basename(path)) === true;
  }

  async open(path: string): Promise<OpenObject | null> {
    const [pack, name] = [packOf(dirname(path)), basename(path)];
    const file = await open(pack).catch(missingAsNull);
    if (file === null) {
      this.#known.delete(pack);
      return null;
    }
    try {
      const found =
        (await this.#of(pack).known(file, name)) ??
        (await this.#queue.run(pack, () => this.#of(pack).find(file, name)));
      if (found !== null) return { file, ...found };
    } catch (error) {
      await file.close();
      throw error;
    }
    await file.close();
    return null;
  }

  /** The names and sizes of the objects of a folder. */
  list(folder: string): Promise<ReadonlyMap<string, number>> {
    const pack = packOf(folder);
    return this.#queue.run(pack, () => this.#of(pack).list());
  }

  /** @throws the file system's error if nothing was stored; the folder of the pack must exist */
  append(folder: string, objects: readonly PackedObject[]): Promise<void> {
    const pack = packOf(folder);
    return this.#queue.run(pack, () => this.#of(pack).append(objects));
  }

  /**
   * Deletes an object together with others of its pack.
   * @returns whether the pack is gone
   */
  delete(path: string): Promise<boolean> {
    const [pack, name] = [packOf(dirname(path)), basename(path)];
    const next = this.#deletions.get(pack);
    if (next !== undefined) {
      next.names.add(name);
      return next.isGone;
    }
    const names = new Set([name]);
    const isGone = this.#queue.run(pack, async () => {
      this.#deletions.delete(pack);
      const wasLast = await this.#of(pack).delete(names);
      if (wasLast) this.#known.delete(pack);
      return wasLast;
    });
    this.#deletions.set(pack, { names, isGone });
    return isGone;
  }

  /**
   * Returns the pack of a path. The queue runs one piece of work on a pack at a time, even if the pack is dropped and
   * read again in the meantime.
   */
  #of(path: string): Pack {
    const pack = this.#known.get(path) ?? new Pack(path, this.#writer);
    this.#known.delete(path);
    this.#known.set(path, pack);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > MAX_KNOWN) this.#known.delete(oldest);
    return pack;
  }
}
