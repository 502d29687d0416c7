/** Writes dist/offline.html and dist/sw.js, which refer to the built files by name. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const SOURCE = join(import.meta.dirname, 'service-worker');

/** The files of the offline page, besides the styles. */
const FILES = ['/offline.html', '/offline.js', '/theme.js', '/favicon.svg'];

/** @param dist the directory of the finished app build */
export async function buildServiceWorker(dist: string): Promise<void> {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const offline = await readFile(join(SOURCE, 'offline.html'), 'utf8');
  await writeFile(join(dist, 'offline.html'), offline.replace('<!-- styles -->', styles.join('\n    ')));

  const shell = [
    ...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])),
  ];
  const assets = (await readdir(join(dist, 'assets'))).sort().map((name) => `/assets/${name}`);
  const version = createHash('sha256').update(JSON.stringify([shell, assets]));
  for (const file of FILES) version.update(await readFile(join(dist, file)));
  await build({
    configFile: false,
    root: SOURCE,
    logLevel: 'warn',
    define: {
      __FILES__: JSON.stringify(FILES),
      __SHELL__: JSON.stringify(shell),
      __ASSETS__: JSON.stringify(assets),
      __VERSION__: JSON.stringify(version.digest('hex').slice(0, 12)),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(SOURCE, 'sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
