/** The files of uploads on the disk of this process, until they are processed. Their sizes say how much has arrived. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import type { DiskSpace } from '#platform/disk/index.ts';
import { GIB } from '../files/quota.ts';
import { errors } from './uploads.errors.ts';

/** Uploads leave this much of the disk to everything else. */
const RESERVED_BYTES = GIB / 2;

export interface UploadFiles {
  /** Ids are UUIDs, so a path never leaves the folder. */
  pathOf(id: StreamId): string;
  /** @throws upload_disk_full unless the disk has room for so many bytes */
  checkRoom(byteLength: number): void;
  create(id: StreamId): Promise<void>;
  /** @returns the bytes that have arrived; null without a file */
  sizeOf(id: StreamId): Promise<number | null>;
  /**
   * Writes from an offset on. What was written before an error stays.
   * @returns the size of the file
   * @throws upload_disk_full
   */
  append(id: StreamId, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  delete(id: StreamId): Promise<void>;
  /** The ids of all files. */
  list(): Promise<StreamId[]>;
}

/** @param folder absolute */
export function createUploadFiles(folder: string, diskSpace: Pick<DiskSpace, 'freeBytes'>): UploadFiles {
  function pathOf(id: StreamId): string {
    return join(folder, streamId.parse(id));
  }

  function checkRoom(byteLength: number): void {
    if (diskSpace.freeBytes - byteLength < RESERVED_BYTES) throw errors.upload_disk_full();
  }

  return {
    pathOf,
    checkRoom,
    async create(id) {
      await mkdir(folder, { recursive: true });
      await (await open(pathOf(id), 'wx')).close();
    },
    async sizeOf(id) {
      const stats = await stat(pathOf(id)).catch(() => null);
      return stats?.size ?? null;
    },
    async append(id, offset, chunks) {
      const file = await open(pathOf(id), 'r+');
      let position = offset;
      try {
        for await (const chunk of chunks) {
          checkRoom(chunk.byteLength);
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
    },
    async delete(id) {
      await rm(pathOf(id), { force: true });
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      return names.flatMap((name) => streamId.safeParse(name).data ?? []);
    },
  };
}
