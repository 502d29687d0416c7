/** The database of a running instance: for crowds that no machine has the encoders for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase, runningConnection } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';

/** Close it before the instance stops. */
export async function openDatabaseOf({ dataDir }: { readonly dataDir: string }): Promise<Database> {
  const secrets: { database: string } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const connection = await runningConnection(dataDir, secrets.database);
  if (connection === null) throw new Error('The instance has no database that runs.');
  return openDatabase({ ...connection, max: 1 }, createLog('silent'));
}
