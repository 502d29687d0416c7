/** Playwright's global setup: creates and migrates a database once, which each instance of the run begins with a copy of. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PREPARED_DATA, startInstance } from './instance.ts';

export default async function prepareData(): Promise<() => Promise<void>> {
  const instance = await startInstance();
  await instance.stop();
  // The data need not survive a crash of the machine.
  const settings = join(instance.dataDir, 'postgres', 'postgresql.auto.conf');
  await appendFile(settings, 'fsync = off\nfull_page_writes = off\n');
  process.env[PREPARED_DATA] = instance.dataDir;
  return () => instance[Symbol.asyncDispose]();
}
