/**
 * The database of a release as a text: the migrations that it had applied, and the rows of its tables in the format of COPY.
 * The schema is what those migrations create, which never change.
 */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { tableName } from '#platform/backup/backup-names.ts';
import { restoreTables } from '#platform/backup/restore-tables.ts';
import { beginSnapshot, columnList, connectWithoutLimits, qualified } from '#platform/backup/snapshot.ts';
import { migrate, readMigrations } from '#platform/db/index.ts';

const header = z.object({
  /** The version of Tributary. */
  version: z.string(),
  /** The keys and passwords that the rows need. */
  secrets: z.record(z.string(), z.string()),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), checksum: z.string() })).min(1),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string().nullable() })),
});
const tableHeader = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });

type Header = z.infer<typeof header>;
type TableHeader = z.infer<typeof tableHeader>;
export interface ReleaseDump extends Header {
  readonly tables: readonly (TableHeader & { readonly lines: readonly string[] })[];
}

/** Ends the rows of a table, as in the files of pg_dump. */
const END = '\\.';

/** Names empty tables as well, since their columns belong to the schema. */
export async function writeDump(
  pool: pg.Pool,
  { version, secrets }: Pick<Header, 'version' | 'secrets'>,
): Promise<string> {
  const client = await connectWithoutLimits(pool);
  try {
    const { migrations, sequences, tables } = await beginSnapshot(client);
    const start: Header = { version, secrets, migrations, sequences };
    const parts = [`${JSON.stringify(start, null, 1)}\n\n`];
    for (const { schema, name, columns } of tables) {
      const query = `SELECT ${columnList(columns)} FROM ${qualified({ schema, name })} ORDER BY 1`;
      const rows = await text(client.query(copyTo(`COPY (${query}) TO STDOUT`)));
      const table: TableHeader = { schema, name, columns: [...columns] };
      parts.push(`${JSON.stringify(table)}\n${rows}${END}\n\n`);
    }
    return parts.join('');
  } finally {
    await client.end();
  }
}

export function readDump(dump: string): ReleaseDump {
  const start = dump.indexOf('\n\n');
  const tables = dump
    .slice(start + 2)
    .split(`\n${END}\n\n`)
    .filter((part) => part !== '')
    .map((part) => {
      const [head = '', ...lines] = part.split('\n');
      return { ...tableHeader.parse(JSON.parse(head)), lines };
    });
  return { ...header.parse(JSON.parse(dump.slice(0, start))), tables };
}

/** Creates the schema of the release in an empty database, and copies the rows. */
export async function loadDump(connection: pg.ClientConfig, dump: ReleaseDump): Promise<void> {
  const last = Math.max(...dump.migrations.map(({ version }) => version));
  await migrate(
    connection,
    (await readMigrations()).filter(({ version }) => version <= last),
  );
  const id = 'dump';
  const objects = new Map<string, Buffer>();
  const tables = dump.tables.map(({ schema, name, columns, lines }) => {
    const stored = gzipSync(lines.map((line) => `${line}\n`).join(''));
    objects.set(tableName(id, schema, name), stored);
    const sha256 = createHash('sha256').update(stored).digest('hex');
    return { schema, name, columns, rows: lines.length, byteLength: stored.length, sha256 };
  });
  const source = {
    async *read(name: string) {
      yield objects.get(name) ?? Buffer.alloc(0);
    },
  };
  await restoreTables(connection, { id, tables, sequences: dump.sequences }, source, () => undefined);
}
