/** Finds sentences in the server's errors, which belong into the catalogues. */
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { lineAt } from '../boundaries/imports.ts';
import { isSentence } from './schema-texts.ts';
import type { FoundText } from './texts.ts';

/** Functions and classes that make errors for people. */
const ERRORS = new Set(['AppError', 'defineErrors', 'localized']);

/** @returns sentences among the arguments of an error, and in the property `detail` of its fields */
export function errorTextsOf(path: string, source: string): FoundText[] {
  if (!/\bAppError\b|\b(?:defineErrors|localized)\(|\bdetail:/.test(source)) return [];
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const shown: Node[] = [];
  const found: { start: number; text: string }[] = [];
  const addCall = ({ callee, arguments: given }: { callee: Node; arguments: Node[] }) => {
    if (callee.type === 'Identifier' && ERRORS.has(callee.name)) shown.push(...given);
  };
  new Visitor({
    CallExpression: addCall,
    NewExpression: addCall,
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'detail') shown.push(value);
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
    .filter(({ start }) => shown.some((node) => start >= node.start && start < node.end))
    .map(({ start, text }) => ({ line: lineAt(source, start), text }));
}
