/**
 * Puts the English messages where they are used, in place of their keys, and the other languages into a file each. So
 * a page in English loads the texts that it shows with its script, and nothing else.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '@tributary/messages/catalogue';
import { compileMessage } from '@tributary/messages/compile';
import { OFFERED_LANGUAGES } from '@tributary/messages/keys';
import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import type { Plugin } from 'vite';
import { usesOf } from '../../scripts/messages/uses.ts';

const FILES = 'virtual:message-files';
const FILE = 'virtual:messages/';

export function messageKeys(): Plugin {
  const english = readCatalogue(SOURCE_LANGUAGE);
  const ids = new Map([...english.keys()].sort().map((key, index) => [key, index.toString(36)]));
  let languages: readonly Language[] = LANGUAGES;

  /** The messages of a language that the app uses, by the short names of their keys. */
  const messagesOf = (language: Language): Record<string, unknown> => {
    const used = new Set(
      globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname }).flatMap((file) =>
        usesOf(file, readFileSync(join(import.meta.dirname, file), 'utf8')).keys.map(({ key }) => key),
      ),
    );
    const catalogue = [...readCatalogue(language)].filter(([key]) => used.has(key));
    return Object.fromEntries(
      catalogue.map(([key, text]) => [ids.get(key) ?? key, compileMessage(text).message]),
    );
  };

  return {
    name: 'message-keys',
    // Before JSX becomes calls.
    enforce: 'pre',
    configResolved({ command }) {
      if (command === 'build') languages = OFFERED_LANGUAGES;
    },
    resolveId(id) {
      return id === FILES || id.startsWith(FILE) ? `\0${id}` : null;
    },
    load(id) {
      if (id === `\0${FILES}`) {
        const files = languages
          .filter((language) => language !== SOURCE_LANGUAGE)
          .map((language) => `${JSON.stringify(language)}: () => import('${FILE}${language}')`);
        return `export const HAS_LANGUAGES = ${files.length > 0};
export const LANGUAGE_FILES = { ${files.join(', ')} };`;
      }
      const language = LANGUAGES.find((one) => id === `\0${FILE}${one}`);
      if (!language) return null;
      // Engines read JSON in a string faster than the same object in a script.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(messagesOf(language)))});`;
    },
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id) || id.includes('/node_modules/')) return null;
      let replaced = code;
      for (const { key, start, end, line } of [...usesOf(id, code).keys].sort((a, b) => b.start - a.start)) {
        const text = english.get(key);
        if (text === undefined) throw new Error(`${id}:${line}: no catalogue has the message ${key}.`);
        const built = JSON.stringify([ids.get(key), compileMessage(text).message]);
        // An attribute's value needs braces.
        const isAttribute = code[start - 1] === '=';
        replaced = replaced.slice(0, start) + (isAttribute ? `{${built}}` : built) + replaced.slice(end);
      }
      return replaced === code ? null : { code: replaced, map: null };
    },
  };
}
