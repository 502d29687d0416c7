/** Checks the catalogues against each other, and against the sources that use them. */
import { type CompiledMessage, compileMessage } from '../../packages/messages/src/compile.ts';
import { SOURCE_LANGUAGE } from '../../packages/messages/src/languages.ts';
import { createTextMatcher } from '../../packages/messages/src/match-text.ts';
import { isSchemaKey } from '../../packages/messages/src/schema-keys.ts';
import { errorTextsOf } from './error-texts.ts';
import { schemaTextsOf } from './schema-texts.ts';
import { textsOf } from './texts.ts';
import { usesOf } from './uses.ts';

export interface Source {
  /** From the root of the repository: `apps/web/src/ui/tabs.tsx`. */
  readonly path: string;
  readonly text: string;
}

type Messages = ReadonlyMap<string, string>;

/** Compiles what it can, and adds a line to `violations` for each message that is none. */
function compileAll(language: string, messages: Messages, violations: string[]) {
  const compiled = new Map<string, CompiledMessage>();
  for (const [key, text] of messages) {
    try {
      if (text.trim() === '') throw new Error('it is empty');
      compiled.set(key, compileMessage(text));
    } catch (error) {
      violations.push(`${language}: ${key} is no message: ${error instanceof Error ? error.message : error}`);
    }
  }
  return compiled;
}

const signatureOf = ({ kinds }: CompiledMessage): string =>
  [...kinds]
    .map(([name, kind]) => `${name} (${kind})`)
    .sort()
    .join(', ') || 'none';

/** The plural categories that whole numbers up to 999 have in a language. */
function categoriesOf(language: string, ordinal: boolean): string[] {
  const rules = new Intl.PluralRules(language, { type: ordinal ? 'ordinal' : 'cardinal' });
  return [...new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)))];
}

/** A line for each message that a language lacks, has alone, or has with other arguments or too few plural forms. */
export function checkCatalogues(catalogues: Readonly<Record<string, Messages>>): string[] {
  const violations: string[] = [];
  const source = compileAll(SOURCE_LANGUAGE, catalogues[SOURCE_LANGUAGE] ?? new Map(), violations);
  for (const [language, messages] of Object.entries(catalogues)) {
    const compiled = language === SOURCE_LANGUAGE ? source : compileAll(language, messages, violations);
    for (const key of source.keys()) {
      if (!messages.has(key)) violations.push(`${language}: ${key} is not translated`);
    }
    for (const [key, message] of compiled) {
      const english = source.get(key);
      if (!english) {
        violations.push(`${language}: ${key} is not in English, the source`);
        continue;
      }
      const [own, expected] = [signatureOf(message), signatureOf(english)];
      if (own !== expected)
        violations.push(`${language}: ${key} has the arguments ${own}, English ${expected}`);
      for (const { ordinal, categories } of message.plurals) {
        const missing = categoriesOf(language, ordinal).filter((category) => !categories.includes(category));
        if (missing.length > 0) violations.push(`${language}: ${key} lacks the plural ${missing.join(', ')}`);
      }
    }
  }
  return violations;
}

/**
 * A line for each key in the sources that English lacks, each that is computed, and each message that none uses.
 * @param usedElsewhere keys that the sources do not name, such as those of schemas
 */
export function checkUses(
  sources: readonly Source[],
  english: Messages,
  usedElsewhere: readonly string[] = [],
): string[] {
  const used = new Set<string>(usedElsewhere);
  const violations = sources.flatMap(({ path, text }) => {
    const { keys, computed } = usesOf(path, text);
    for (const { key } of keys) used.add(key);
    return [
      ...keys
        .filter(({ key }) => !english.has(key))
        .map(({ key, line }) => `${path}:${line}: no catalogue has the message ${key}`),
      ...computed.map((line) => `${path}:${line}: write the key out, or choose it by a condition`),
    ];
  });
  const unused = [...english.keys()].filter((key) => !used.has(key));
  return [...violations, ...unused.map((key) => `No source uses the message ${key}`)];
}

/** A line for each text of a screen that is not in the catalogues. */
export const checkTexts = (screens: readonly Source[]): string[] =>
  screens.flatMap(({ path, text }) =>
    textsOf(path, text).map((found) => `${path}:${found.line}: “${found.text}” belongs into the catalogues`),
  );

/**
 * Finds the messages of the sentences in schemas, which forms and the API show.
 * @returns their keys, and a line for each sentence that no message of `schemas.json` has
 */
export function checkSchemas(contracts: readonly Source[], english: Messages) {
  const messages = [...english].filter(([key]) => isSchemaKey(key));
  const match = createTextMatcher(messages.map(([key, text]) => [compileMessage(text).message, key]));
  const keys: string[] = [];
  const violations = contracts.flatMap(({ path, text }) =>
    schemaTextsOf(path, text).flatMap((found) => {
      const matched = match(found.text);
      if (matched) keys.push(matched.of);
      return matched ? [] : [`${path}:${found.line}: “${found.text}” belongs into schemas.json`];
    }),
  );
  return { keys, violations };
}

/** A line for each sentence in the server's errors. */
export const checkErrors = (server: readonly Source[]): string[] =>
  server.flatMap(({ path, text }) =>
    errorTextsOf(path, text).map(
      (found) => `${path}:${found.line}: “${found.text}” belongs into errors.json`,
    ),
  );
