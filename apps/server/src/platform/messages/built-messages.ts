/** The messages of the build: one file of compiled messages for each language (apps/server/message-files.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@tributary/messages/format';
import { type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import { isSchemaKey, type SchemaKey } from '@tributary/messages/schema-keys';
import type { FindMessage } from './source-messages.ts';

const FOLDER = join(import.meta.dirname, '../../../dist/messages');

/** The build has written the file from this type. */
const read = (language: Language): Readonly<Record<string, Message>> =>
  JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'));

/** Errors need English even when no file can be opened. */
const english = read(SOURCE_LANGUAGE);

/** The keys of the messages of schemas. */
export const schemaKeys = (): SchemaKey[] => Object.keys(english).filter(isSchemaKey);

/** @returns null while the file cannot be read, such as when file descriptors run out */
export function loadMessages(language: Language): FindMessage | null {
  if (language === SOURCE_LANGUAGE) return (key) => english[key];
  try {
    const messages = read(language);
    return (key) => messages[key];
  } catch {
    return null;
  }
}
