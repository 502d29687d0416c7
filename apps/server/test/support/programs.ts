/** Finds programs that tests need and npm does not install. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first of these programs that PATH leads to, or null. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

/**
 * Installs the first of these Debian packages that the release has, if this is a Debian machine and the process runs as
 * root. It reports its work on stdout, and apt-get reports failures.
 */
export function installByApt(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return;
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  process.stdout.write(`Installing ${packages.join(' or ')} with apt-get.\n`);
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
  } catch {
    return;
  }
  for (const name of packages) {
    try {
      execFileSync('apt-get', ['install', '-y', '-qq', name], options);
      return;
    } catch {
      // The next package may be the name of the same program in an older or newer release.
    }
  }
}
