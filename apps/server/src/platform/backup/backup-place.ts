/** The place of backups: a folder, or a prefix in a bucket of the service that S3_ENDPOINT names. */
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { createDiskStorage, createS3Storage, type Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import { idOf, MANIFESTS, manifestName, STARTED, startedName } from './backup-names.ts';

/** @throws BackupError for a place that the instance uses itself */
export function openBackupPlace(
  place: string,
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  directory = process.cwd(),
): Storage {
  if (!place.startsWith('s3://')) {
    const folder = resolve(directory, place);
    if (isInside(folder, join(dataDir, 'storage')) || isInside(folder, join(dataDir, 'postgres'))) {
      throw new BackupError(
        `${folder} is in a folder that the instance uses itself. Back up to a folder elsewhere, on another disk.`,
      );
    }
    return createDiskStorage(folder);
  }
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? [];
  if (bucket === '')
    throw new BackupError(`${place} names no bucket. Use a place such as s3://bucket/backups.`);
  if (s3 === null) {
    throw new BackupError(
      `${place} is in a bucket, but no service is set. Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    );
  }
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  if (bucket === s3.bucket && (prefix.startsWith(s3.prefix) || s3.prefix.startsWith(prefix))) {
    throw new BackupError(
      `${place} overlaps the files of the instance, s3://${s3.bucket}/${s3.prefix}. Use another bucket, or set S3_PREFIX to a folder beside it.`,
    );
  }
  return createS3Storage({ ...s3, bucket, prefix });
}

function isInside(folder: string, parent: string): boolean {
  const path = relative(parent, folder);
  return path === '' || !(path.startsWith('..') || isAbsolute(path));
}

async function listIds(place: Storage, folder: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await place.list(folder, cursor);
    ids.push(...page.objects.map(({ key }) => idOf(key)));
    ({ cursor } = page);
  } while (cursor !== null);
  return ids;
}

/** The ids of complete backups, the oldest first. */
export const listBackups = (place: Storage): Promise<string[]> => listIds(place, MANIFESTS);

/** The ids of backups that are being made or were interrupted. */
export async function listIncomplete(place: Storage): Promise<string[]> {
  const complete = new Set(await listBackups(place));
  return (await listIds(place, STARTED)).filter((id) => !complete.has(id));
}

/**
 * Reads the text of a manifest.
 * @param id null for the newest backup
 * @throws BackupError if there is none, or only an incomplete backup
 */
export async function findManifest(
  place: Storage,
  id: string | null,
): Promise<{ readonly id: string; readonly text: string }> {
  const found = id ?? (await listBackups(place)).at(-1);
  const object = found === undefined ? null : await place.get(manifestName(found));
  if (found !== undefined && object !== null) return { id: found, text: (await object.bytes()).toString() };
  const incomplete = await listIncomplete(place);
  const mark = found ?? incomplete.at(-1);
  if (mark !== undefined && incomplete.includes(mark)) {
    throw new BackupError(
      `Backup ${mark} is incomplete: ${startedName(mark)} exists, but ${manifestName(mark)}, which is written last, does not. Wait until it is finished, or use another backup.`,
    );
  }
  const ids = await listBackups(place);
  throw new BackupError(
    found === undefined
      ? 'There is no backup at this place.'
      : `There is no backup ${found} at this place. It has ${ids.length}: ${ids.join(', ')}.`,
  );
}
