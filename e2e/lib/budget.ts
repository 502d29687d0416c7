/** What Home may weigh before anything is on screen (budget.json), measured on the built files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ROOT = new URL('../..', import.meta.url).pathname;

/** The scripts that a page of the app asks for by itself: named in its HTML, and what those import at once. */
export async function initialScripts(dist: string): Promise<string[]> {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const found = new Set<string>();
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const code = await readFile(join(dist, file), 'utf8');
    // `import"./x.js"` and `from"./x.js"` load at once; `import("./x.js")` waits for its screen.
    for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g)) {
      waiting.push(`assets/${name}`);
    }
  }
  return [...found];
}

/** Bytes as they leave the server, in both encodings. */
export interface Weight {
  readonly brotli: number;
  readonly gzip: number;
}

export async function weigh(dist: string, files: readonly string[]): Promise<Weight> {
  const all = await Promise.all(files.map((file) => readFile(join(dist, file))));
  return {
    brotli: all.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0),
    gzip: all.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0),
  };
}

export async function readBudget(): Promise<{ home: { initialScriptBytes: Weight } }> {
  return JSON.parse(await readFile(join(ROOT, 'budget.json'), 'utf8'));
}

export const DIST = join(ROOT, 'apps/web/dist');
