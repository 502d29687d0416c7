/** Query plans of the statements that a piece of work runs, nested ones included. */
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import type { TestDatabase } from './database.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** The estimated number of rows. */
  readonly 'Plan Rows': number;
  /** The number of rows if the statement was measured, as a mean of its loops. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Server settings that report the plan of each statement to its client. */
export const EXPLAIN_OPTIONS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_format=json',
  'client_min_messages=log',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** The plan in a server's notice, or null if it is another notice. */
export function planIn(message: string): { readonly statement: string; readonly plan: PlanNode } | null {
  const json = /^duration: [\d.]+ ms {2}plan:\n(\{.*\})$/s.exec(message)?.[1];
  if (json === undefined) return null;
  const explained = JSON.parse(json);
  return { statement: explained['Query Text'], plan: explained.Plan };
}

/** One scan: the table, the method and the index. */
export interface Scan {
  readonly how: string;
  readonly table: string | null;
  readonly index: string | null;
  /** The number of rows that it has read. */
  readonly rows: number;
}

/**
 * Connects to the same database with plans reported.
 * @returns a function that runs `work` and returns its scans
 */
export function planReader(db: TestDatabase): (work: (db: Database) => Promise<unknown>) => Promise<Scan[]> {
  const explaining = openDatabase(
    { connectionString: db.url, max: 1, options: `${EXPLAIN_OPTIONS} -c auto_explain.log_analyze=on` },
    createLog('silent'),
  );
  onTestFinished(() => explaining.close());
  let plans: PlanNode[] = [];
  explaining.pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const found = planIn(message);
      if (found) plans.push(found.plan);
    }),
  );
  return async (work) => {
    plans = [];
    await work(explaining);
    return plans.flatMap(scansOf);
  };
}

function scansOf(node: PlanNode): Scan[] {
  const how = node['Node Type'];
  const own = how.includes('Scan')
    ? [{ how, table: node['Relation Name'] ?? null, index: node['Index Name'] ?? null, rows: rowsRead(node) }]
    : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

const rowsRead = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0);
