/** Streams for admins, hidden ones included. */
import type { StreamFilter } from '@tributary/contracts/moderation';
import type { StreamId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { containing, personMatches } from '../person-search.repo.ts';

const streams = (db: Reader) =>
  db
    .selectFrom('streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .leftJoin('streamer_data as d', 'd.user_id', 's.streamer_id')
    .leftJoin('profiles as h', 'h.id', 's.hidden_by')
    .select([
      's.id',
      's.title',
      's.category',
      's.slug',
      's.thumbnail_url as thumbnailUrl',
      's.status',
      's.started_at as startedAt',
      's.ended_at as endedAt',
      's.current_viewers as currentViewers',
      's.peak_viewers as peakViewers',
      's.hidden_at as hiddenAt',
      'h.username as hiddenBy',
      's.hidden_reason as hiddenReason',
      'p.id as streamerId',
      'p.username',
      'p.display_name as displayName',
      'p.avatar_url as avatarUrl',
      sql<boolean>`coalesce(d.is_verified, false)`.as('isVerified'),
    ]);

export type StoredStream = InferResult<ReturnType<typeof streams>>[number];

export function findStreams(
  db: Reader,
  { q, state, sort, order }: StreamFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<StoredStream[]> {
  const descending = order === 'desc';
  const byViewers = sort === 'currentViewers';
  let query = streams(db).limit(limit);
  // Only live streams have current viewers.
  if (byViewers) query = query.orderBy('s.current_viewers', order).where('s.status', '=', 'live');
  query = query.orderBy('s.id', order);
  if (state === 'hidden') query = query.where('s.hidden_at', 'is not', null);
  else if (state) query = query.where('s.status', '=', state);
  if (q) query = query.where('s.id', 'in', idsMatching(db, q));
  if (after) {
    const column = byViewers ? 's.current_viewers' : null;
    query = query.where(isAfterKey({ column, id: 's.id', descending }, after));
  }
  return query.execute();
}

/** Finds streams by title or streamer. A union lets an index serve each part: titles of live streams have their own. */
function idsMatching(db: Reader, text: string) {
  const titled = db.selectFrom('streams').select('id').where('title', 'ilike', containing(text));
  const ofPerson = db
    .selectFrom('profiles as f')
    .innerJoin('streams', 'streams.streamer_id', 'f.id')
    .select('streams.id')
    .where(personMatches('f', text));
  return titled
    .where('status', '=', 'ended')
    .unionAll(titled.where('status', '=', 'live'))
    .unionAll(ofPerson);
}

/** Locks the row until `tx` ends. */
export async function lockStream(tx: Writer, id: StreamId) {
  const row = await tx
    .selectFrom('streams')
    .select(['streamer_id', 'title', 'status', 'hidden_reason'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      streamerId: row.streamer_id,
      title: row.title,
      live: row.status === 'live',
      hiddenReason: row.hidden_reason,
    }
  );
}

export type LockedStream = NonNullable<Awaited<ReturnType<typeof lockStream>>>;
