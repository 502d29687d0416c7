/** Opens a backup and checks what can be known before it is restored. */
import type { Migration } from '../db/index.ts';
import type { Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKey } from './backup-key.ts';
import { filesFolder, indexName, secretsName, tableName } from './backup-names.ts';
import { type BackupObjects, createBackupObjects } from './backup-objects.ts';
import { findManifest } from './backup-place.ts';
import { type FileEntry, parseFileIndex } from './file-index.ts';
import { type Manifest, readManifest } from './manifest.ts';

export interface OpenBackup {
  readonly manifest: Manifest;
  readonly objects: BackupObjects;
  /** The files in order. Ends with an error if the index is damaged. */
  files(): AsyncGenerator<FileEntry>;
  /** Reads a file and checks its hash. */
  readFile(entry: FileEntry): AsyncGenerator<Uint8Array>;
}

/** @param id null for the newest backup. @throws BackupError */
export async function openBackup(
  place: Storage,
  key: BackupKey | null,
  id: string | null,
): Promise<OpenBackup> {
  const found = await findManifest(place, id);
  const manifest = readManifest(found.text, found.id, key);
  const objects = createBackupObjects(place, manifest.keyId === null ? null : key);
  return {
    manifest,
    objects,
    files: () => parseFileIndex(objects.read(indexName(manifest.id), manifest.files)),
    readFile: (entry) => objects.read(filesFolder(entry.backupId) + entry.key, entry),
  };
}

/** Reads the database, the secrets and the index. @throws BackupError for an object that is missing or damaged */
export async function verifyObjects({ manifest, objects, files }: OpenBackup): Promise<void> {
  const { id, tables, secrets } = manifest;
  for (const table of tables) await readToEnd(objects.read(tableName(id, table.schema, table.name), table));
  await readToEnd(objects.read(secretsName(id), secrets));
  await readToEnd(files());
}

/** Reads all files. @returns how many @throws BackupError for a file that is missing or damaged */
export async function verifyFiles({ files, readFile }: OpenBackup): Promise<number> {
  let count = 0;
  for await (const entry of files()) {
    await readToEnd(readFile(entry));
    count += 1;
  }
  return count;
}

async function readToEnd(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}

/**
 * The migrations that make the schema of a backup.
 * @param known those of this version of the program
 * @throws BackupError for a backup of a newer version
 */
export function migrationsOf(
  { id, version, migrations }: Manifest,
  known: readonly Migration[],
): Migration[] {
  const newest = Math.max(...migrations.map((migration) => migration.version));
  const own = Math.max(...known.map((migration) => migration.version));
  return migrations.map((applied) => {
    const migration = known.find((candidate) => candidate.version === applied.version);
    if (migration === undefined) {
      throw new BackupError(
        `Backup ${id} was made by Tributary ${version} and has migration ${newest}, and this version knows migrations up to ${own}. Restore it with Tributary ${version} or newer.`,
      );
    }
    if (migration.checksum !== applied.checksum) {
      throw new BackupError(
        `Backup ${id} has migration ${applied.version} (${applied.name}) with the checksum ${applied.checksum}, and this version has ${migration.checksum}. Restore it with Tributary ${version}.`,
      );
    }
    return migration;
  });
}
