/** Creates the database cluster with initdb, completely or not at all. */
import { spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigError } from '#platform/config-error.ts';
import type { ServerUser } from './server-user.ts';

export const ROLE = 'tributary';
export const POSTGRES_MAJOR = '18';

/** A path to a process's own working directory that needs no permission on the directories above it. */
const WORKING_DIRECTORY = '/proc/self/cwd';

/**
 * The cluster's path as passed to the server. Another user may lack permission on a directory above it, such as
 * /root. Node changes the working directory before it changes the user, so this link of proc(5) works.
 */
export function pathForServer(cluster: string, user: ServerUser | null): string {
  return user && process.platform === 'linux' ? WORKING_DIRECTORY : cluster;
}

/** @throws ConfigError with initdb's output, or for a cluster of another major version */
export async function ensureCluster(
  cluster: string,
  initdb: string,
  user: ServerUser | null,
  password: string,
): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new ConfigError(
        `${cluster} cannot be read (${error.code}). Run as the user who owns it, or as root.`,
      );
    },
  );
  if (version === null) return create(cluster, initdb, user, password);
  if (version.trim() !== POSTGRES_MAJOR) {
    throw new ConfigError(
      `${cluster} was written by PostgreSQL ${version.trim()}, but this version of Tributary includes ${POSTGRES_MAJOR}. Make a backup with the old version (admin -- backup), and restore it with this one into another DATA_DIR.`,
    );
  }
}

async function create(
  cluster: string,
  initdb: string,
  user: ServerUser | null,
  password: string,
): Promise<void> {
  const unfinished = `${cluster}.new`;
  const scratch = await mkdtemp(join(tmpdir(), 'tributary-initdb-'));
  const passwordFile = join(scratch, 'password');
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user)
      await Promise.all([unfinished, scratch, passwordFile].map((path) => chown(path, user.uid, user.gid)));
    await runInitdb(initdb, unfinished, user, passwordFile);
    await rename(unfinished, cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explain(error, dirname(cluster));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function runInitdb(
  initdb: string,
  directory: string,
  user: ServerUser | null,
  passwordFile: string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(
    initdb,
    [
      `--pgdata=${pathForServer(directory, user)}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { cwd: directory, env: {}, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...user },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.on('error', reject);
  child.on('close', (code) =>
    code === 0 ? resolve() : reject(new Error(output.trim() || `initdb exited with ${code}`)),
  );
  return promise;
}

/** Explains an error of initdb or the file system to the operator. */
export function explain(error: unknown, directory: string): Error {
  const detail = error instanceof Error ? error.message : String(error);
  if (/No space left on device|ENOSPC/.test(detail)) {
    return new ConfigError(
      `The disk with ${directory} is full. Free some space, or set DATA_DIR to another disk.`,
    );
  }
  if (/Permission denied|EACCES|EROFS|Read-only file system/.test(detail)) {
    return new ConfigError(
      `${directory} is not writable. Change its permissions, or set DATA_DIR to another directory.`,
    );
  }
  return new ConfigError(
    `The database could not be created in ${directory}: ${detail.replaceAll(/\s*\n\s*/g, ' ')}`,
  );
}
