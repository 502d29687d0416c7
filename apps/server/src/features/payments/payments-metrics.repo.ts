import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/** Events of providers that are not processed, by provider and status. */
export const countUnprocessedEvents = (db: Reader) =>
  db
    .selectFrom('provider_events')
    .where('status', 'in', ['received', 'failed'])
    .groupBy(['provider', 'status'])
    .select(({ fn }) => ['provider', 'status', fn.countAll<number>().as('count')])
    .execute();

/** The differences that the newest completed report of each provider found between it and the ledger. */
export const findDifferenceCounts = (db: Reader) =>
  db
    .selectFrom('reconciliations')
    .where('status', '=', 'completed')
    .distinctOn('provider')
    .orderBy('provider')
    .orderBy('finished_at', 'desc')
    .select([
      'provider',
      'differences',
      sql<number>`extract(epoch FROM now() - finished_at)::float8`.as('ageSeconds'),
    ])
    .execute();
