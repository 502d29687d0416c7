/**
 * Prepared statements for busy paths. The process builds and compiles each of them once, and each connection parses and
 * plans it once. For statements that read a few rows, all of that costs more than running them.
 */
import type {
  Compilable,
  CompiledQuery,
  PostgresCursor,
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Reader } from './database.ts';

const MARK = '/* prepared */';

/** Replaces a value while a statement is built. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Creates a statement whose text is the same for all values, so it must not contain a list of them.
 * @param build is called once. It may only pass its values on to the statement, since they are placeholders.
 * @returns a function that runs the statement with its values
 */
export function prepared<Access extends Reader, Values extends object, Row>(
  build: (db: Access, values: Values) => Compilable<Row>,
): (db: Access, values: Values) => Promise<Row[]> {
  // A placeholder has the type of its value, which replaces it before the statement runs.
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name) }) as Values;
  let statement: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    if (statement === undefined) {
      const compiled = build(db, placeholders).compile();
      statement = { ...compiled, sql: compiled.sql + MARK };
    }
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}

/** Wraps a pool so that its connections prepare the marked statements. */
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
    return run(client, { name, text, values: [...values] });
  }
  return { query, release: () => client.release() };
}

/**
 * Awaits a query by its callback. V8 finds the results of pg's own promises reachable until it collects the whole heap:
 * each page of a chat moved 53 kB to the old generation instead of 9 kB, which lengthened the pauses of all requests.
 */
function run(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(query, (error, result) => (error ? reject(error) : resolve(result)));
  }).catch(throwWithCallers);
}

/**
 * Throws with the callers' stack, as pg does: the origin of the error, in the parser of responses, says nothing about
 * the query.
 */
function throwWithCallers(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
