/** Reads the catalogues: a folder for each language, and in it a file of JSON for each feature. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from './languages.ts';

export const CATALOGUES = join(import.meta.dirname, '../catalogues');

/** ICU messages by key. A key begins with its feature: `identity.signIn.title`. */
export type Catalogue = ReadonlyMap<string, string>;

/** @throws Error that names the file, if it is not an object of texts */
export function readCatalogue(language: Language, folder = CATALOGUES): Catalogue {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'));
  const entries = files.sort().flatMap((file) => {
    const content: unknown = JSON.parse(readFileSync(join(folder, language, file), 'utf8'));
    if (typeof content !== 'object' || content === null) throw new Error(`${language}/${file} is no object.`);
    return Object.entries(content).map(([key, text]: [string, unknown]): [string, string] => {
      if (typeof text !== 'string') throw new Error(`${language}/${file}: ${key} is no text.`);
      return [`${file.slice(0, -'.json'.length)}.${key}`, text];
    });
  });
  return new Map(entries);
}

export type Catalogues = Readonly<Record<Language, Catalogue>>;

export const readCatalogues = (folder = CATALOGUES): Catalogues =>
  Object.fromEntries(LANGUAGES.map((language) => [language, readCatalogue(language, folder)])) as Catalogues;
