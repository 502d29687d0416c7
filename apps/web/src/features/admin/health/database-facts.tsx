import type { InstanceHealth } from '@tributary/contracts/admin';
import { formatBytes } from '@/lib/format-bytes.ts';
import { Fact } from '@/ui/layout.tsx';
import { formatPeriod } from './health-words.ts';

/** The database that all processes share, and where files are stored. */
export function DatabaseFacts({ health: { database, storage, backup } }: { health: InstanceHealth }) {
  const { isEmbedded, sizeBytes, connections, migration, waitingMigrations } = database;
  return (
    <dl className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-4">
      <Fact label="Database">{isEmbedded ? 'Embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'}</Fact>
      <Fact label="Size of the database">{formatBytes(sizeBytes)}</Fact>
      <Fact label="Database connections">
        {connections.used} of {connections.limit}
      </Fact>
      <Fact label="Migrations">
        {waitingMigrations === 0
          ? `Up to date, at ${migration}`
          : `${waitingMigrations} waiting after ${migration}`}
      </Fact>
      <Fact label="Last backup">{backupText(backup)}</Fact>
      <Fact label="Files">{storage.kind === 's3' ? 'In the S3 bucket' : 'On the disk of DATA_DIR'}</Fact>
    </dl>
  );
}

function backupText(backup: InstanceHealth['backup']): string {
  if (backup === null) return 'BACKUP_TO is not set';
  return backup.ageSeconds === null ? 'None' : `${formatPeriod(backup.ageSeconds)} ago`;
}
