/** The database: its version, rights, clock and migrations. Nothing is changed, and no server is started. */
import pg from 'pg';
import type { Config } from '#config/config.ts';
import { type Migration, readMigrations } from '#platform/db/index.ts';
import { checkClock } from './clock.ts';
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts';

/** `NULLS NOT DISTINCT` of the schema. */
const LEAST_VERSION = 15;
const TIMEOUT_MS = 10_000;

/** @param connection null where the embedded server is not running */
export async function checkDatabase(
  config: Pick<Config, 'databaseUrl'>,
  connection: pg.ClientConfig | null,
): Promise<Finding[]> {
  if (connection === null) return [ok('The embedded database is not running; it starts with the instance.')];
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: TIMEOUT_MS });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return [
      failed(
        `The database cannot be used: ${reasonOf(error)}.`,
        'Check the address, the user, the password and the name in DATABASE_URL, and that the server accepts connections from this machine.',
      ),
    ];
  }
  try {
    const [version, clock] = await checkServer(client);
    if (version.state === 'failed') return [version];
    const rights = config.databaseUrl === null ? [] : await checkRights(client);
    return [
      version,
      ...(config.databaseUrl === null ? [] : [clock]),
      ...rights,
      await checkMigrations(client),
    ];
  } finally {
    await client.end();
  }
}

async function checkServer(client: pg.Client): Promise<[Finding, Finding]> {
  const sentAtMs = Date.now();
  const { rows } = await client.query<{ version: string; now_ms: string }>(
    `select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as now_ms`,
  );
  const { version = '', now_ms = '0' } = rows[0] ?? {};
  const clock = checkClock('the database', Number(now_ms) - 500, (sentAtMs + Date.now()) / 2);
  if (Number.parseInt(version, 10) >= LEAST_VERSION)
    return [ok(`The database is PostgreSQL ${version}.`), clock];
  const tooOld = failed(
    `The database is PostgreSQL ${version}; Tributary needs ${LEAST_VERSION} or later.`,
    'Upgrade the database server.',
  );
  return [tooOld, clock];
}

/** The role of DATABASE_URL creates tables, schemas and an extension. */
async function checkRights(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{
    role: string;
    database: string;
    creates_tables: boolean;
    creates_schemas: boolean;
    has_extension: boolean;
    offers_extension: boolean;
    foreign_tables: string;
  }>(`
    select current_user as role, current_database() as database,
      has_schema_privilege(current_user, 'public', 'create') as creates_tables,
      has_database_privilege(current_user, current_database(), 'create') as creates_schemas,
      exists (select from pg_extension where extname = 'pg_trgm') as has_extension,
      exists (select from pg_available_extensions where name = 'pg_trgm') as offers_extension,
      (select count(*) from pg_tables
        where schemaname in ('public', 'jobs') and not pg_has_role(current_user, tableowner, 'member')) as foreign_tables`);
  const [found] = rows;
  if (!found) return [];
  const { role, database } = found;
  const findings: Finding[] = [];
  if (!found.creates_tables || !found.creates_schemas)
    findings.push(
      failed(
        `The role ${role} may not create tables and schemas in the database ${database}.`,
        `As an administrator of the server: ALTER DATABASE ${database} OWNER TO ${role};`,
      ),
    );
  if (Number(found.foreign_tables) > 0)
    findings.push(
      failed(
        `${found.foreign_tables} tables of the database ${database} do not belong to the role ${role}.`,
        `As their owner in this database: REASSIGN OWNED BY CURRENT_USER TO ${role};`,
      ),
    );
  if (!found.has_extension && !found.offers_extension)
    findings.push(
      failed(
        'The database server lacks the extension pg_trgm.',
        'Install PostgreSQL’s contrib package on the server.',
      ),
    );
  return findings.length > 0 ? findings : [ok(`The role ${role} has the rights it needs in ${database}.`)];
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const known = await readMigrations();
  const { rows: tables } = await client.query("select to_regclass('schema_migrations') as name");
  if (tables[0]?.name === null) return ok('The database is empty; the first start creates its tables.');
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations');
  return compareMigrations(
    known,
    rows.map(({ version }) => version),
  );
}

function compareMigrations(
  known: readonly Pick<Migration, 'version'>[],
  applied: readonly number[],
): Finding {
  const unknown = applied.filter((version) => !known.some((migration) => migration.version === version));
  if (unknown.length > 0)
    return failed(
      `The database has migration ${unknown.join(', ')}, which this version of Tributary does not know.`,
      'Run the newer version, or restore a backup from before the upgrade.',
    );
  const waiting = known.filter(({ version }) => !applied.includes(version));
  if (waiting.length === 0) return ok(`All ${known.length} migrations are applied.`);
  return warning(
    `${waiting.length} of ${known.length} migrations wait: the next start applies them.`,
    'Make a backup, then restart the instance with this version.',
  );
}
