/** What lets a property try thousands of histories on one database. */
import pg from 'pg';
import type { TestDatabase } from '../database.ts';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`;
  names.set(text, name);
  return name;
}

/** The arguments of `pg.Client.query`, with a name for the statement. */
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

/**
 * Prepares every statement once for each connection. The tables are so small that planning a statement takes longer
 * than running it.
 */
class PreparingClient extends pg.Client {}
Object.defineProperty(PreparingClient.prototype, 'query', {
  value(this: pg.Client, ...given: unknown[]): unknown {
    return Reflect.apply(pg.Client.prototype.query, this, prepared(given));
  },
});

/** For `createTestDatabase`. */
export const PREPARED: pg.PoolConfig = {
  Client: PreparingClient,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
};

const namesOf = async (db: TestDatabase, query: string): Promise<string[]> =>
  (await db.pool.query<{ name: string }>(query)).rows.map(({ name }) => name);

/** Keeps all rows that a database has now. @returns puts them back in place of what is there then */
export async function keepRows(db: TestDatabase): Promise<() => Promise<void>> {
  const tables = await namesOf(
    db,
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const steps = tables.map((table) => `delete from ${table};`);
  await db.pool.query('create schema kept');
  for (const table of tables) {
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
  // Without triggers and foreign keys, so that the order does not matter.
  await db.pool.query(`create function kept.put_back() returns void language plpgsql
    set session_replication_role = replica as $$ begin ${steps.join(' ')} end $$`);
  return async () => void (await db.pool.query('select kept.put_back()'));
}
