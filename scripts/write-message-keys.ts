/** `npm run messages`: writes the types of all messages after a change of the catalogues. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../packages/messages/src/catalogue.ts';
import { SOURCE_LANGUAGE } from '../packages/messages/src/languages.ts';
import { KEYS_FILE, writeKeys } from './messages/write-keys.ts';

const keys = writeKeys(readCatalogue(SOURCE_LANGUAGE));
writeFileSync(join(import.meta.dirname, '..', KEYS_FILE), keys);
