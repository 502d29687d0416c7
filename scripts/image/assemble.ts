/**
 * Lays out what the image runs from: `node scripts/image/assemble.ts FOLDER`, after `npm run build`. Node comes from its npm
 * package, which has the version that the tests run on.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readNotices, writeNotices } from './notices.ts';
import { runtimePackages } from './runtime-packages.ts';

const ROOT = join(import.meta.dirname, '../..');
const target = process.argv[2];
if (target === undefined) throw new Error('Name the folder to write to.');

const SOURCES = [
  'LICENSE',
  'package.json',
  'apps/server/package.json',
  'apps/server/migrations',
  'apps/server/dist',
  'apps/server/src',
  'apps/web/dist',
  'packages/contracts/package.json',
  'packages/contracts/src',
  'packages/demo-content/package.json',
  'packages/demo-content/src',
  'packages/swarm/package.json',
  'packages/swarm/src',
];

/** Files of packages that no program reads. */
const UNUSED = /\.(?:d\.[cm]?ts|map|md|markdown|tsbuildinfo)$|\/(?:test|tests|__tests__|examples?|docs)\//;
/** Licences have to go with what they are about. */
const LICENSE = /licen[cs]e|notice|copying/i;

await rm(target, { recursive: true, force: true });
for (const source of SOURCES) await copy(source, (file) => !file.includes('.test.'));
for (const folder of await runtimePackages())
  await copy(
    folder,
    (file) => LICENSE.test(basename(file)) || !UNUSED.test(file.slice(join(ROOT, folder).length)),
  );

for (const name of ['contracts', 'demo-content', 'swarm'])
  await cp(join(ROOT, `node_modules/@tributary/${name}`), join(target, `node_modules/@tributary/${name}`), {
    recursive: true,
    verbatimSymlinks: true,
  });
await writeFile(join(target, 'THIRD_PARTY_NOTICES'), await writeNotices(await readNotices()));
await mkdir(join(target, 'bin'));
await cp(join(ROOT, 'node_modules/node/bin/node'), join(target, 'bin/node'), { dereference: true });
await cp(join(import.meta.dirname, 'health.js'), join(target, 'health.js'));

/** Copies links as well, by which PostgreSQL finds its libraries. */
async function copy(path: string, keeps: (file: string) => boolean): Promise<void> {
  await cp(join(ROOT, path), join(target ?? '', path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: keeps,
  });
}
