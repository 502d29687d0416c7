/** Makes a backup of the database, the secrets and the files, while the instance runs. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKey } from './backup-key.ts';
import { backupIdAt, indexName, manifestName, secretsName, startedName } from './backup-names.ts';
import { type BackupObjects, createBackupObjects } from './backup-objects.ts';
import { listBackups } from './backup-place.ts';
import { copyFiles } from './copy-files.ts';
import { createFileIndex, type FileEntry, readFileIndex } from './file-index.ts';
import { FORMAT, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { beginSnapshot, connectWithoutLimits, copyTable } from './snapshot.ts';

export interface BackupOptions {
  readonly pool: pg.Pool;
  readonly storage: Storage;
  readonly place: Storage;
  readonly key: BackupKey | null;
  readonly secrets: Readonly<Record<string, string>>;
  readonly version: string;
  /** Receives a sentence for each step. */
  readonly progress: (sentence: string) => void;
  readonly signal?: AbortSignal;
  /** Called at the points between which others write; tests do so there. */
  readonly onStep?: (step: 'files copied' | 'snapshot taken' | 'tables copied') => Promise<void>;
}

export interface Backup {
  readonly manifest: Manifest;
  /** The files that were copied; the rest was in the place already. */
  readonly copied: { readonly files: number; readonly bytes: number };
}

/** Held by the one backup that an instance makes at a time. */
const LOCK = 7_281_936;

const PROGRESS_MS = 5_000;

/**
 * The files are copied before the snapshot and again after it. So every file that a row of the snapshot names is in the
 * backup: one that is deleted after the snapshot was copied before it, and one that came in between is copied after it.
 * @throws BackupError while another backup of this instance is being made
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { place, key, progress, signal = new AbortController().signal, onStep = async () => {} } = options;
  await using stack = new AsyncDisposableStack();
  const client = await connectWithoutLimits(options.pool);
  stack.defer(() => client.end());
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LOCK,
  ]);
  if (!rows[0]?.locked) {
    throw new BackupError('Another backup of this instance is being made. Wait until it is finished.');
  }
  const id = backupIdAt(new Date());
  const objects = createBackupObjects(place, key);
  const folder = await mkdtemp(join(tmpdir(), 'tributary-backup-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const previous = join(folder, 'previous');
  await readPrevious(place, key, objects, previous);
  await place.put(startedName(id), Buffer.from(`${new Date().toISOString()}\n`));

  const copied = { files: 0, bytes: 0 };
  let reportedAt = performance.now();
  const onCopied = (byteLength: number) => {
    copied.files += 1;
    copied.bytes += byteLength;
    if (performance.now() < reportedAt + PROGRESS_MS) return;
    reportedAt = performance.now();
    progress(`Copied ${copied.files} files, ${copied.bytes} bytes.`);
  };
  async function pass(name: string, known: AsyncIterable<FileEntry>, keepDeleted: boolean) {
    const path = join(folder, name);
    await using index = await createFileIndex(path);
    const { storage } = options;
    await copyFiles({ storage, objects, backupId: id, known, keepDeleted, index, onCopied, signal });
    return { path, index };
  }

  progress(`Backup ${id}: copying files.`);
  const first = await pass('first', readFileIndex(previous), false);
  await onStep('files copied');
  // The first pass may take hours, so that files of that time are left out which are deleted since.
  const second = await pass('second', readFileIndex(first.path), false);
  const { tables, ...snapshot } = await beginSnapshot(client);
  await onStep('snapshot taken');
  const copiedTables: Manifest['tables'] = [];
  for (const table of tables) {
    signal.throwIfAborted();
    copiedTables.push(await copyTable(client, table, id, objects));
  }
  await client.query('COMMIT');
  progress(
    `Copied ${copiedTables.length} tables, ${copiedTables.reduce((sum, { rows }) => sum + rows, 0)} rows.`,
  );
  await onStep('tables copied');
  const last = await pass('last', readFileIndex(second.path), true);
  const index = await objects.put(indexName(id), createReadStream(last.path));
  const secrets = await objects.put(secretsName(id), oneText(JSON.stringify(options.secrets)));
  const manifest: Manifest = {
    format: FORMAT,
    id,
    version: options.version,
    ...snapshot,
    takenAt: snapshot.takenAt.toISOString(),
    finishedAt: new Date().toISOString(),
    keyId: key?.id ?? null,
    tables: copiedTables,
    secrets,
    files: { ...index, count: last.index.count, fileBytes: last.index.fileBytes },
  };
  signal.throwIfAborted();
  await place.put(manifestName(id), Buffer.from(writeManifest(manifest, key)));
  await place.delete(startedName(id));
  return { manifest, copied };
}

async function* oneText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/**
 * Reads the index of the newest backup to a file. It is empty without one, after a change of the key, and if that backup
 * is damaged: all files are copied again.
 */
async function readPrevious(
  place: Storage,
  key: BackupKey | null,
  objects: BackupObjects,
  path: string,
): Promise<void> {
  const id = (await listBackups(place)).at(-1);
  const object = id === undefined ? null : await place.get(manifestName(id));
  await writeFile(path, '');
  if (id === undefined || object === null) return;
  try {
    const manifest = readManifest((await object.bytes()).toString(), id, key);
    if (manifest.keyId === (key?.id ?? null))
      await writeFile(path, objects.read(indexName(id), manifest.files));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    await writeFile(path, '');
  }
}
