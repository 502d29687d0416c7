/** Deletes old backups, and of their files those that no later backup uses. */
import type { Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKey } from './backup-key.ts';
import { filesFolder, folderOf, manifestName, startedName } from './backup-names.ts';
import { listBackups, listIncomplete } from './backup-place.ts';
import { listFiles } from './copy-files.ts';
import { type FileEntry, joinByKey } from './file-index.ts';
import { openBackup } from './read-backup.ts';

/**
 * Keeps the newest backups. Backups of another key are kept as well, since what they use cannot be read.
 * @param keep how many
 * @returns the ids of the deleted backups
 */
export async function deleteOldBackups(
  place: Storage,
  key: BackupKey | null,
  keep: number,
): Promise<readonly string[]> {
  const all = await listBackups(place);
  const ids: string[] = [];
  for (const id of all) if (await isReadable(place, key, id)) ids.push(id);
  const old = ids.slice(0, Math.max(0, ids.length - keep));
  const kept = ids.slice(old.length);
  // The new backup is finished, so that what has no manifest was interrupted.
  const hasOthers = ids.length < all.length;
  const incomplete = hasOthers ? [] : await listIncomplete(place);
  const interrupted = incomplete.filter((id) => id < (ids.at(-1) ?? ''));
  for (const id of [...old, ...interrupted]) {
    // Without its manifest the backup is no longer offered, also if this is interrupted.
    await place.put(startedName(id), Buffer.from('being deleted\n'));
    await place.delete(manifestName(id));
    await deleteUnused(place, key, id, kept);
  }
  return old;
}

async function isReadable(place: Storage, key: BackupKey | null, id: string): Promise<boolean> {
  try {
    const { manifest } = await openBackup(place, key, id);
    return manifest.keyId === (key?.id ?? null);
  } catch (error) {
    if (error instanceof BackupError) return false;
    throw error;
  }
}

/** Deletes what a backup has stored, except for the files that later backups use. */
async function deleteUnused(
  place: Storage,
  key: BackupKey | null,
  id: string,
  kept: readonly string[],
): Promise<void> {
  for (const folder of ['tables/', 'files.index', 'secrets.json']) {
    for await (const { key: name } of listFiles(place, folderOf(id) + folder)) await place.delete(name);
  }
  const prefix = filesFolder(id);
  let unused = listKeys(place, prefix);
  for (const later of kept) unused = without(unused, usedFrom(place, key, later, id));
  let left = 0;
  for await (const { key: file } of unused) await place.delete(prefix + file);
  for await (const _ of listFiles(place, prefix)) left += 1;
  // The mark stays while later backups use some of the files, so that the rest is deleted with those.
  if (left === 0) await place.delete(startedName(id));
}

async function* listKeys(place: Storage, prefix: string): AsyncGenerator<{ key: string }> {
  for await (const { key } of listFiles(place, prefix)) yield { key: key.slice(prefix.length) };
}

async function* usedFrom(
  place: Storage,
  key: BackupKey | null,
  later: string,
  id: string,
): AsyncGenerator<FileEntry> {
  const { files } = await openBackup(place, key, later);
  for await (const entry of files()) if (entry.backupId === id) yield entry;
}

async function* without(
  keys: AsyncGenerator<{ key: string }>,
  used: AsyncGenerator<FileEntry>,
): AsyncGenerator<{ key: string }> {
  for await (const { left, right } of joinByKey(keys, used)) if (left !== null && right === null) yield left;
}
