/** Finds where a source file declares tables of the database, and which tables its queries read and write. */
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { lineAt, literalOf } from './imports.ts';

export interface TableUse {
  readonly table: string;
  readonly isWrite: boolean;
  readonly line: number;
}

export interface Tables {
  /** By `interface Schema` in a declaration of the module of the schema. */
  readonly declared: readonly string[];
  /** Names that stand where a query names a table; some are those of subqueries. */
  readonly used: readonly TableUse[];
}

const READS =
  /^(?:selectFrom|from|using|table|(?:inner|left|right|full|cross)Join|(?:inner|left|cross)JoinLateral)$/;
const WRITES = /^(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto|truncateTable)$/;

/** A keyword of SQL before names of tables, and the names: `FROM streams AS s, profiles`. */
const SQL_NAMES =
  /\b(DELETE\s+FROM|INSERT\s+INTO|MERGE\s+INTO|(?<!\b(?:FOR|KEY|DO|ON)\s+)UPDATE|FROM|JOIN|USING)\s+(?:ONLY\s+|LATERAL\s+)?([a-z_]+(?:\s+(?:AS\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+(?:\s+(?:AS\s+)?[a-z_]+)?)*)/gi;

/** @throws if the source does not parse */
export function tablesOf(path: string, source: string): Tables {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);

  const declared: string[] = [];
  const used: TableUse[] = [];
  const use = (name: string, isWrite: boolean, offset: number) =>
    used.push({ table: name.trim().split(/\s+/)[0] ?? '', isWrite, line: lineAt(source, offset) });

  new Visitor({
    TSModuleDeclaration({ id, body }) {
      if (!/\bdb\/schema\.ts$/.test(literalOf(id) ?? '') || body?.type !== 'TSModuleBlock') return;
      for (const statement of body.body) {
        if (statement.type !== 'TSInterfaceDeclaration' || statement.id.name !== 'Schema') continue;
        for (const member of statement.body.body) {
          if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
            declared.push(member.key.name);
        }
      }
    },
    CallExpression({ callee, arguments: [first] }) {
      const method = methodOf(callee);
      const isWrite = WRITES.test(method);
      if (!first || (!isWrite && !READS.test(method))) return;
      const names: readonly (Node | null)[] = first.type === 'ArrayExpression' ? first.elements : [first];
      for (const node of names) {
        const name = node && literalOf(node);
        if (node && name !== null) use(name, isWrite, node.start);
      }
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (!/^sql\b/.test(source.slice(tag.start, tag.end))) return;
      const text = source.slice(quasi.start, quasi.end);
      for (const { 1: keyword = '', 2: names = '', index } of text.matchAll(SQL_NAMES)) {
        const isWrite = /^(?:DELETE|INSERT|MERGE|UPDATE)/i.test(keyword);
        for (const name of names.split(',')) use(name, isWrite, quasi.start + index);
      }
    },
  }).visit(program);

  return { declared, used };
}

/** The name of the method or function that is called. */
function methodOf(callee: Node): string {
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return callee.property.name;
  return callee.type === 'Identifier' ? callee.name : '';
}
