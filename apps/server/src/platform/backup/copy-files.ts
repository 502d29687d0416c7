/**
 * Copies the files of the instance that an earlier index does not have. Segments never change under their name, so the
 * name and the size tell that one is the same; all other files are compared by their hash.
 */
import { createHash } from 'node:crypto';
import type { Storage, StoredObject } from '../storage/index.ts';
import { filesFolder } from './backup-names.ts';
import type { BackupObjects } from './backup-objects.ts';
import { type FileEntry, type FileIndexWriter, joinByKey, type ListedFile } from './file-index.ts';

/** Larger files are read twice, to hash and to copy them, instead of being held in memory. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
const PARALLEL = 8;

export interface CopyFilesOptions {
  readonly storage: Storage;
  readonly objects: BackupObjects;
  /** The backup that is being made. */
  readonly backupId: string;
  /** The files that are in the place already, in order. */
  readonly known: AsyncIterable<FileEntry>;
  /** Whether files stay in the index that the instance has deleted since they were copied. */
  readonly keepDeleted: boolean;
  readonly index: FileIndexWriter;
  readonly onCopied: (byteLength: number) => void;
  readonly signal: AbortSignal;
}

export async function copyFiles(options: CopyFilesOptions): Promise<void> {
  const { storage, known, keepDeleted, index, signal } = options;
  let batch: Promise<FileEntry | null>[] = [];
  const flush = async () => {
    for (const entry of await Promise.all(batch)) if (entry !== null) await index.add(entry);
    batch = [];
  };
  try {
    for await (const { left: listed, right: before } of joinByKey(listFiles(storage, ''), known)) {
      signal.throwIfAborted();
      const kept = keepDeleted ? before : null;
      batch.push(listed === null ? Promise.resolve(kept) : copyFile(options, listed, before, kept));
      if (batch.length === PARALLEL) await flush();
    }
    await flush();
  } finally {
    // If listing fails or the instance stops, copies that have begun end first. Their errors are not reported as well.
    await Promise.allSettled(batch);
  }
}

export async function* listFiles(storage: Storage, prefix: string): AsyncGenerator<ListedFile> {
  let cursor: string | null = null;
  do {
    const page = await storage.list(prefix, cursor);
    yield* page.objects;
    ({ cursor } = page);
  } while (cursor !== null);
}

const isImmutable = (key: string): boolean => key.endsWith('.m4s');

/** @param kept the entry of a file that was deleted after it was listed */
async function copyFile(
  { storage, objects, backupId, onCopied }: CopyFilesOptions,
  { key, byteLength }: ListedFile,
  before: FileEntry | null,
  kept: FileEntry | null,
): Promise<FileEntry | null> {
  if (before !== null && before.byteLength === byteLength && isImmutable(key)) return before;
  const object = await storage.get(key);
  if (object === null) return kept;
  let source: AsyncIterable<Uint8Array>;
  if (object.size <= MAX_HELD_BYTES) {
    const bytes = await object.bytes();
    if (before?.sha256 === createHash('sha256').update(bytes).digest('hex')) return before;
    source = oneChunk(bytes);
  } else {
    if (before?.sha256 === (await hashOf(object))) return before;
    const again = await storage.get(key);
    if (again === null) return kept;
    source = again.stream;
  }
  const stored = await objects.put(filesFolder(backupId) + key, source);
  onCopied(stored.byteLength);
  return { key, ...stored, backupId };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function hashOf(object: StoredObject): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of object.stream) hash.update(bytes);
  return hash.digest('hex');
}
