/** Checks out a former version into a folder of its own, with the packages that are installed here. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '../..');
const RELEASES = 'apps/server/test/support/releases';
const OWN_PACKAGES = '@tributary';

export interface FormerVersion extends AsyncDisposable {
  /** Its version, as package.json has it. */
  readonly name: string;
  /** The program of its server. */
  readonly main: string;
}

const git = (...words: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** The commit of the newest release, which stored its database. @throws Error in a clone without that history */
export function newestRelease(): string {
  const commit = git('log', '-1', '--format=%H', '--', RELEASES);
  if (commit === '') throw new Error('This clone has no release in its history. Name a commit.');
  return commit;
}

export async function checkOut(commit: string): Promise<FormerVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-rolling-'));
  const tree = join(folder, 'tree');
  git('worktree', 'add', '--detach', tree, commit);
  await linkPackages(tree);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(tree, 'apps/server/package.json'), 'utf8')));
  return {
    name: version,
    main: join(tree, 'apps/server/src/main.ts'),
    async [Symbol.asyncDispose]() {
      git('worktree', 'remove', '--force', tree);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Links each installed package, and the repository's own ones to those of the other version. */
async function linkPackages(tree: string): Promise<void> {
  const installed = join(ROOT, 'node_modules');
  const target = join(tree, 'node_modules');
  await mkdir(join(target, OWN_PACKAGES), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== OWN_PACKAGES) await symlink(join(installed, name), join(target, name));
  for (const name of await readdir(join(tree, 'packages')))
    await symlink(join(tree, 'packages', name), join(target, OWN_PACKAGES, name));
  // npm installs the packages whose versions differ between workspaces beside them.
  const server = 'apps/server/node_modules';
  if (existsSync(join(ROOT, server))) await symlink(join(ROOT, server), join(tree, server));
}
