/** The size of the scripts that Home loads first, measured on the built files, and its budget (budget.json). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ROOT = new URL('../..', import.meta.url).pathname;

/** The scripts that every page of the app loads: those named in its HTML, and their static imports. */
export async function initialScripts(dist: string): Promise<string[]> {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const found = new Set<string>();
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const code = await readFile(join(dist, file), 'utf8');
    // `import"./x.js"` and `from"./x.js"` are static; `import("./x.js")` loads with its screen.
    for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g)) {
      waiting.push(`assets/${name}`);
    }
  }
  return [...found];
}

/** Bytes on the wire in both encodings. */
export interface CompressedSize {
  readonly brotli: number;
  readonly gzip: number;
}

export async function measureCompressed(dist: string, files: readonly string[]): Promise<CompressedSize> {
  const all = await Promise.all(files.map((file) => readFile(join(dist, file))));
  return {
    brotli: all.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0),
    gzip: all.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0),
  };
}

export async function readBudget(): Promise<{ home: { initialScriptBytes: CompressedSize } }> {
  return JSON.parse(await readFile(join(ROOT, 'budget.json'), 'utf8'));
}

export const DIST = join(ROOT, 'apps/web/dist');
