import type { StreamId } from '@tributary/contracts/shared';
import type { SwarmFigures } from '@tributary/contracts/swarm';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface StreamTraffic extends SwarmFigures {
  readonly peakPeers: number;
}

/** Adds to the figures of a stream. One that was deleted meanwhile is passed over. */
export async function addTraffic(tx: Writer, id: StreamId, added: StreamTraffic): Promise<void> {
  const { fromPeers, fromOrigin, given, peakPeers } = added;
  await sql`
    INSERT INTO stream_swarms AS s (stream_id, from_peers, from_origin, given, peak_peers)
    SELECT id, ${fromPeers}, ${fromOrigin}, ${given}, ${peakPeers} FROM streams WHERE id = ${id}
    ON CONFLICT (stream_id) DO UPDATE SET
      from_peers = s.from_peers + excluded.from_peers,
      from_origin = s.from_origin + excluded.from_origin,
      given = s.given + excluded.given,
      peak_peers = greatest(s.peak_peers, excluded.peak_peers),
      updated_at = now()`.execute(tx);
}

/**
 * Bytes that peers report as received count only as far as others report them as given: a lie on one side
 * changes little.
 */
const fromPeers = sql<number>`least(from_peers, given)`;

export async function findStreamTraffic(db: Reader, id: StreamId): Promise<StreamTraffic> {
  const row = await db
    .selectFrom('stream_swarms')
    .select([fromPeers.as('fromPeers'), 'from_origin as fromOrigin', 'given', 'peak_peers as peakPeers'])
    .where('stream_id', '=', id)
    .executeTakeFirst();
  return row ?? { fromPeers: 0, fromOrigin: 0, given: 0, peakPeers: 0 };
}

export async function sumTraffic(db: Reader, days: number): Promise<SwarmFigures> {
  const total = (column: string) => sql<number>`coalesce(sum(${sql.raw(column)}), 0)::bigint`;
  const row = await db
    .selectFrom('stream_swarms')
    .select([
      total('least(from_peers, given)').as('fromPeers'),
      total('from_origin').as('fromOrigin'),
      total('given').as('given'),
    ])
    .where('updated_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirstOrThrow();
  return row;
}
