/** Derives the types of all messages from the catalogues. */
import { compileMessage } from '../../packages/messages/src/compile.ts';

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
 * @returns the content of packages/messages/src/keys.ts
 */
export function writeKeys(source: ReadonlyMap<string, string>): string {
  const lines = [...source]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, text]) => {
      const names = [...compileMessage(text).kinds].sort(([one], [other]) => (one < other ? -1 : 1));
      const fields = names.map(([name, kind]) => `${name}: ${typeOf(kind)}`);
      return `  '${key}': ${fields.length === 0 ? 'NoArguments' : `{ ${fields.join('; ')} }`};`;
    });
  return `/** \`npm run messages\` writes this file from the catalogues; do not edit it. */

/** Marks an argument that renders the text inside a tag. */
export interface Tag {
  readonly isTag: true;
}
/** A keyword that the message has no choice of its own for. */
type OtherKeyword = string & Record<never, never>;
type NoArguments = Record<never, never>;

/** The arguments of each message. */
export interface MessageArguments {
${lines.join('\n')}
}
`;
}
