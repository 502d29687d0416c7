/**
 * Databases of Tributary 0.1, whose migrations the baseline replaced (docs/decisions/023). The baseline creates the schema
 * that they led to, so a database that has applied all of them needs nothing but another history.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ConfigError } from '#platform/config-error.ts';

export interface AppliedMigration {
  readonly version: number;
  readonly checksum: string;
}

/** The migrations up to this number are the baseline. */
export const BASELINE = 18;

const REPLACED = {
  count: 114,
  firstChecksum: 'f24ddece777ebdbb71c935d28091d965511fed9a5272996b00682f081e5650fa',
  /** The SHA-256 of a line with version and checksum for each of them. */
  fingerprint: 'de2690e485cc44d89b3383c83ab1f81dead2c0fd9aff42c70cf9241029577ca8',
};

/**
 * Replaces the history of 0.1 by that of the baseline.
 * @param applied the applied migrations in order
 * @returns whether the database had that history
 * @throws ConfigError when the history is incomplete, since the schema is an earlier one then
 */
export async function adoptBaseline(
  client: pg.Client,
  applied: readonly AppliedMigration[],
  migrations: readonly (AppliedMigration & { readonly name: string })[],
): Promise<boolean> {
  if (applied[0]?.checksum !== REPLACED.firstChecksum) return false;
  const lines = applied.map(({ version, checksum }) => `${version} ${checksum}\n`).join('');
  if (createHash('sha256').update(lines).digest('hex') !== REPLACED.fingerprint) {
    throw new ConfigError(
      `This database was last migrated by an earlier version of Tributary 0.1, up to migration ${applied.at(-1)?.version} (${applied.length} of ${REPLACED.count}). Start the last version of 0.1 once, which applies the rest, then start this one.`,
    );
  }
  const baseline = migrations.filter(({ version }) => version <= BASELINE);
  await client.query('begin');
  await client.query('delete from schema_migrations');
  await client.query(
    'insert into schema_migrations (version, name, checksum) select * from unnest($1::int[], $2::text[], $3::text[])',
    [
      baseline.map(({ version }) => version),
      baseline.map(({ name }) => name),
      baseline.map(({ checksum }) => checksum),
    ],
  );
  await client.query('commit');
  return true;
}
