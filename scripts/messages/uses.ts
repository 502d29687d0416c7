/** Finds the keys of messages in a source file. */
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { lineAt } from '../boundaries/imports.ts';

export interface KeyUse {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

export interface Uses {
  readonly keys: readonly KeyUse[];
  /** The lines of calls whose key is computed, which neither the build nor the check can follow. */
  readonly computed: readonly number[];
}

/** Modules of the browser and of the server that the functions below are imported from. */
const MODULE =
  /\/lib\/messages\/(?:t\.ts|text\.tsx)$|^(?:\.{1,2}\/messages|\.)\/(?:t\.ts|text\.tsx)$|\/messages\/(?:index|texts)\.ts$|^\.\/texts\.ts$/;

/** Functions that take a key, by the position of the key among their arguments. */
const FUNCTIONS: Readonly<Record<string, number>> = { t: 0, localized: 0, textIn: 1 };

/** The function whose first argument and codes make the keys: `errors.chat.poll_over`. */
const DEFINE_ERRORS = 'defineErrors';
const ERRORS_MODULE = /(?:^|\/|#)(?:platform|\.{1,2})\/errors\.ts$/;

/** @param path tells by its extension whether the source is TSX */
export function usesOf(path: string, source: string): Uses {
  if (!/\b(?:t|localized|textIn|defineErrors)\(|<Text\b/.test(source)) return { keys: [], computed: [] };
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const keys: KeyUse[] = [];
  const computed: number[] = [];
  let usesText = false;
  const functions = new Set<string>();
  /** Reads a key, or the keys that a condition chooses from. */
  const read = (node: Node | null | undefined): void => {
    if (node?.type === 'ConditionalExpression') {
      read(node.consequent);
      read(node.alternate);
    } else if (node?.type === 'Literal' && typeof node.value === 'string') {
      keys.push({ key: node.value, start: node.start, end: node.end, line: lineAt(source, node.start) });
    } else computed.push(lineAt(source, node?.start ?? 0));
  };
  const readErrors = (place: Node | undefined, list: Node | undefined): void => {
    if (place?.type !== 'Literal' || list?.type !== 'ObjectExpression') {
      computed.push(lineAt(source, place?.start ?? 0));
      return;
    }
    for (const one of list.properties) {
      const code = one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : '';
      const { start, end } = one;
      keys.push({ key: `errors.${place.value}.${code}`, start, end, line: lineAt(source, start) });
    }
  };
  new Visitor({
    ImportDeclaration({ source: from, specifiers }) {
      if (ERRORS_MODULE.test(from.value)) functions.add(DEFINE_ERRORS);
      if (!MODULE.test(from.value)) return;
      for (const { local } of specifiers) {
        if (Object.hasOwn(FUNCTIONS, local.name)) functions.add(local.name);
        if (local.name === 'Text') usesText = true;
      }
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier' || !functions.has(callee.name)) return;
      if (callee.name === DEFINE_ERRORS) readErrors(given[0], given[1]);
      else read(given[FUNCTIONS[callee.name] ?? 0]);
    },
    JSXOpeningElement({ name, attributes }) {
      if (!usesText || name.type !== 'JSXIdentifier' || name.name !== 'Text') return;
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'k') continue;
        const { value } = attribute;
        read(value?.type === 'JSXExpressionContainer' ? value.expression : value);
      }
    },
  }).visit(program);
  return { keys, computed };
}
