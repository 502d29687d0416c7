/** Finds channels by their names. */
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { matches, rankOf, similarChannels } from './matching.repo.ts';

export interface Channel {
  readonly streamer: StreamerSummary;
  readonly followers: number;
}

/** A channel's position in the search results, as a cursor. */
export interface ChannelKey {
  readonly rank: number;
  readonly followers: number;
  readonly id: UserId;
}

/** The number of matches that are ranked, so that a common word stays cheap. */
const RANKED_MAX = 500;

interface Ranking {
  /** Rows of `search_channels`, possibly with more columns. */
  readonly found: RawBuilder<unknown>;
  /** The quality of a match; higher values come first. */
  readonly matched: RawBuilder<number>;
  readonly after?: ChannelKey | null;
  readonly limit: number;
}

/**
 * The best matches, most followed first among equals. Joins profiles only after the limit, since a common
 * word matches many channels. Reads follower counts in a correlated subquery: with a join, the planner
 * overestimates the matches and reads the counts of all channels.
 */
const firstChannels = (db: Reader, { found, matched, after = null, limit }: Ranking) => {
  const isAfter = after
    ? sql`(w.matched < ${after.rank} or (w.matched = ${after.rank} and (w.followers < ${after.followers}
        or (w.followers = ${after.followers} and w.user_id > ${after.id}::uuid))))`
    : sql`true`;
  const first = sql<{ user_id: UserId; matched: number; followers: number }>`(
    select w.* from (
      select w.user_id, ${matched} as matched, coalesce((
        select f.followers from follower_counts as f where f.streamer_id = w.user_id
      ), 0) as followers
      from (${found}) as w
    ) as w
    where ${isAfter} and not exists (select from profiles as b where b.id = w.user_id and not is_public(b))
    order by w.matched desc, w.followers desc, w.user_id
    limit ${sql.lit(limit)})`;
  return db
    .selectFrom(first.as('w'))
    .innerJoin('profiles as p', 'p.id', 'w.user_id')
    .innerJoin('streamer_data as d', 'd.user_id', 'w.user_id')
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(['d.is_verified as isVerified', 'w.followers', 'w.matched'])
    .orderBy('w.matched', 'desc')
    .orderBy('w.followers', 'desc')
    .orderBy('w.user_id')
    .execute();
};

const toChannel = ({
  followers,
  matched,
  ...streamer
}: StreamerSummary & { followers: number; matched: number }): Channel => ({ streamer, followers });

/** Returns the best matches first, and the most followed first among equals. */
export async function findChannels(
  db: Reader,
  words: string,
  { after, limit }: { after: ChannelKey | null; limit: number },
): Promise<{ channel: Channel; key: ChannelKey }[]> {
  // The exact username is always included, however many channels match the words.
  const found = sql`
    (select w.user_id, w.parts from search_channels as w
      where w.user_id = (select id from profiles where username = lower(${words})))
    union
    (select w.user_id, w.parts from search_channels as w where ${matches(words)} limit ${sql.lit(RANKED_MAX)})`;
  const rows = await firstChannels(db, { found, matched: rankOf(words), after, limit });
  return rows.map((row) => ({
    channel: toChannel(row),
    key: { rank: row.matched, followers: row.followers, id: row.id },
  }));
}

/** Finds channels for a misspelled name: the most similar names first, without exact matches of the words. */
export async function findSimilarChannels(db: Reader, words: string, limit: number): Promise<Channel[]> {
  const found = sql`
    select w.user_id, w.parts, by_likeness.likeness from ${similarChannels(words)} as by_likeness
    join search_channels as w on w.user_id = by_likeness.id where (${matches(words)}) is not true`;
  const rows = await firstChannels(db, { found, matched: sql`w.likeness`, limit });
  return rows.map(toChannel);
}

/** @returns null if there is no such channel, or it is banned */
export async function findChannelId(db: Reader, username: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select('p.id')
    .where('p.username', '=', username.toLowerCase())
    .where(isPublic)
    .executeTakeFirst();
  return row?.id ?? null;
}
