import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { diskUnwritable } from '../errors.ts';
import { createLog } from '../log/log.ts';
import { openDatabase, type Reader } from './database.ts';
import { isUniqueViolation } from './database-errors.ts';
import { diskGuarded } from './disk-guarded.ts';
import { prepared } from './prepared.ts';

const db = await createTestDatabase();
await db.pool.query('create table things (id int primary key, name text not null)');

const names = () =>
  db.read(async (reader) => {
    const { rows } = await sql<{ name: string }>`select name from things order by id`.execute(reader);
    return rows.map((row) => row.name);
  });

it('reports a null character in a text as an error of the caller', async () => {
  const refused = { code: 'text_unstorable', kind: 'invalid' };
  const search = (text: string) => sql`select from things where name = ${text}`;
  await expect(db.read((reader) => search('a\0b').execute(reader))).rejects.toMatchObject(refused);
  const json = JSON.stringify({ name: 'a\0b' });
  const keep = db.transact((tx) => sql`select ${json}::jsonb`.execute(tx));
  await expect(keep).rejects.toMatchObject(refused);
});

it('builds a statement once, and prepares it once for each connection, whatever its values', async () => {
  let builds = 0;
  const sum = prepared((reader: Reader, { number, list }: { number: number; list: number[] }) => {
    builds += 1;
    return reader
      .selectFrom(sql`(values (1))`.as('one'))
      .select(sql<number>`2 * ${number}::int + ${7}::int + cardinality(${list}::int[])`.as('sum'));
  });
  await db.transact(async (tx) => {
    expect(await sum(tx, { number: 1, list: [] })).toEqual([{ sum: 9 }]);
    expect(await sum(tx, { number: 2, list: [1, 2] })).toEqual([{ sum: 13 }]);
    expect(builds).toBe(1);
    const { rows } =
      await sql`select statement, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(
        tx,
      );
    expect(rows).toEqual([{ statement: expect.stringContaining('as "sum"'), runs: 2 }]);
  });
});

describe('transact', () => {
  it('commits, then runs the effects in order', async () => {
    const seen: string[][] = [];
    await db.transact(async (tx, onCommit) => {
      onCommit(async () => void seen.push(await names()));
      onCommit(() => void seen.push(['second']));
      await sql`insert into things values (1, 'one')`.execute(tx);
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([['one'], ['second']]);
  });

  it('rolls back and runs no effect when the work throws', async () => {
    let ran = false;
    const work = db.transact(async (tx, onCommit) => {
      onCommit(() => {
        ran = true;
      });
      await sql`insert into things values (2, 'two')`.execute(tx);
      throw new Error('failed');
    });
    await expect(work).rejects.toThrow('failed');
    expect(ran).toBe(false);
    expect(await names()).toEqual(['one']);
  });

  it('runs the other effects and succeeds when one effect fails', async () => {
    let ran = false;
    const result = await db.transact(async (_tx, onCommit) => {
      onCommit(() => Promise.reject(new Error('mail is down')));
      onCommit(() => {
        ran = true;
      });
      return 'done';
    });
    expect([result, ran]).toEqual(['done', true]);
  });

  it('retries after a serialization failure, running the effects of the last attempt only', async () => {
    let attempts = 0;
    const effects: number[] = [];
    await db.transact(async (tx, onCommit) => {
      const attempt = ++attempts;
      onCommit(() => void effects.push(attempt));
      if (attempt === 1)
        await sql`do $$ begin raise exception 'try again' using errcode = '40001'; end $$`.execute(tx);
    });
    expect([attempts, effects]).toEqual([2, [2]]);
  });

  it('passes a unique violation to the caller with its constraint', async () => {
    const error = await db
      .transact((tx) => sql`insert into things values (1, 'again')`.execute(tx))
      .catch((thrown: unknown) => thrown);
    expect(isUniqueViolation(error, 'things_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
  });
});

describe('types', () => {
  it('reads bigint as an exact number and timestamptz as a Date', async () => {
    const { rows } = await db.pool.query(
      `select 9007199254740991::bigint as big, '2030-01-02T03:04:05Z'::timestamptz as at`,
    );
    expect(rows[0]).toEqual({ big: Number.MAX_SAFE_INTEGER, at: new Date('2030-01-02T03:04:05Z') });
  });

  it('refuses to round a bigint', async () => {
    await expect(db.pool.query('select 9007199254740993::bigint')).rejects.toThrow(RangeError);
  });
});

it('rolls back and reports database_unavailable when the connection is lost during a transaction', async () => {
  const work = db.transact(async (tx) => {
    await sql`insert into things values (3, 'three')`.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await db.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    await sql`insert into things values (4, 'four')`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: 'database_unavailable' });
  expect(await names()).toEqual(['one']);
});

it('continues a report on a new connection when the idle one is lost', async () => {
  const log = createLog('silent');
  const lost = Promise.withResolvers<void>();
  vi.spyOn(log, 'warn').mockImplementation(() => lost.resolve());
  const own = openDatabase({ connectionString: db.url }, log);
  const pidOf = async (reader: Reader) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(reader);
    return rows[0]?.pid;
  };
  const pids = await own.report(async (reader) => {
    const first = await pidOf(reader);
    await db.pool.query('select pg_terminate_backend($1, 5000)', [first]);
    await lost.promise;
    return [first, await pidOf(reader)];
  });
  expect(new Set(pids).size).toBe(2);
  await own.close();
});

it('reports a full disk as disk_unwritable, and a lack of other resources as database_unavailable', async () => {
  const failing = (code: string) =>
    db.transact((tx) =>
      sql`do $$ begin raise exception 'no' using errcode = ${sql.lit(code)}; end $$`.execute(tx),
    );
  await expect(failing('53100')).rejects.toMatchObject({ code: 'disk_unwritable', kind: 'unavailable' });
  await expect(failing('53200')).rejects.toMatchObject({ code: 'database_unavailable' });
});

it('refuses disk-guarded transactions while the disk is nearly full, and still reads', async () => {
  const guarded = diskGuarded(db, {
    check() {
      throw diskUnwritable();
    },
  });
  await expect(guarded.transact(async () => 1)).rejects.toMatchObject({ code: 'disk_unwritable' });
  expect(await guarded.read(async () => 1)).toBe(1);
});

it('reports database_unavailable when nothing listens', async () => {
  const away = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, createLog('silent'));
  await expect(away.ping()).rejects.toMatchObject({ code: 'database_unavailable', kind: 'unavailable' });
  await expect(away.transact(async () => 1)).rejects.toMatchObject({ code: 'database_unavailable' });
  await away.close();
});
