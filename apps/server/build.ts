/**
 * Builds the server into dist/: its modules and their packages as a few scripts, without types and comments.
 * `npm start` runs it. Two thousand modules that Node loads one by one, and strips of their types, take twice the
 * memory and the time to start. `--if-stale` skips the build when dist/ matches the sources.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { openBuildStamp, usesDeliveredBuild } from '../../scripts/build-stamp.ts';
import { messageFiles } from './message-files.ts';
import { NATIVE } from './packages.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');

/** The inputs of the build. */
const SOURCES = [
  'apps/server/src',
  'apps/server/build.ts',
  'apps/server/message-files.ts',
  'apps/server/packages.ts',
  'packages/contracts/src',
  'packages/demo-content/src',
  'packages/messages',
  'packages/swarm/src',
  'scripts/build-stamp.ts',
  'scripts/messages/uses.ts',
  'package-lock.json',
];

/**
 * Modules keep the addresses of their sources, which workers, migrations and packages are found by: processes that
 * the server starts run from the sources.
 */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (!code.includes('import.meta.')) return null;
    const address = (path: string) => `new URL(${JSON.stringify(relative(dist, path))}, import.meta.url)`;
    // In one pass, since each address has an `import.meta.url` of its own.
    return code.replaceAll(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name: string) => {
      if (name === 'url') return `${address(id)}.href`;
      return `decodeURI(${address(name === 'dirname' ? dirname(id) : id)}.pathname)`;
    });
  },
};

/** V8 holds a script of nothing but ASCII in one byte a character, and any other in two. */
function toAscii(code: string, fileName: string): string {
  if (/\\[^\0-\x7f]/.test(code)) throw new Error(`${fileName} escapes a character that is not ASCII.`);
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const isForStart = process.argv.includes('--if-stale');
if (isForStart && usesDeliveredBuild(join(dist, 'main.js'))) process.exit(0);

const started = performance.now();
const stamp = await openBuildStamp(dist, SOURCES);
if (isForStart && stamp.isCurrent) process.exit(0);

const { rolldown } = await import('rolldown');
await rm(dist, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: here,
  input: { main: 'src/main.ts', admin: 'src/admin.ts' },
  platform: 'node',
  external: NATIVE,
  plugins: [messageFiles, keepAddresses],
});
const { output } = await bundle.generate({ format: 'esm', keepNames: true, comments: false });
await bundle.close();
await mkdir(join(dist, 'messages'), { recursive: true });
let bytes = 0;
for (const file of output) {
  const content = file.type === 'chunk' ? toAscii(file.code, file.fileName) : file.source;
  bytes += content.length;
  await writeFile(join(dist, file.fileName), content);
}
await stamp.write();

const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(
  `Built the server in ${seconds} s: ${output.length} files, ${(bytes / 1e6).toFixed(1)} MB\n`,
);
