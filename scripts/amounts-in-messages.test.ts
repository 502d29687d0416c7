/** Amounts in sentences are written as money, with their currency, by `formatMoney` or `amountIn` of contracts. */
import { globSync, readFileSync } from 'node:fs';
import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const files = globSync('{apps/*/src,packages/*/src}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/*.test.{ts,tsx}'],
});

/** Names of amounts in minor units end like this. */
const MINOR_UNITS = /\b\w*[cC]ents\b/;
const WRITES_MONEY = /\b(?:\w*[mM]oney|amountIn|toDecimal)\(/;

/** Where a file puts minor units, or the words for them, into a text. */
function bareAmounts(path: string, source: string): string[] {
  if (!/cents|minor units/i.test(source)) return [];
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const found: string[] = [];
  /** Statements and what only programmers read. */
  const others = new Set<Node>();
  const textOf = (node: Node) => source.slice(node.start, node.end);
  const add = (node: Node) => {
    const line = source.slice(0, node.start).split('\n').length;
    found.push(`${path}:${line} ${textOf(node)}`);
  };
  const checkParts = (parts: readonly Expression[]) => {
    for (const part of parts) {
      const shown = part.type === 'ConditionalExpression' ? [part.consequent, part.alternate] : [part];
      for (const one of shown) if (MINOR_UNITS.test(textOf(one)) && !WRITES_MONEY.test(textOf(one))) add(one);
    }
  };
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => void others.add(quasi),
    CallExpression({ callee, arguments: [first] }) {
      if (first && /\.describe$|^sql\b|^divideUp$/.test(textOf(callee))) others.add(first);
    },
    NewExpression({ callee, arguments: [first] }) {
      if (first && textOf(callee) === 'RangeError') others.add(first);
    },
    TemplateLiteral(node) {
      if (others.has(node)) return;
      checkParts(node.expressions);
      if (/minor units/i.test(textOf(node))) add(node);
    },
    Literal(node) {
      if (!others.has(node) && /minor units/i.test(textOf(node))) add(node);
    },
    JSXElement({ children }) {
      for (const child of children)
        if (child.type === 'JSXExpressionContainer' && child.expression.type === 'Identifier')
          checkParts([child.expression]);
    },
  }).visit(program);
  return found;
}

it('no text shows minor units instead of money', () => {
  expect(files.flatMap((path) => bareAmounts(path, readFileSync(root + path, 'utf8')))).toEqual([]);
});

it('finds minor units in a text', () => {
  const texts = [
    `\`Enter at most \${Math.max(0, leftCents)}.\``,
    `\`\${(charge.grossCents / 100).toFixed(2)} USD\``,
    '"Enter at most 800 minor units."',
    '<p>{leftCents}</p>',
  ];
  for (const text of texts) expect(bareAmounts('a.tsx', text)).toHaveLength(1);
  expect(bareAmounts('a.ts', `\`Enter at most \${formatMoney(leftCents, currency)}.\``)).toEqual([]);
  expect(bareAmounts('a.ts', `sql\`where cents > \${leftCents}\``)).toEqual([]);
});
