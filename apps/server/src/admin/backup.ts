/** The commands that back up, verify and restore an instance. */
import { z } from 'zod';
import type { Config } from '#config/config.ts';
import {
  deleteOldBackups,
  makeBackup,
  openBackup,
  openBackupPlace,
  readBackupKey,
  restoreBackup,
  verifyFiles,
  verifyObjects,
} from '#platform/backup/index.ts';
import { lockInstance } from '#platform/process/instance-lock.ts';
import { openStorage } from '#platform/storage/index.ts';
import { prepareDataDir } from '../data-dir.ts';
import { runLedgerCheck } from './check-ledger.ts';
import { CommandFailure, command } from './command.ts';

const place = {
  value: 'PLACE',
  about: 'A folder, or a bucket and a folder in it such as s3://backups/tributary; by default BACKUP_TO',
  schema: z.string().trim().min(1).optional(),
};
const keyFile = {
  value: 'PATH',
  about: 'The file with the key that encrypts the backup; by default BACKUP_KEY_FILE',
  schema: z.string().trim().min(1).optional(),
};
const id = {
  value: 'ID',
  about: 'Which backup; by default the newest',
  schema: z.string().trim().min(1).optional(),
};

interface PlaceOptions {
  readonly place: string | undefined;
  readonly 'key-file': string | undefined;
}

async function open(config: Config, options: PlaceOptions) {
  const given = options.place ?? config.backup.place;
  if (given === null) throw new CommandFailure('There is no place for backups. Name one, or set BACKUP_TO.');
  return {
    place: openBackupPlace(given, config),
    key: await readBackupKey(options['key-file'] ?? config.backup.keyFile),
  };
}

export const backup = command({
  name: 'backup',
  summary: 'Back up the database, the secrets and the files, while the instance runs or not',
  options: {
    place,
    'key-file': keyFile,
    keep: {
      value: 'NUMBER',
      about: 'Deletes older backups, of which this many are kept; by default all are kept',
      schema: z.coerce.number().int().min(1).optional(),
    },
  },
  operand: 'place',
  async run({ config, db, secrets, progress }, options) {
    const target = await open(config, options);
    const storage = openStorage(config, null);
    const { pool } = db;
    const { version } = config;
    const made = await makeBackup({ ...target, pool, storage, secrets: { ...secrets }, version, progress });
    const { manifest, copied } = made;
    const old =
      options.keep === undefined ? [] : await deleteOldBackups(target.place, target.key, options.keep);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return [
      `Backup ${manifest.id} is complete: ${manifest.tables.length} tables with ${rows} rows, and ${manifest.files.count} files with ${manifest.files.fileBytes} bytes.`,
      `Copied ${copied.files} files, ${copied.bytes} bytes; the others were there already.`,
      ...(old.length > 0 ? [`Deleted ${old.length} older backups: ${old.join(', ')}.`] : []),
      manifest.keyId === null
        ? 'It is not encrypted, and contains the secrets of the instance.'
        : `It is encrypted with the key ${manifest.keyId}.`,
    ].join('\n');
  },
});

export const verifyBackup = command({
  name: 'verify-backup',
  summary: 'Read a whole backup and compare every object with its SHA-256',
  options: { place, id, 'key-file': keyFile },
  operand: 'place',
  async prepare({ config, progress }, options) {
    const { place, key } = await open(config, options);
    const found = await openBackup(place, key, options.id ?? null);
    const { manifest } = found;
    progress(`Backup ${manifest.id} of Tributary ${manifest.version} shows ${manifest.takenAt}.`);
    await verifyObjects(found);
    const files = await verifyFiles(found);
    return `Backup ${manifest.id} is complete: ${manifest.tables.length} tables and ${files} files are as they were written.`;
  },
  run: async () => '',
});

export const restore = command({
  name: 'restore',
  summary: 'Restore a backup into an empty instance, and check its ledger',
  options: { place, id, 'key-file': keyFile },
  operand: 'place',
  async prepare({ config, log, progress }, options) {
    const source = await open(config, options);
    await prepareDataDir(config.dataDir);
    const unlock = await lockInstance(config.dataDir);
    try {
      const storage = openStorage(config, null);
      await restoreBackup({ ...source, config, storage, id: options.id ?? null, log, progress });
    } finally {
      await unlock();
    }
    return null;
  },
  /** Runs on the restored database, to which opening it has applied the remaining migrations. */
  async run(context) {
    const ledger = await runLedgerCheck(context);
    return `The backup is restored. ${ledger}`;
  },
});
