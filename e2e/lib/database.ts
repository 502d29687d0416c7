/** Access to the database of a running instance, to insert streams without encoders. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase, runningConnection } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';

/** Close it before the instance is stopped. */
export async function openDatabaseOf({ dataDir }: { readonly dataDir: string }): Promise<Database> {
  const secrets: { database: string } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const connection = await runningConnection(dataDir, secrets.database);
  if (connection === null) throw new Error(`The database of the instance in ${dataDir} is not running`);
  return openDatabase({ ...connection, max: 1 }, createLog('silent'));
}
