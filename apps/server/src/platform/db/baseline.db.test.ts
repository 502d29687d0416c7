/** The baseline and the migrations that it replaces create the same schema and the same rows. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { migrate, readMigrations } from './migrations.ts';

const REPLACED = fileURLToPath(new URL('../../../test/replaced-migrations', import.meta.url));

/** Each returns a line for each object. The names of NOT NULL constraints do not count: they are those of former columns. */
const OBJECTS = {
  relation: `SELECT relname || ' ' || relkind::text || ' ' || coalesce(array_to_string(reloptions, ','), '')
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S', 'v', 'm', 'p')`,
  column: `SELECT concat_ws(' ', c.relname || '.' || attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid), 'identity', attidentity, 'generated', attgenerated, attcollation)
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped`,
  constraint: `SELECT concat_ws(' ', c.relname, t.typname, conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k LEFT JOIN pg_class c ON c.oid = conrelid LEFT JOIN pg_type t ON t.oid = contypid
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
  index: `SELECT pg_get_indexdef(indexrelid) || ' ' || indisvalid
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relnamespace = 'public'::regnamespace`,
  function: `SELECT pg_get_functiondef(oid) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND deptype = 'e')`,
  trigger: `SELECT pg_get_triggerdef(g.oid) || ' ' || tgenabled::text
    FROM pg_trigger g JOIN pg_class c ON c.oid = tgrelid WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal`,
  sequence: `SELECT to_jsonb(s)::text FROM pg_sequences s WHERE schemaname = 'public'`,
  type: `SELECT concat_ws(' ', typname, typtype, format_type(typbasetype, typtypmod), typdefault, typnotnull)
    FROM pg_type WHERE typtype IN ('d', 'e', 'r') AND typnamespace = 'public'::regnamespace`,
  extension: `SELECT extname || ' ' || extversion FROM pg_extension`,
};

async function objectsOf({ pool }: TestDatabase): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, text] of Object.entries(OBJECTS)) {
    const { rows } = await pool.query<[string]>({ text, rowMode: 'array' });
    lines.push(...rows.map(([line]) => `${kind} ${line}`));
  }
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  for (const { name } of tables.filter((table) => table.name !== 'schema_migrations')) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT (to_jsonb(t) - 'updated_at' - 'finished_at')::text AS row FROM ${name} t`,
    );
    lines.push(...rows.map(({ row }) => `row ${name} ${row}`));
  }
  return lines.map((line) => line.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')).sort();
}

it('creates what the replaced migrations created', async () => {
  const [replaced, baseline] = [await createEmptyDatabase(), await createEmptyDatabase()];
  await migrate({ connectionString: replaced.url }, await readMigrations(REPLACED));
  await migrate({ connectionString: baseline.url }, await readMigrations());
  const expected = (await objectsOf(replaced))
    // The charges of existing instances were never checked against it.
    .map((line) =>
      line.startsWith('constraint charges charges_in_one_money') ? line.replace(' NOT VALID', '') : line,
    );
  expect(await objectsOf(baseline)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(1_800);
});
