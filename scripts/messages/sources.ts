/** The sources of the product that show texts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './check.ts';

const ROOT = join(import.meta.dirname, '../..');

export const readScreens = (): Source[] =>
  globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
