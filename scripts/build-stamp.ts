/**
 * Whether a build is up to date: its stamp holds the hash of the files that it was made from. An installation without
 * development dependencies has nothing to build with, and runs what it was delivered with.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '..');

export interface BuildStamp {
  /** The build exists, and nothing that it was made from has changed. */
  readonly isCurrent: boolean;
  /** A failed build leaves no stamp, so that the next start builds again. */
  remove(): Promise<void>;
  write(): Promise<void>;
}

/** A package that only installations with development dependencies have. Builders also come as optional peers of others. */
const DEVELOPMENT_PACKAGE = '@biomejs/biome';

/**
 * Answers `--if-stale` in an installation without development dependencies.
 * @param main a file of the build
 * @returns true where the delivered build is used as it is
 * @throws Error where there is none
 */
export function usesDeliveredBuild(main: string, packages = join(REPOSITORY, 'node_modules')): boolean {
  if (existsSync(join(packages, DEVELOPMENT_PACKAGE))) return false;
  if (existsSync(main)) return true;
  throw new Error(
    `${relative(REPOSITORY, main)} is missing, and what builds it is not installed. Run npm ci and npm run build, then npm prune --omit=dev.`,
  );
}

/**
 * @param dist the directory of the build
 * @param sources files and folders that it is made from, relative to the repository
 */
export async function openBuildStamp(dist: string, sources: readonly string[]): Promise<BuildStamp> {
  const file = join(dist, '.sources');
  const hash = await hashOf(sources);
  const built = await readFile(file, 'utf8').catch(() => '');
  return {
    isCurrent: built === hash,
    remove: () => rm(file, { force: true }),
    write: () => writeFile(file, hash),
  };
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesUnder(join(REPOSITORY, source))) {
      hash
        .update(relative(REPOSITORY, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** All files of a folder except tests, sorted; of a file, itself. */
export async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
