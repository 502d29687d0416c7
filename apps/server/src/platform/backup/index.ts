/** Backup and restore of an instance (docs/operating.md). */
export { BackupError } from './backup-error.ts';
export { readBackupKey } from './backup-key.ts';
export { openBackupPlace } from './backup-place.ts';
export { makeBackup } from './make-backup.ts';
export { openBackup, verifyFiles, verifyObjects } from './read-backup.ts';
export { restoreBackup } from './restore-backup.ts';
export { deleteOldBackups } from './retention.ts';
export { type BackupState, type ScheduledBackups, scheduleBackups } from './scheduled-backups.ts';
