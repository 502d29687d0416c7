/**
 * The role that the running instance uses: it reads and writes rows. The owner, a superuser, creates and
 * migrates tables at each start, so that a flaw in a query cannot change tables, roles or files of the server.
 */
import { hkdfSync } from 'node:crypto';
import pg from 'pg';
import { ROLE as OWNER } from './cluster.ts';

const APPLICATION = 'tributary_application';

/**
 * The password is derived, so that older data directories have it too. The owner's password does not follow from it.
 */
const passwordOf = (ownerPassword: string): string =>
  Buffer.from(hkdfSync('sha256', ownerPassword, '', 'database application role', 32)).toString('base64url');

/** @param owner the owner's connection, with its password */
export function applicationConnection(owner: pg.ClientConfig): pg.ClientConfig {
  return { ...owner, user: APPLICATION, password: passwordOf(String(owner.password)) };
}

/** Creates the role if it is missing, and grants it the rows of all present and future tables. */
export async function grantApplicationRole(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const password = client.escapeLiteral(passwordOf(String(owner.password)));
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${APPLICATION}') then
          create role ${APPLICATION} login;
        end if;
      end $$;
      alter role ${APPLICATION} with nosuperuser nocreatedb nocreaterole noreplication password ${password};
      revoke create, temporary on database ${client.escapeIdentifier(owner.database ?? OWNER)} from public;
      alter default privileges for role ${OWNER} grant usage on schemas to ${APPLICATION};
      alter default privileges for role ${OWNER} grant select, insert, update, delete on tables to ${APPLICATION};
      alter default privileges for role ${OWNER} grant usage on sequences to ${APPLICATION};
    `);
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
    );
    for (const { name } of rows) {
      const schema = client.escapeIdentifier(name);
      await client.query(`
        grant usage on schema ${schema} to ${APPLICATION};
        grant select, insert, update, delete on all tables in schema ${schema} to ${APPLICATION};
        grant usage on all sequences in schema ${schema} to ${APPLICATION};
      `);
    }
    await client.query(`revoke insert, update, delete on schema_migrations from ${APPLICATION}`);
  } finally {
    await client.end();
  }
}
