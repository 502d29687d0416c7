/** The files of uploads on the disk of this process, until they are processed. Their sizes say how much has arrived. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import type { DiskSpace } from '#platform/disk/index.ts';
import { GIB } from '../files/quota.ts';
import { errors } from './uploads.errors.ts';

/** Uploads leave this much of the disk to everything else. */
const RESERVED_BYTES = GIB / 2;

export class UploadFiles {
  readonly #folder: string;
  readonly #diskSpace: Pick<DiskSpace, 'freeBytes'>;

  /** @param folder absolute */
  constructor(folder: string, diskSpace: Pick<DiskSpace, 'freeBytes'>) {
    this.#folder = folder;
    this.#diskSpace = diskSpace;
  }

  /** Ids are UUIDs, so a path never leaves the folder. */
  pathOf(id: StreamId): string {
    return join(this.#folder, streamId.parse(id));
  }

  /** @throws upload_disk_full unless the disk has room for so many bytes */
  checkRoom(byteLength: number): void {
    if (this.#diskSpace.freeBytes - byteLength < RESERVED_BYTES) throw errors.upload_disk_full();
  }

  async create(id: StreamId): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await (await open(this.pathOf(id), 'wx')).close();
  }

  /** @returns the bytes that have arrived; null without a file */
  async sizeOf(id: StreamId): Promise<number | null> {
    const stats = await stat(this.pathOf(id)).catch(() => null);
    return stats?.size ?? null;
  }

  /**
   * Writes from an offset on. What was written before an error stays.
   * @returns the size of the file
   * @throws upload_disk_full
   */
  async append(id: StreamId, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    const file = await open(this.pathOf(id), 'r+');
    let position = offset;
    try {
      for await (const chunk of chunks) {
        this.checkRoom(chunk.byteLength);
        // A write may take a part of the bytes, where the disk is nearly full.
        for (let taken = 0; taken < chunk.byteLength; ) {
          const { bytesWritten } = await file.write(chunk, taken, chunk.byteLength - taken, position);
          taken += bytesWritten;
          position += bytesWritten;
        }
      }
    } finally {
      await file.close();
    }
    return position;
  }

  async delete(id: StreamId): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** The ids of all files. */
  async list(): Promise<StreamId[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.flatMap((name) => streamId.safeParse(name).data ?? []);
  }
}
