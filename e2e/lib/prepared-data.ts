/** Playwright's global setup: creates and migrates a database once, which each instance of the run begins with a copy of. */
import { PREPARED_DATA, startInstance } from './instance.ts';

export default async function prepareData(): Promise<() => Promise<void>> {
  const instance = await startInstance();
  await instance.stop();
  process.env[PREPARED_DATA] = instance.dataDir;
  return () => instance[Symbol.asyncDispose]();
}
