import type { InstanceHealth } from '@tributary/contracts/admin';
import { formatBytes } from '@/lib/format/bytes.ts';
import { t } from '@/lib/messages/t.ts';
import { Fact } from '@/ui/layout.tsx';
import { formatAgo, usageTexts } from './health-words.ts';

/** The database that all processes share, and where files are stored. */
export function DatabaseFacts({ health: { database, storage, backup } }: { health: InstanceHealth }) {
  const { isEmbedded, sizeBytes, connections, migration, waitingMigrations, replica } = database;
  return (
    <dl className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-4">
      <Fact label={t('admin.health.database')}>
        {t(isEmbedded ? 'admin.health.embedded' : 'admin.health.external')}
      </Fact>
      <Fact label={t('admin.health.databaseSize')}>{formatBytes(sizeBytes)}</Fact>
      <Fact label={t('admin.health.connections')}>{t('admin.health.usedOf', usageTexts(connections))}</Fact>
      {replica && <Fact label={t('admin.health.replica')}>{replicaText(replica)}</Fact>}
      <Fact label={t('admin.health.migrations')}>
        {waitingMigrations === 0
          ? t('admin.health.upToDate', { migration: String(migration) })
          : t('admin.health.migrationsWaiting', {
              count: String(waitingMigrations),
              migration: String(migration),
            })}
      </Fact>
      <Fact label={t('admin.health.lastBackup')}>{backupText(backup)}</Fact>
      <Fact label={t('admin.health.files')}>
        {t(storage.kind === 's3' ? 'admin.health.onS3' : 'admin.health.onDisk')}
      </Fact>
    </dl>
  );
}

function replicaText({ state, lagMs }: NonNullable<InstanceHealth['database']['replica']>): string {
  const lag = String(Math.round(lagMs ?? 0));
  switch (state) {
    case 'used':
      return t('admin.health.replicaUsed', { lag });
    case 'behind':
      return t('admin.health.replicaBehind', { lag });
    case 'down':
      return t('admin.health.replicaDown');
    case 'unsuitable':
      return t('admin.health.replicaUnsuitable');
    case 'starting':
      return t('admin.health.replicaStarting');
  }
}

function backupText(backup: InstanceHealth['backup']): string {
  if (backup === null) return t('admin.health.noBackupPlace');
  return backup.ageSeconds === null ? t('admin.health.noBackup') : formatAgo(backup.ageSeconds);
}
