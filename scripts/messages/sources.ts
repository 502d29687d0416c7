/** The sources of the product that have texts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from './check.ts';

const ROOT = join(import.meta.dirname, '../..');

const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** The sources of the browser. */
export const readScreens = (): Source[] => read('apps/web/src/**/*.{ts,tsx}');

/** The sources of the server, whose errors, notifications and mails take their texts from the catalogues. */
export const readServer = (): Source[] => read('apps/server/src/**/*.ts');

/** The contracts and the definitions of payment providers, whose schemas have sentences of their own. */
export const readSchemas = (): Source[] => [
  ...read('packages/contracts/src/**/*.ts'),
  ...read('apps/server/src/features/payments/providers/*/*-definition.ts'),
];
