/** `npm run check:boundaries`: prints imports that cross a boundary, cycles between rooms, and uses of foreign tables. */
import { globSync, readFileSync } from 'node:fs';
import { checkBoundaries } from './boundaries/check.ts';
import { checkTableOwners } from './boundaries/table-owners.ts';

const paths = globSync('{*,{apps,packages,e2e,bench,scripts}/**/*}.{ts,tsx}', {
  exclude: ['**/node_modules', '**/dist'],
});
const sources = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const violations = [...checkBoundaries(sources), ...checkTableOwners(sources, true)];

for (const violation of violations) process.stderr.write(`${violation}\n`);
process.stdout.write(
  `Checked the imports and tables of ${paths.length} files: ${violations.length} violations.\n`,
);
process.exitCode = violations.length > 0 ? 1 : 0;
