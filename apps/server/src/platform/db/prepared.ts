/**
 * Statements of busy paths, which each connection parses and plans only once: for those that read a few rows, that
 * costs more than to run them.
 */
import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import type pg from 'pg';

const MARK = '/* prepared */';

/** Ends a statement (`modifyEnd`) whose text is the same for all parameters, so that it has no list of values. */
export const PREPARED = sql.raw(MARK);

/** The connections of a pool, with marked statements prepared. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  function nameOf(text: string): string {
    const name = names.get(text) ?? `tributary_${names.size}`;
    names.set(text, name);
    return name;
  }
  return {
    connect: async () => preparingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

function preparingClient(client: pg.PoolClient, nameOf: (text: string) => string): PostgresPoolClient {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query(text: string | object, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Rows are not streamed: the dialect has no cursor.');
    const name = text.endsWith(MARK) ? nameOf(text) : undefined;
    return client.query({ name, text, values: [...values] });
  }
  return { query, release: () => client.release() };
}
