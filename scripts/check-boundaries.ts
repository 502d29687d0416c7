/** `npm run check:boundaries`: prints imports that cross a boundary, and cycles between rooms. */
import { globSync, readFileSync } from 'node:fs';
import { checkBoundaries } from './boundaries/check.ts';

const paths = globSync('{*,{apps,packages,e2e,bench,scripts}/**/*}.{ts,tsx}', {
  exclude: ['**/node_modules', '**/dist'],
});
const violations = checkBoundaries(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })));

for (const violation of violations) process.stderr.write(`${violation}\n`);
process.stdout.write(`Checked the imports of ${paths.length} files: ${violations.length} violations.\n`);
process.exitCode = violations.length > 0 ? 1 : 0;
