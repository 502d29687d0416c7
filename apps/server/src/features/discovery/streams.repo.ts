/** Listed streams: live ones by category and search words, and the past ones of a channel. */
import type { DiscoverSort, PastStream } from '@tributary/contracts/discovery';
import type { Category, StreamId, StreamLanguage, UserId } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';
import { isPublished, listed, type Stream, thumbnailOf, toStream } from '#features/live/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { conditionsOf, type StreamFilter } from './filters.repo.ts';
import { matches, rankOf, similarStreams } from './matching.repo.ts';
import { isVideo } from './videos.repo.ts';

/** A stream's position in an order, as a cursor. */
export interface StreamKey {
  /** The quality of the match, or 1 for a preferred language; 0 unless ordered by relevance. */
  readonly rank: number;
  /** The current viewers, or the start time when ordered by `newest`. */
  readonly value: number | string;
  readonly id: StreamId;
}

export interface Filter extends StreamFilter {
  /** Null: all categories. */
  readonly category: Category | null;
  /** Search words; null: no search. */
  readonly words: string | null;
  /** Only streams in these languages, or only the others, which include those that state none. */
  readonly spoken?: { readonly languages: readonly StreamLanguage[]; readonly included: boolean };
}

const isFound = (words: string) =>
  sql<boolean>`s.id in (select w.stream_id from search_streams as w where ${matches(words)})`;

const rank = (words: string | null): RawBuilder<number> =>
  words === null ? sql`0` : sql`(select ${rankOf(words)} from search_streams as w where w.stream_id = s.id)`;

function filtered(db: Reader, { category, words, spoken, ...filter }: Filter) {
  let query = listed(db);
  if (category !== null) query = query.where('s.category', '=', category);
  if (words !== null) query = query.where(isFound(words));
  if (spoken) {
    const isIn = sql<boolean>`(s.language = any(${spoken.languages}::text[])) is true`;
    query = query.where(spoken.included ? isIn : sql<boolean>`not ${isIn}`);
  }
  for (const condition of conditionsOf(filter)) query = query.where(condition);
  return query;
}

/** Whether a stream comes after a key, phrased so that an index scan can start there. */
const isAfter: Readonly<Record<DiscoverSort, (key: StreamKey, words: string | null) => RawBuilder<boolean>>> =
  {
    relevance: (key, words) => sql`
    (${rank(words)} < ${key.rank} or (${rank(words)} = ${key.rank} and ${isAfter.viewers(key, null)}))`,
    viewers: ({ value, id }) => sql`
    (s.current_viewers <= ${value} and (s.current_viewers < ${value} or s.id > ${id}))`,
    newest: ({ value, id }) =>
      isAfterKey({ column: 's.started_at', id: 's.id', descending: true }, [value, id]),
  };

/** Among streams with equally many viewers, the longest-running comes first, as on the featured list. */
export async function findStreams(
  db: Reader,
  filter: Filter,
  { sort, after, limit }: { sort: DiscoverSort; after: StreamKey | null; limit: number },
): Promise<{ stream: Stream; key: StreamKey }[]> {
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
    key: {
      rank,
      value: sort === 'newest' ? row.started_at.toISOString() : row.current_viewers,
      id: row.id,
    },
  }));
}

/** The rank of streams in a wanted language; others have 0. */
const IN_LANGUAGE = 1;

/**
 * Streams in these languages, then all others, each by viewers. Reads both in the order of an index, since ordering by
 * the language would sort all live streams for each page.
 */
export async function findInLanguagesFirst(
  db: Reader,
  filter: Omit<Filter, 'words' | 'spoken'>,
  languages: readonly StreamLanguage[],
  { after, limit }: { after: StreamKey | null; limit: number },
): Promise<{ stream: Stream; key: StreamKey }[]> {
  const find = async (included: boolean, count: number, from: StreamKey | null) => {
    const wanted = { ...filter, words: null, spoken: { languages, included } };
    const found = await findStreams(db, wanted, { sort: 'viewers', after: from, limit: count });
    const rank = included ? IN_LANGUAGE : 0;
    return found.map(({ stream, key }) => ({ stream, key: { ...key, rank } }));
  };
  const isPast = after !== null && after.rank !== IN_LANGUAGE;
  const first = isPast ? [] : await find(true, limit, after);
  if (first.length === limit) return first;
  return [...first, ...(await find(false, limit - first.length, isPast ? after : null))];
}

/** Finds streams for misspelled words: the most similar titles first, without exact matches of the words. */
export async function findSimilarStreams(
  db: Reader,
  words: string,
  { limit, ...filter }: Omit<Filter, 'words'> & { limit: number },
): Promise<Stream[]> {
  const rows = await filtered(db, { ...filter, words: null })
    .innerJoin(
      sql<{ id: StreamId; likeness: number }>`${similarStreams(words)}`.as('similar'),
      'similar.id',
      's.id',
    )
    .where(sql<boolean>`(${isFound(words)}) is not true`)
    .orderBy('similar.likeness', 'desc')
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

/** The live streams of these channels. */
export async function findListedOf(db: Reader, streamers: readonly UserId[]): Promise<Stream[]> {
  if (streamers.length === 0) return [];
  const rows = await listed(db).where('s.streamer_id', 'in', streamers).execute();
  return rows.map(toStream);
}

/** The number of streams and viewers in each category that has a live stream. */
export const countByCategory = (db: Reader) =>
  listed(db)
    .clearSelect()
    .select('s.category')
    .select(sql<number>`count(*)`.as('streams'))
    .select(sql<number>`sum(s.current_viewers)`.as('viewers'))
    .groupBy('s.category')
    .execute();

/**
 * A channel's ended streams that are not hidden, newest first.
 * @param unrecorded leaves out streams that are videos
 */
export async function findPastStreams(
  db: Reader,
  streamerId: UserId,
  { after, limit, unrecorded }: { after: CursorKey | null; limit: number; unrecorded: boolean },
): Promise<PastStream[]> {
  let query = db
    .selectFrom('streams as s')
    .select(['s.id', 's.title', 's.category', 's.slug'])
    .select(thumbnailOf.as('thumbnailUrl'))
    .select(['s.peak_viewers as peakViewers', 's.lasted_seconds as durationSeconds', 's.started_at'])
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'ended')
    .where('s.hidden_at', 'is', null)
    .where(isPublished);
  if (unrecorded) query = query.where(sql<boolean>`not ${isVideo}`);
  if (after) query = query.where(isAfterKey({ column: 's.started_at', id: 's.id', descending: true }, after));
  const rows = await query.orderBy('s.started_at', 'desc').orderBy('s.id', 'desc').limit(limit).execute();
  return rows.map(({ started_at, ...row }) => ({ ...row, startedAt: started_at.toISOString() }));
}
