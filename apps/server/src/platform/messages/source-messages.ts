/**
 * The messages of development and tests: read from the catalogues, and compiled when they are first used. The build takes
 * built-messages.ts in place of this file, so that production parses no messages.
 */
import { readCatalogue } from '@tributary/messages/catalogue';
import { compileMessage } from '@tributary/messages/compile';
import type { Message } from '@tributary/messages/format';
import { type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import { isSchemaKey, type SchemaKey } from '@tributary/messages/schema-keys';

/** Finds the message of a key. */
export type FindMessage = (key: string) => Message | undefined;

/** Errors need English even when no file can be opened. */
const english = readCatalogue(SOURCE_LANGUAGE);

/** @returns null while the messages cannot be read, which happens to files of the build only */
export function loadMessages(language: Language): FindMessage | null {
  const catalogue = language === SOURCE_LANGUAGE ? english : readCatalogue(language);
  const compiled = new Map<string, Message>();
  return (key) => {
    const text = catalogue.get(key);
    if (text === undefined) return undefined;
    const message = compiled.get(key) ?? compileMessage(text).message;
    compiled.set(key, message);
    return message;
  };
}

/** The keys of the messages of schemas. */
export const schemaKeys = (): SchemaKey[] => [...english.keys()].filter(isSchemaKey);
