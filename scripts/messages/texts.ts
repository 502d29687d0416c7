/** Finds texts that people read in the source of a screen, which belong into the catalogues. */
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { lineAt } from '../boundaries/imports.ts';

export interface FoundText {
  readonly line: number;
  readonly text: string;
}

/** Attributes and properties whose value is a text. */
const TEXT_NAMES =
  /^(?:aria-label|aria-description|aria-valuetext|aria-roledescription|alt|caption|description|heading|hint|label|lead|message|name|note|placeholder|summary|text|title|tooltip|unit|words)$/;
/** Attributes whose value looks like a text and is none. */
const CODE_NAMES =
  /^(?:className|class|d|style|points|transform|viewBox|allow|sandbox|sizes|media|accept|rel)$/;

const TEXT_PROPERTIES = new Set(['title', 'label', 'hint', 'description', 'placeholder']);
const DEVELOPER_ERRORS = new Set(['DOMException', 'Error', 'RangeError', 'TypeError']);

const hasWord = (text: string): boolean => /\p{L}{2}|^\p{L}$/u.test(text);

/** A sentence or a label: `Copied`, `Try again in a moment.`, unlike `aria-hidden` or `flex gap-2`. */
const isProse = (text: string): boolean =>
  /^\s*\p{Lu}[\p{Ll}’'-]+(?:[\s,][^{}<>=]*)?[.!?…:]?\s*$/u.test(text) ||
  /\p{L}\s\p{L}+.*[.!?…]\s*$/u.test(text);

/** Words that are the same in every language. */
const NAMES = new Set([
  'Bluesky',
  'CSV',
  'Facebook',
  'FFmpeg',
  'JSON',
  'Mbps',
  'MP4',
  'OBS',
  'Pro Studio',
  'Opus',
  'Reddit',
  'Quick Sync',
  'RTMP',
  'RTMPS',
  'SRT',
  'Telegram',
  'Tributary',
  'WebRTC',
  'WHIP',
  'https://',
]);
/** Names of keys, and of types of data in a drag, as the DOM has them. */
const DOM_NAMES = new Set(['Backspace', 'Delete', 'End', 'Enter', 'Escape', 'Files', 'Home', 'Space', 'Tab']);
const COMPARISONS = new Set(['==', '===', '!=', '!==', 'in', 'instanceof']);

/** A list of classes, which a property named like a text may hold: `font-semibold`, `mt-0.5 text-muted`. */
const isStyle = (node: Node): boolean =>
  node.type === 'Literal' &&
  typeof node.value === 'string' &&
  /^[a-z0-9.-]+-[a-z0-9.-]+(?: |$)/.test(node.value);

/**
 * Texts between tags, in attributes and properties that hold texts, and other strings that read like a sentence or a
 * label. Errors for developers, types and imports are none.
 */
export function textsOf(path: string, source: string): FoundText[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const found = new Map<number, FoundText>();
  const skipped: { start: number; end: number }[] = [];
  const skip = (node: Node | null | undefined) => {
    if (node) skipped.push(node);
  };
  const add = (node: Node, text: string) => {
    const trimmed = text.replaceAll(/\s+/g, ' ').trim();
    if (hasWord(trimmed) && !NAMES.has(trimmed)) {
      found.set(node.start, { line: lineAt(source, node.start), text: trimmed });
    }
  };
  /** Adds every string that an expression may come to. */
  const addAll = (node: Node | null | undefined): void => {
    switch (node?.type) {
      case 'Literal':
        if (typeof node.value === 'string') add(node, node.value);
        break;
      case 'TemplateLiteral':
        for (const quasi of node.quasis) add(quasi, quasi.value.cooked ?? '');
        break;
      case 'ConditionalExpression':
        addAll(node.consequent);
        addAll(node.alternate);
        break;
      case 'LogicalExpression':
        addAll(node.left);
        addAll(node.right);
        break;
      case 'JSXExpressionContainer':
        addAll(node.expression);
        break;
      case 'ParenthesizedExpression':
        addAll(node.expression);
        break;
    }
  };
  new Visitor({
    JSXText: (node) => add(node, node.value),
    JSXElement: ({ children }) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') addAll(child);
    },
    JSXFragment: ({ children }) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') addAll(child);
    },
    JSXAttribute({ name, value }) {
      const attribute = name.type === 'JSXIdentifier' ? name.name : '';
      if (CODE_NAMES.test(attribute)) skip(value);
      // Identifiers of fields are in lower case: `name="email"`.
      else if (TEXT_NAMES.test(attribute) && attribute !== 'name') addAll(value);
    },
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
      if (CODE_NAMES.test(name)) skip(value);
      else if (TEXT_PROPERTIES.has(name) && !isStyle(value)) addAll(value);
    },
    Literal(node) {
      if (typeof node.value !== 'string' || DOM_NAMES.has(node.value)) return;
      if (isProse(node.value)) add(node, node.value);
    },
    TemplateLiteral({ quasis }) {
      const text = quasis.map(({ value }) => value.cooked ?? '').join('0');
      if (isProse(text)) for (const quasi of quasis) add(quasi, quasi.value.cooked ?? '');
    },
    ImportDeclaration: (node) => skip(node),
    ExportNamedDeclaration: (node) => skip(node.source),
    ExportAllDeclaration: (node) => skip(node),
    TSLiteralType: (node) => skip(node),
    // Errors that only developers see.
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && DEVELOPER_ERRORS.has(node.callee.name)) skip(node);
    },
    // Keys of messages, and names of events, keys and elements in comparisons.
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 't') skip(first);
      // The message of a class of errors.
      if (callee.type === 'Super') skip(first);
    },
    BinaryExpression(node) {
      if (COMPARISONS.has(node.operator)) skip(node);
    },
  }).visit(program);
  return [...found]
    .filter(([at]) => !skipped.some(({ start, end }) => at >= start && at < end))
    .map(([, text]) => text)
    .sort((one, other) => one.line - other.line);
}
