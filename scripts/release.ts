/**
 * `npm run release -- VERSION`: sets the version everywhere, dates the changes in CHANGELOG.md, stores a small database of
 * this version for the tests of later ones, commits and tags. It pushes nothing. Run `npm test` before.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import semver from 'semver';
import { releaseChangelog } from './release/changelog.ts';
import { releaseLock, releaseManifest } from './release/manifests.ts';
import { makeSampleDump } from './release/sample-database.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKSPACES = [
  '',
  'apps/mirror',
  'apps/server',
  'apps/web',
  'packages/contracts',
  'packages/demo-content',
  'packages/messages',
  'packages/swarm',
];

const DUMPS = 'apps/server/test/support/releases';

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  const file = join(ROOT, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function release(version: string | undefined): Promise<void> {
  if (semver.valid(version) === null || version === undefined)
    throw new Error('Name a version, such as: npm run release -- 0.3.0');
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`There are changes that are not committed:\n${changed}`);
  const date = new Date().toISOString().slice(0, 10);
  await rewrite('CHANGELOG.md', (text) => releaseChangelog(text, version, date));
  for (const folder of WORKSPACES)
    await rewrite(join(folder, 'package.json'), (text) => releaseManifest(text, version));
  await rewrite('package-lock.json', (text) => releaseLock(text, version, WORKSPACES));
  const dump = join(DUMPS, `${version}.dump`);
  await writeFile(join(ROOT, dump), await makeSampleDump(version));
  git('add', dump);
  git('commit', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Tributary ${version}`);
  process.stdout.write(`Committed and tagged v${version}. Publish it with: git push --follow-tags\n`);
}

await release(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
