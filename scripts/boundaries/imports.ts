/** Finds every place where a source file names another module. */
import { type Node, parseSync, Visitor } from 'oxc-parser';

export interface Import {
  /** As written: `./a.ts`, `#platform/db/index.ts`, `zod`. */
  readonly specifier: string;
  readonly line: number;
}

/** Calls whose first argument names a module, as in `vi.mock('./mail.ts')`. */
const MODULE_CALL =
  /^(?:require|require\.resolve|import\.meta\.resolve|vi\.(?:mock|doMock|importActual|importMock))$/;

/**
 * Reads `import` and `export ... from` declarations, type-only ones included, `import()` expressions
 * and types, `import x = require()`, calls such as `vi.mock()`, and the files that workers and child
 * processes run: `new URL('./worker.ts', import.meta.url)`, `join(import.meta.dirname, 'worker.ts')`.
 *
 * @param path tells by its extension whether the source is TypeScript or TSX
 * @throws if the source does not parse
 */
export function importsOf(path: string, source: string): Import[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);

  const imports: Import[] = [];
  const textOf = (node: Node) => source.slice(node.start, node.end);
  const add = (node: Node | null | undefined) => {
    const specifier = node ? literalOf(node) : null;
    if (node && specifier !== null) imports.push({ specifier, line: lineAt(source, node.start) });
  };
  const addSourceFile = (node: Node | undefined) => {
    const path = node ? literalOf(node) : null;
    if (!node || !path || !/\.tsx?$/.test(path)) return;
    const specifier = path.startsWith('.') ? path : `./${path}`;
    imports.push({ specifier, line: lineAt(source, node.start) });
  };

  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
    NewExpression({ callee, arguments: [target, base] }) {
      if (textOf(callee) === 'URL' && base && textOf(base) === 'import.meta.url') addSourceFile(target);
    },
    CallExpression({ callee, arguments: [first, second] }) {
      if (MODULE_CALL.test(textOf(callee))) add(first);
      if (first && textOf(first) === 'import.meta.dirname') addSourceFile(second);
    },
  }).visit(program);

  return imports;
}

/** The value of a string or of a template without expressions; null for anything else. */
export function literalOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
