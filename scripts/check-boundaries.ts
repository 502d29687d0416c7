/** `npm run check:boundaries`: prints imports that cross a boundary, and cycles between rooms. */
import { globSync, readFileSync } from 'node:fs';
import { checkBoundaries } from './boundaries/check.ts';

const paths = globSync('{*,{apps,packages,e2e,bench,scripts}/**/*}.{ts,tsx}', {
  exclude: ['**/node_modules', '**/dist'],
});
const complaints = checkBoundaries(paths.map((path) => ({ path, text: readFileSync(path, 'utf8') })));

for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
process.stdout.write(`Boundaries: ${complaints.length} problems in ${paths.length} files\n`);
process.exitCode = complaints.length > 0 ? 1 : 0;
