/**
 * The manifest of a backup, which is written last: a backup without one is incomplete. Its text has two lines, the
 * manifest as JSON and its seal: an HMAC with the backup's key, or a SHA-256 without one.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import type { BackupKey } from './backup-key.ts';

export const FORMAT = 1;

const storedObject = z.object({
  /** The bytes before encryption. */
  byteLength: z.int().min(0),
  sha256: z.string().length(64),
});

const tableEntry = storedObject.extend({
  schema: z.string(),
  name: z.string(),
  /** The columns of the copied rows, without those that the database computes. */
  columns: z.array(z.string()),
  rows: z.int().min(0),
});
export type TableEntry = z.infer<typeof tableEntry>;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  /** The version of Tributary that made the backup. */
  version: z.string(),
  /** The moment that the backup shows. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  postgresVersion: z.string(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), checksum: z.string() })).min(1),
  /** Null for a backup that is not encrypted. */
  keyId: z.string().nullable(),
  tables: z.array(tableEntry),
  /** The last value of each sequence; null for one that was not used. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string().nullable() })),
  secrets: storedObject,
  files: storedObject.extend({ count: z.int().min(0), fileBytes: z.int().min(0) }),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type StoredObjectEntry = z.infer<typeof storedObject>;

const envelope = z.object({ format: z.int(), keyId: z.string().nullable(), version: z.string() });

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function writeManifest(manifest: Manifest, key: BackupKey | null): string {
  const text = JSON.stringify(manifest);
  return `${text}\n${key ? key.authenticate(text) : digestOf(text)}\n`;
}

/** @throws BackupError that says why the manifest cannot be used */
export function readManifest(file: string, id: string, key: BackupKey | null): Manifest {
  const [text = '', seal = ''] = file.split('\n');
  const { format, keyId, version } = parseEnvelope(text, id);
  if (format > FORMAT) {
    throw new BackupError(
      `Backup ${id} has format ${format}, written by Tributary ${version}, and this version reads format ${FORMAT}. Restore it with that version.`,
    );
  }
  if (keyId !== null && key === null) {
    throw new BackupError(
      `Backup ${id} is encrypted with the key ${keyId}. Set BACKUP_KEY_FILE or --key-file.`,
    );
  }
  if (keyId !== null && key !== null && keyId !== key.id) {
    throw new BackupError(
      `Backup ${id} is encrypted with the key ${keyId}, and the given key is ${key.id}. Use the key file that it was made with.`,
    );
  }
  const expected = keyId !== null && key !== null ? key.authenticate(text) : digestOf(text);
  if (seal !== expected) {
    throw new BackupError(
      `The manifest of backup ${id} is damaged: its seal is ${seal || 'missing'}, expected ${expected}. Use another backup.`,
    );
  }
  const manifest = manifestSchema.parse(JSON.parse(text));
  if (manifest.id !== id) {
    throw new BackupError(`The manifest of backup ${id} belongs to backup ${manifest.id}.`);
  }
  return manifest;
}

function parseEnvelope(text: string, id: string): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(
      `The manifest of backup ${id} is damaged: it is no valid JSON. Use another backup.`,
      {
        cause,
      },
    );
  }
}
