/**
 * Puts the English messages where they are used, in place of their keys, and the other languages into a file each. So
 * a page in English loads the texts that it shows with its script, and nothing else. The file of a language has its
 * translations under the English text, or under a short name where that text does not settle the translation.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogues, readCatalogue, readCatalogues } from '@tributary/messages/catalogue';
import { compileMessage } from '@tributary/messages/compile';
import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import { isSchemaKey } from '@tributary/messages/schema-keys';
import type { Plugin } from 'vite';
import { usesOf } from '../../scripts/messages/uses.ts';

const FILES = 'virtual:message-files';
const FILE = 'virtual:messages/';

/**
 * The names of the messages in scripts, by key. The English text is the name of a message that it settles in every
 * language. Messages with arguments, and those that share their English text but not a translation, have short names.
 */
export function namesOf(catalogues: Catalogues): Map<string, string> {
  const english = catalogues[SOURCE_LANGUAGE];
  const ids = new Map([...english.keys()].sort().map((key, index) => [key, index.toString(36)]));
  const taken = new Set<unknown>(ids.values());
  const translationsOf = (key: string) => JSON.stringify(LANGUAGES.map((one) => catalogues[one].get(key)));
  const translations = new Map<string, Set<string>>();
  for (const [key, text] of english) {
    translations.set(text, (translations.get(text) ?? new Set()).add(translationsOf(key)));
  }
  return new Map(
    [...ids].map(([key, id]) => {
      const text = english.get(key) ?? '';
      const { message } = compileMessage(text);
      const isSettled =
        typeof message === 'string' && translations.get(text)?.size === 1 && !taken.has(message);
      return [key, isSettled ? message : id];
    }),
  );
}

export function messageKeys(): Plugin {
  const english = readCatalogue(SOURCE_LANGUAGE);
  const names = namesOf(readCatalogues());

  /** The messages of a language that the app uses, by their names in scripts. */
  const messagesOf = (language: Language): Record<string, unknown> => {
    const used = new Set(
      globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname }).flatMap((file) =>
        usesOf(file, readFileSync(join(import.meta.dirname, file), 'utf8')).keys.map(({ key }) => key),
      ),
    );
    const catalogue = [...readCatalogue(language)].filter(([key]) => used.has(key));
    return Object.fromEntries(
      catalogue.map(([key, text]) => [names.get(key) ?? key, compileMessage(text).message]),
    );
  };

  /** The English messages of schemas, each with its translation. */
  const schemasIn = (language: Language) =>
    [...readCatalogue(language)]
      .filter(([key]) => isSchemaKey(key))
      .map(([key, text]) => [compileMessage(english.get(key) ?? '').message, compileMessage(text).message]);

  const inJson = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

  return {
    name: 'message-keys',
    // Before JSX becomes calls.
    enforce: 'pre',
    resolveId(id) {
      return id === FILES || id.startsWith(FILE) ? `\0${id}` : null;
    },
    load(id) {
      if (id === `\0${FILES}`) {
        const files = LANGUAGES.filter((language) => language !== SOURCE_LANGUAGE).map(
          (language) => `${JSON.stringify(language)}: () => import('${FILE}${language}')`,
        );
        return `export const LANGUAGE_FILES = { ${files.join(', ')} };`;
      }
      const language = LANGUAGES.find((one) => id === `\0${FILE}${one}`);
      if (!language) return null;
      // Engines read JSON in a string faster than the same object in a script.
      return `export default ${inJson(messagesOf(language))}; export const schemas = ${inJson(schemasIn(language))};`;
    },
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id) || id.includes('/node_modules/')) return null;
      let replaced = code;
      for (const { key, start, end, line } of [...usesOf(id, code).keys].sort((a, b) => b.start - a.start)) {
        const text = english.get(key);
        if (text === undefined) throw new Error(`${id}:${line}: no catalogue has the message ${key}.`);
        const { message } = compileMessage(text);
        const name = names.get(key);
        const built = JSON.stringify(name === message ? message : [name, message]);
        // An attribute's value needs braces.
        const isAttribute = code[start - 1] === '=';
        replaced = replaced.slice(0, start) + (isAttribute ? `{${built}}` : built) + replaced.slice(end);
      }
      return replaced === code ? null : { code: replaced, map: null };
    },
  };
}
