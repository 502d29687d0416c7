/** Whether a build is up to date: its stamp holds the hash of the files that it was made from. */
import { createHash } from 'node:crypto';
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
