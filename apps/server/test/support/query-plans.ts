/** What PostgreSQL really does for a piece of work: the plans of its statements, nested ones too. */
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import type { TestDatabase } from './database.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** As estimated. */
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** With these a server tells the plan of each statement to the client that sent it. */
export const TELLING = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_format=json',
  'client_min_messages=log',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** The plan in what a server says, or null where it speaks of something else. */
export function planIn(message: string): { readonly statement: string; readonly plan: PlanNode } | null {
  const json = /^duration: [\d.]+ ms {2}plan:\n(\{.*\})$/s.exec(message)?.[1];
  if (json === undefined) return null;
  const told = JSON.parse(json);
  return { statement: told['Query Text'], plan: told.Plan };
}

/** One thing that was read: which table, how, and by which index. */
export interface Scan {
  readonly how: string;
  readonly table: string | null;
  readonly index: string | null;
}

/**
 * The same database again, whose server tells the plan of each statement while it runs it.
 * @returns the scans of what `work` did
 */
export function planReader(db: TestDatabase): (work: (db: Database) => Promise<unknown>) => Promise<Scan[]> {
  const telling = openDatabase({ connectionString: db.url, max: 1, options: TELLING }, createLog('silent'));
  onTestFinished(() => telling.close());
  let plans: PlanNode[] = [];
  telling.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const told = planIn(message);
      if (told) plans.push(told.plan);
    }),
  );
  return async (work) => {
    plans = [];
    await work(telling);
    return plans.flatMap(scansOf);
  };
}

function scansOf(node: PlanNode): Scan[] {
  const how = node['Node Type'];
  const own = how.includes('Scan')
    ? [{ how, table: node['Relation Name'] ?? null, index: node['Index Name'] ?? null }]
    : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
