/** One instance a data directory: a file that names the process which holds it. */
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#config/config-error.ts';
import { processIdentity } from './process-identity.ts';

const holder = z.object({ pid: z.int().positive(), identity: z.string() });

const lockPath = (dataDir: string) => join(dataDir, 'instance.lock');

/**
 * A lock left behind by kill -9 or a power cut is taken over.
 * @returns how to let go
 * @throws ConfigError while another instance holds it
 */
export async function lockInstance(dataDir: string): Promise<() => Promise<void>> {
  const path = lockPath(dataDir);
  // Linked into place with its content, so that nobody ever sees half a lock.
  const mine = `${path}.${process.pid}`;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(mine, { force: true }));
  await writeFile(mine, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' }));
  for (;;) {
    const taken = await link(mine, path).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return true;
        throw error;
      },
    );
    if (!taken) return () => rm(path, { force: true });
    const pid = await instanceHolder(dataDir);
    if (pid !== null) {
      throw new ConfigError(
        `${dataDir} is in use by another instance (process ${pid}): stop that one first, or give this one a DATA_DIR of its own.`,
      );
    }
    await rm(path, { force: true });
  }
}

/** The process that runs on the directory now, or null. */
export async function instanceHolder(dataDir: string): Promise<number | null> {
  try {
    const { pid, identity } = holder.parse(JSON.parse(await readFile(lockPath(dataDir), 'utf8')));
    return processIdentity(pid) === identity ? pid : null;
  } catch {
    return null;
  }
}
