import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import type { DiskSpace } from '../disk/index.ts';
import { createDiskStorage } from './disk/disk-storage.ts';
import { createS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

export { deleteFolder } from './delete-folder.ts';
export { createDiskStorage } from './disk/disk-storage.ts';
export { ImageCache } from './image-cache.ts';
export { ObjectCache } from './object-cache.ts';
export { createS3Storage, type S3Options } from './s3.ts';
export type { ByteRange, NewObject, Storage, StoredObject } from './storage.ts';

/**
 * Opens the configured bucket, or else a directory of the instance.
 * @param diskSpace the space on that directory's disk; the command line does not watch it
 */
export function openStorage(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  diskSpace: DiskSpace | null,
): Storage {
  return s3 ? createS3Storage(s3) : createDiskStorage(join(dataDir, 'storage'), diskSpace);
}
