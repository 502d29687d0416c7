/** Lets only one instance use a data directory, by a lock file that names its process. */
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#platform/config-error.ts';
import { processIdentity } from './process-identity.ts';

const holder = z.object({ pid: z.int().positive(), identity: z.string() });

const lockPath = (dataDir: string) => join(dataDir, 'instance.lock');

/**
 * Takes over a lock that kill -9 or a power cut left behind.
 * @returns a function that releases the lock
 * @throws ConfigError while another instance holds it
 */
export async function lockInstance(dataDir: string): Promise<() => Promise<void>> {
  const path = lockPath(dataDir);
  // The file is written under another name and linked, so that the lock file never exists without its content.
  const own = `${path}.${process.pid}`;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(own, { force: true }));
  await writeFile(own, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' }));
  for (;;) {
    const taken = await link(own, path).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return true;
        throw error;
      },
    );
    if (!taken) return () => rm(path, { force: true });
    const pid = await findLockHolder(dataDir);
    if (pid !== null) {
      throw new ConfigError(
        `${dataDir} is in use by another instance (process ${pid}). Stop that instance, or set DATA_DIR to another directory.`,
      );
    }
    await rm(path, { force: true });
  }
}

/** The process id of the instance that is using the directory; null if there is none. */
export async function findLockHolder(dataDir: string): Promise<number | null> {
  try {
    const { pid, identity } = holder.parse(JSON.parse(await readFile(lockPath(dataDir), 'utf8')));
    return processIdentity(pid) === identity ? pid : null;
  } catch {
    return null;
  }
}
