/**
 * Builds the web app into dist/: Vite's build, then a .br and a .gz file beside every text asset, so that
 * the server doesn't compress per request. `--if-stale` skips the build when dist/ matches the sources.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesUnder, openBuildStamp, usesDeliveredBuild } from '../../scripts/build-stamp.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');

/** The inputs of the build. */
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build.ts',
  'apps/web/build-service-worker.ts',
  'apps/web/service-worker',
  'apps/web/message-keys.ts',
  'packages/contracts/src',
  'packages/messages',
  'packages/swarm/src',
  'scripts/messages/uses.ts',
  'scripts/build-stamp.ts',
  'package-lock.json',
];

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Writes the compressed versions of a file. @returns the bytes that the server sends for it (Brotli) */
async function compress(file: string): Promise<number> {
  const bytes = await readFile(file);
  if (!COMPRESSIBLE.has(extname(file))) return bytes.length;
  const [small, smaller] = await Promise.all([
    gz(bytes, { level: 9 }),
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ]);
  await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)]);
  return smaller.length;
}

/** The scripts that index.html loads before the first render. */
async function initialScripts(): Promise<string[]> {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  return [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map((match) => join(dist, match[1] ?? ''));
}

const isForStart = process.argv.includes('--if-stale');
if (isForStart && usesDeliveredBuild(join(dist, 'index.html'))) process.exit(0);

const started = performance.now();
const stamp = await openBuildStamp(dist, SOURCES);
if (isForStart && stamp.isCurrent) process.exit(0);

const { build } = await import('vite');
const { buildServiceWorker } = await import('./build-service-worker.ts');
await stamp.remove();
await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' });
await buildServiceWorker(dist);
const files = await filesUnder(dist);
const sizes = new Map<string, number>();
for (const file of files) sizes.set(file, await compress(file));
await stamp.write();

const kb = (paths: string[]) =>
  Math.round(paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0) / 1000);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(
  `Built the web app in ${seconds} s: ${files.length} files, ${kb(await initialScripts())} kB of initial script\n`,
);
