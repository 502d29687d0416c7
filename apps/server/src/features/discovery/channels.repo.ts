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
const RANKED = 1000;

const followers = sql<number>`coalesce(f.followers, 0)`;

/** Channels with what shows them. @param found rows of `search_channels` */
const channels = (db: Reader, found: RawBuilder<unknown>) =>
  db
    .selectFrom(sql<{ user_id: UserId; parts: string[] }>`(${found})`.as('w'))
    .innerJoin('profiles as p', 'p.id', 'w.user_id')
    .innerJoin('streamer_data as d', 'd.user_id', 'w.user_id')
    .leftJoin('follower_counts as f', 'f.streamer_id', 'w.user_id')
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(['d.is_verified as isVerified', followers.as('followers')])
    .where(sql<boolean>`not is_banned(p)`);

const toChannel = ({ followers, ...streamer }: StreamerSummary & { followers: number }): Channel => ({
  streamer,
  followers,
});

/** The best fit first, among equals the most followed. */
export async function findChannels(
  db: Reader,
  words: string,
  { after, limit }: { after: ChannelPlace | null; limit: number },
): Promise<{ channel: Channel; place: ChannelPlace }[]> {
  const rank = rankOf(words);
  // Whoever has exactly this name is among them, however many others have the word in theirs.
  const found = sql`
    (select w.user_id, w.parts from search_channels as w
      where w.user_id = (select id from profiles where username = lower(${words})))
    union
    (select w.user_id, w.parts from search_channels as w where ${matches(words)} limit ${sql.lit(RANKED)})`;
  let query = channels(db, found).select(rank.as('rank'));
  if (after) {
    query = query.where(sql<boolean>`
      (${rank} < ${after.rank} or (${rank} = ${after.rank} and (${followers} < ${after.followers}
        or (${followers} = ${after.followers} and w.user_id > ${after.id}::uuid))))`);
  }
  const rows = await query
    .orderBy('rank', 'desc')
    .orderBy('followers', 'desc')
    .orderBy('w.user_id')
    .limit(limit)
    .execute();
  return rows.map(({ rank, ...row }) => ({
    channel: toChannel(row),
    place: { rank, followers: row.followers, id: row.id },
  }));
}

/** For a name that is misspelt: the most alike first, without what it finds as it is. */
export async function findChannelsAlike(db: Reader, words: string, limit: number): Promise<Channel[]> {
  const found = sql`
    select w.user_id, w.parts, alike.likeness from ${channelsAlike(words)} as alike
    join search_channels as w on w.user_id = alike.id where (${matches(words)}) is not true`;
  const rows = await channels(db, found)
    .orderBy(sql`w.likeness`, 'desc')
    .orderBy('followers', 'desc')
    .orderBy('w.user_id')
    .limit(limit)
    .execute();
  return rows.map(toChannel);
}
