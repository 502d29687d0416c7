/**
 * `npm run check:messages`: prints messages that are missing, unused or not translated, whose arguments differ between
 * languages, and texts of screens that are not in the catalogues.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogues } from '../packages/messages/src/catalogue.ts';
import { SOURCE_LANGUAGE } from '../packages/messages/src/languages.ts';
import { checkCatalogues, checkErrors, checkSchemas, checkTexts, checkUses } from './messages/check.ts';
import { readSchemas, readScreens, readServer } from './messages/sources.ts';
import { KEYS_FILE, writeKeys } from './messages/write-keys.ts';

const catalogues = readCatalogues();
const english = catalogues[SOURCE_LANGUAGE];
const screens = readScreens();
const server = readServer();
const schemas = checkSchemas(readSchemas(), english);
const violations = [
  ...checkCatalogues(catalogues),
  ...checkUses([...screens, ...server], english, schemas.keys),
  ...schemas.violations,
  ...checkErrors(server),
  ...checkTexts(screens),
];
// Types cannot be derived from messages that do not compile.
if (violations.length === 0) {
  const keys = readFileSync(join(import.meta.dirname, '..', KEYS_FILE), 'utf8');
  if (keys !== writeKeys(english)) {
    violations.push(`${KEYS_FILE} is out of date: run npm run messages`);
  }
}

for (const violation of violations) process.stderr.write(`${violation}\n`);
process.stdout.write(
  `Checked ${english.size} messages in ${Object.keys(catalogues).length} languages: ${violations.length} violations.\n`,
);
process.exitCode = violations.length > 0 ? 1 : 0;
