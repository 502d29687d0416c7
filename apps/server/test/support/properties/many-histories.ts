/** Lets a property try thousands of histories on one database. */
import { Socket } from 'node:net';
import pg from 'pg';
import type { TestDatabase } from '../database.ts';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`;
  names.set(text, name);
  return name;
}

/** Converts the arguments of `pg.Client.query` to a named statement. */
function prepared([query, values, ...rest]: unknown[]): unknown[] {
  if (typeof query === 'string')
    return Array.isArray(values)
      ? [{ name: nameOf(query), text: query, values }, ...rest]
      : [query, values, ...rest];
  const isNameless =
    query !== null && typeof query === 'object' && 'text' in query && !Reflect.get(query, 'name');
  if (!isNameless || !/^\s*(select|insert|update|delete|with)\b/i.test(String(query.text)))
    return [query, values, ...rest];
  return [{ ...query, name: nameOf(String(query.text)) }, values, ...rest];
}

/** Connections with a begun transaction, whose `begin` is sent with its first statement. */
const beginning = new WeakSet<pg.Client>();

const textOf = (query: unknown): unknown =>
  query !== null && typeof query === 'object' && 'text' in query ? query.text : query;

/** Answers without a request to the server. @param given the arguments of `pg.Client.query` */
function answer(command: string, given: readonly unknown[]): unknown {
  const result = { command, rowCount: null, rows: [] };
  const callback = given.at(-1);
  if (typeof callback !== 'function') return Promise.resolve(result);
  return void queueMicrotask(() => callback(null, result));
}

/**
 * Prepares every statement once for each connection. The tables are so small that planning a statement takes longer
 * than running it.
 */
class PreparingClient extends pg.Client {}
Object.defineProperty(PreparingClient.prototype, 'query', {
  value(this: pg.Client, ...given: unknown[]): unknown {
    const send = (...query: unknown[]) => Reflect.apply(pg.Client.prototype.query, this, query);
    const text = textOf(given[0]);
    if (text === 'begin') {
      beginning.add(this);
      return answer('BEGIN', given);
    }
    if (!beginning.delete(this)) return send(...prepared(given));
    if (text === 'commit' || text === 'rollback') return answer(text, given);
    const stream: unknown = Reflect.get(Object(Reflect.get(this, 'connection')), 'stream');
    const socket = stream instanceof Socket ? stream : null;
    socket?.cork();
    try {
      // `begin` fails only if the connection does, and then the statement fails as well.
      send('begin', () => undefined);
      return send(...prepared(given));
    } finally {
      socket?.uncork();
    }
  },
});

/** Options for `createTestDatabase`. */
export const PREPARED: pg.PoolConfig = {
  Client: PreparingClient,
  // Sends the next statement without waiting for the previous answer.
  pipeline: true,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c deadlock_timeout=20ms',
};

const namesOf = async (db: TestDatabase, query: string): Promise<string[]> =>
  (await db.pool.query<{ name: string }>(query)).rows.map(({ name }) => name);

const VACUUM_EVERY = 50;

/** Saves all rows of a database. @returns a function that restores them in place of the present ones */
export async function saveRows(db: TestDatabase): Promise<() => Promise<void>> {
  const tables = await namesOf(
    db,
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'schema_migrations' order by tablename`,
  );
  const steps: string[] = [];
  await db.pool.query('create schema kept');
  for (const table of tables) {
    // A table without pages was never written.
    steps.push(`if pg_relation_size('${table}'::regclass) > 0 then delete from ${table}; end if;`);
    const { rowCount } = await db.pool.query(`select from ${table} limit 1`);
    if (!rowCount) continue;
    const columns = await namesOf(
      db,
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    await db.pool.query(`create table kept.${table} as select ${columns} from ${table}`);
    steps.push(
      `insert into ${table} (${columns}) overriding system value select ${columns} from kept.${table};`,
    );
  }
  await db.pool.query(
    `create function kept.put_back() returns void language plpgsql as $$ begin ${steps.join(' ')} end $$`,
  );
  // Disables triggers and foreign keys, so that the order does not matter. Uses a new connection, since a change of
  // this setting discards the plans of all prepared statements.
  const restoring = new pg.Client({
    connectionString: db.url,
    options: '-c session_replication_role=replica -c jit=off',
  });
  // The connection ends when the database is dropped.
  restoring.on('error', () => undefined);
  await restoring.connect();
  let times = 0;
  return async () => {
    await restoring.query('select kept.put_back()');
    times += 1;
    // Deleted rows make later histories slower and slower.
    if (times % VACUUM_EVERY === 0) await restoring.query(`vacuum ${tables}`);
  };
}
