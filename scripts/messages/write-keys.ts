/** Derives the types of all messages, and the languages that the product offers, from the catalogues. */
import { compileMessage } from '../../packages/messages/src/compile.ts';
import { LANGUAGES } from '../../packages/messages/src/languages.ts';

/** The file of the types, from the root of the repository. */
export const KEYS_FILE = 'packages/messages/src/keys.ts';

const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  number: 'number',
  date: 'Date | number | string',
  tag: 'Tag',
};

const typeOf = (kind: string): string =>
  TYPES[kind] ??
  kind
    .replace('select:', '')
    .split('|')
    .map((keyword) => (keyword === 'other' ? 'OtherKeyword' : `'${keyword}'`))
    .join(' | ');

/**
 * @param source the English messages by key
 * @param isComplete whether all rooms of the product take their texts from the catalogues
 * @returns the content of packages/messages/src/keys.ts
 */
export function writeKeys(source: ReadonlyMap<string, string>, isComplete: boolean): string {
  const lines = [...source]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, text]) => {
      const names = [...compileMessage(text).kinds].sort(([one], [other]) => (one < other ? -1 : 1));
      const fields = names.map(([name, kind]) => `${name}: ${typeOf(kind)}`);
      return `  '${key}': ${fields.length === 0 ? 'NoArguments' : `{ ${fields.join('; ')} }`};`;
    });
  const offered = (isComplete ? LANGUAGES : ['en']).map((language) => `'${language}'`).join(', ');
  return `/** \`npm run messages\` writes this file from the catalogues; do not edit it. */
import type { Language } from './languages.ts';

/** Marks an argument that renders the text inside a tag. */
export interface Tag {
  readonly isTag: true;
}
/** A keyword that the message has no choice of its own for. */
type OtherKeyword = string & Record<never, never>;
type NoArguments = Record<never, never>;

/** The languages whose catalogues have all texts of the product. */
export const OFFERED_LANGUAGES: readonly Language[] = [${offered}];

/** The arguments of each message. */
export interface MessageArguments {
${lines.join('\n')}
}
`;
}
