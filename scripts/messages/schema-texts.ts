/** Finds the sentences in schemas that say what is wrong with a value. */
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { lineAt } from '../boundaries/imports.ts';
import type { FoundText } from './texts.ts';

/** Properties and methods whose sentences describe the API, which developers read. */
const DESCRIPTIONS = new Set(['describe', 'description', 'summary', 'meta']);

/** In the definitions of payment providers, admins read the descriptions of keys. The web app has the summaries. */
const DESCRIPTIONS_OF_PROVIDERS = new Set(['summary']);

export const isSentence = (text: string): boolean => /^[\p{Lu}“].*\s.*[.!?]$/su.test(text);

/**
 * @param source of contracts, or the definition of a payment provider
 * @returns sentences, with `0` for each value in a template
 */
export function schemaTextsOf(path: string, source: string): FoundText[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const descriptions = path.endsWith('-definition.ts') ? DESCRIPTIONS_OF_PROVIDERS : DESCRIPTIONS;
  const found: { start: number; text: string }[] = [];
  const skipped: Node[] = [];
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        descriptions.has(callee.property.name)
      )
        skipped.push(...node.arguments);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && descriptions.has(key.name)) skipped.push(value);
    },
    Literal({ start, value }) {
      if (typeof value === 'string' && isSentence(value)) found.push({ start, text: value });
    },
    TemplateLiteral({ start, quasis }) {
      const text = quasis.map(({ value }) => value.cooked ?? '').join('0');
      if (isSentence(text)) found.push({ start, text });
    },
  }).visit(program);
  return found
    .filter(({ start }) => !skipped.some((node) => start >= node.start && start < node.end))
    .map(({ start, text }) => ({ line: lineAt(source, start), text }));
}
