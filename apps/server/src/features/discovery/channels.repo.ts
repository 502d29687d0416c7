/** Channels by their names. */
import type { StreamerSummary, UserId } from '@tributary/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { channelsAlike, matches, rankOf } from './matching.ts';

export interface Channel {
  readonly streamer: StreamerSummary;
  readonly followers: number;
}

/** Where a channel stands among those that words lead to. */
export interface ChannelPlace {
  readonly rank: number;
  readonly followers: number;
  readonly id: UserId;
}

/** A word that more channels than these have in their names says little; this many are ranked. */
const RANKED = 500;

/** How those that were found are ordered, each with `matched`: the better, the sooner. */
interface Order {
  readonly found: RawBuilder<unknown>;
  readonly matched: RawBuilder<number>;
  readonly after?: ChannelPlace | null;
  readonly limit: number;
}

/**
 * The first of what was found, among equals the most followed. Only those are looked up whole: a common
 * word leads to many. Followers are looked up one by one: the planner, which expects as many as may be
 * found, would read the counts of all channels. @param found rows of `search_channels` and more
 */
const firstChannels = (db: Reader, { found, matched, after = null, limit }: Order) => {
  const behind = after
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
    where ${behind} and not exists (select from profiles as b where b.id = w.user_id and is_banned(b))
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

/** The best fit first, among equals the most followed. */
export async function findChannels(
  db: Reader,
  words: string,
  { after, limit }: { after: ChannelPlace | null; limit: number },
): Promise<{ channel: Channel; place: ChannelPlace }[]> {
  // Whoever has exactly this name is among them, however many others have the word in theirs.
  const found = sql`
    (select w.user_id, w.parts from search_channels as w
      where w.user_id = (select id from profiles where username = lower(${words})))
    union
    (select w.user_id, w.parts from search_channels as w where ${matches(words)} limit ${sql.lit(RANKED)})`;
  const rows = await firstChannels(db, { found, matched: rankOf(words), after, limit });
  return rows.map((row) => ({
    channel: toChannel(row),
    place: { rank: row.matched, followers: row.followers, id: row.id },
  }));
}

/** For a name that is misspelt: the most alike first, without what it finds as it is. */
export async function findChannelsAlike(db: Reader, words: string, limit: number): Promise<Channel[]> {
  const found = sql`
    select w.user_id, w.parts, alike.likeness from ${channelsAlike(words)} as alike
    join search_channels as w on w.user_id = alike.id where (${matches(words)}) is not true`;
  const rows = await firstChannels(db, { found, matched: sql`w.likeness`, limit });
  return rows.map(toChannel);
}
