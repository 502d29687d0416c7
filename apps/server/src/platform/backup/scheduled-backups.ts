/** Makes backups while the instance runs, and says when the last one was made. */
import type pg from 'pg';
import { z } from 'zod';
import type { Config } from '#config/config.ts';
import type { Secrets } from '#config/secrets.ts';
import { defineJob, type Jobs } from '../jobs/index.ts';
import type { Log } from '../log/log.ts';
import { ShortCache } from '../short-cache.ts';
import type { Storage } from '../storage/index.ts';
import { readBackupKey } from './backup-key.ts';
import { startOf } from './backup-names.ts';
import { listBackups, openBackupPlace } from './backup-place.ts';
import { makeBackup } from './make-backup.ts';
import { deleteOldBackups } from './retention.ts';

const backupJob = defineJob('backup.make', z.strictObject({}));

/** A place that holds very many files takes long to copy the first time. */
const MAX_HOURS = 24;
/** The place is read at most this often, since it can be a bucket. */
const STATE_MS = 60_000;

export interface BackupState {
  /** How often the instance makes a backup; 0 if only the command line does. */
  readonly everyHours: number;
  /** When the newest complete backup was begun; null if there is none. */
  readonly lastAt: Date | null;
  /** False if the place cannot be read. */
  readonly isReadable: boolean;
}

export interface ScheduledBackups {
  /** @returns null if no place for backups is set */
  state(): Promise<BackupState | null>;
}

export interface ScheduledBackupsOptions {
  readonly config: Pick<Config, 'backup' | 's3' | 'dataDir' | 'version'>;
  readonly secrets: Secrets;
  readonly pool: pg.Pool;
  readonly storage: Storage;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly log: Log;
}

/** Registers the job, if it is set. Must be called before the jobs start. @throws BackupError for an unusable place */
export function scheduleBackups(options: ScheduledBackupsOptions): ScheduledBackups {
  const { config, secrets, pool, storage, jobs, log } = options;
  const { place: path, keyFile, everyHours, keep } = config.backup;
  if (path === null) return { state: async () => null };
  const place = openBackupPlace(path, config);
  const states = new ShortCache<BackupState>({ ttlMs: STATE_MS, maxEntries: 1 });
  if (everyHours > 0) {
    const make = async (signal: AbortSignal) => {
      const key = await readBackupKey(keyFile);
      const progress = (sentence: string) => log.debug(sentence);
      const { version } = config;
      const target = { place, key, pool, storage, secrets: { ...secrets }, version };
      const { manifest, copied } = await makeBackup({ ...target, progress, signal });
      const deleted = await deleteOldBackups(place, key, keep);
      log.info({ backup: manifest.id, copied, deleted }, 'Made a backup');
    };
    jobs.repeat(backupJob, everyHours, make, { maxHours: MAX_HOURS });
  }
  async function readState(): Promise<BackupState> {
    try {
      const newest = (await listBackups(place)).at(-1);
      return { everyHours, lastAt: newest === undefined ? null : startOf(newest), isReadable: true };
    } catch (err) {
      log.warn({ err }, 'The place of backups could not be read');
      return { everyHours, lastAt: null, isReadable: false };
    }
  }
  return { state: () => states.get('state', readState) };
}
