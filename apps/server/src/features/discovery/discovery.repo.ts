/** Live streams: by category, by words, or both, in one of three orders. */
import type { Category, DiscoverSort, StreamId, UserId } from '@tributary/contracts';
import { type RawBuilder, sql } from 'kysely';
import { listed, type Stream, toStream } from '#features/live/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { isBehind } from '#platform/db/keyset.ts';
import { matches, rankOf, streamsAlike } from './matching.ts';

/** Where a stream stands in an order. */
export interface Place {
  /** How well the words fit; 0 where the order does not ask. */
  readonly rank: number;
  /** How many watch it; in the order of beginning, when it began. */
  readonly figure: number | string;
  readonly id: StreamId;
}

export interface Filter {
  /** Null: of every category. */
  readonly category: Category | null;
  /** Null: whatever they are called. */
  readonly words: string | null;
}

const isFound = (words: string) =>
  sql<boolean>`s.id in (select w.stream_id from search_streams as w where ${matches(words)})`;

const rank = (words: string | null): RawBuilder<number> =>
  words === null ? sql`0` : sql`(select ${rankOf(words)} from search_streams as w where w.stream_id = s.id)`;

function filtered(db: Reader, { category, words }: Filter) {
  let query = listed(db);
  if (category !== null) query = query.where('s.category', '=', category);
  if (words !== null) query = query.where(isFound(words));
  return query;
}

/** Whether a stream comes after a place, in words that begin to read an index there. */
const isAfter: Readonly<Record<DiscoverSort, (place: Place, words: string | null) => RawBuilder<boolean>>> = {
  relevance: (place, words) => sql`
    (${rank(words)} < ${place.rank} or (${rank(words)} = ${place.rank} and ${isAfter.viewers(place, null)}))`,
  viewers: ({ figure, id }) => sql`
    (s.current_viewers <= ${figure} and (s.current_viewers < ${figure} or s.id > ${id}))`,
  newest: ({ figure, id }) =>
    isBehind({ column: 's.started_at', id: 's.id', descending: true }, [figure, id]),
};

/** Among those with as many viewers the longest-running comes first, as among the featured ones. */
export async function findStreams(
  db: Reader,
  filter: Filter,
  { sort, after, limit }: { sort: DiscoverSort; after: Place | null; limit: number },
): Promise<{ stream: Stream; place: Place }[]> {
  const { words } = filter;
  let query = filtered(db, filter)
    .select((sort === 'relevance' ? rank(words) : sql<number>`0`).as('rank'))
    .limit(limit);
  if (after) query = query.where(isAfter[sort](after, words));
  if (sort === 'relevance' && words !== null) query = query.orderBy('rank', 'desc');
  query =
    sort === 'newest'
      ? query.orderBy('s.started_at', 'desc').orderBy('s.id', 'desc')
      : query.orderBy('s.current_viewers', 'desc').orderBy('s.id');
  const rows = await query.execute();
  return rows.map(({ rank, ...row }) => ({
    stream: toStream(row),
    place: {
      rank,
      figure: sort === 'newest' ? row.started_at.toISOString() : row.current_viewers,
      id: row.id,
    },
  }));
}

/** For words that are misspelt: the most alike first, without what they find as they are. */
export async function findStreamsAlike(
  db: Reader,
  words: string,
  { category, limit }: { category: Category | null; limit: number },
): Promise<Stream[]> {
  const rows = await filtered(db, { category, words: null })
    .innerJoin(
      sql<{ id: StreamId; likeness: number }>`${streamsAlike(words)}`.as('alike'),
      'alike.id',
      's.id',
    )
    .where(sql<boolean>`(${isFound(words)}) is not true`)
    .orderBy('alike.likeness', 'desc')
    .orderBy('s.current_viewers', 'desc')
    .orderBy('s.id')
    .limit(limit)
    .execute();
  return rows.map(toStream);
}

export async function findListed(db: Reader, ids: readonly StreamId[]): Promise<Stream[]> {
  const rows = await listed(db).where('s.id', 'in', ids).execute();
  return rows.map(toStream);
}

/** The running streams of these channels. */
export async function findListedOf(db: Reader, streamers: readonly UserId[]): Promise<Stream[]> {
  if (streamers.length === 0) return [];
  const rows = await listed(db).where('s.streamer_id', 'in', streamers).execute();
  return rows.map(toStream);
}

/** The categories that something is live in. */
export const countByCategory = (db: Reader) =>
  listed(db)
    .clearSelect()
    .select('s.category')
    .select(sql<number>`count(*)`.as('streams'))
    .select(sql<number>`sum(s.current_viewers)`.as('viewers'))
    .groupBy('s.category')
    .execute();
