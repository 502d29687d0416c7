/** Channels whose latest stream has ended. */
import { OFFLINE_CHANNELS_LIMIT, type OfflineChannel } from '@tributary/contracts/discovery';
import type { Category } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { shown, toStream } from '#features/live/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { conditionsOf, type StreamFilter } from './filters.repo.ts';

/** Older streams say little about when a channel will be live, and reading them all would cost much. */
const WITHIN_DAYS = 60;

/** The latest end first. A channel whose latest stream is withdrawn is left out. */
export async function findOfflineChannels(
  db: Reader,
  { category, ...filter }: StreamFilter & { readonly category: Category | null },
): Promise<OfflineChannel[]> {
  let query = shown(db)
    .select(
      sql<number>`coalesce((select followers from follower_counts where streamer_id = s.streamer_id), 0)`.as(
        'followers',
      ),
    )
    .where('s.status', '=', 'ended')
    .where('s.source', '=', 'live')
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where(sql<boolean>`s.ended_at > now() - make_interval(days => ${sql.lit(WITHIN_DAYS)})`)
    .where(sql<boolean>`not exists (
      select from streams as later
      where later.streamer_id = s.streamer_id and later.source = 'live' and later.started_at > s.started_at)`);
  if (category !== null) query = query.where('s.category', '=', category);
  for (const condition of conditionsOf(filter)) query = query.where(condition);
  const rows = await query.orderBy('s.ended_at', 'desc').limit(OFFLINE_CHANNELS_LIMIT).execute();
  return rows.map(({ followers, ...row }) => {
    const { title, category, language, startedAt, endedAt, streamer } = toStream(row);
    return {
      streamer,
      followers,
      last: { title, category, language, endedAt: (endedAt ?? startedAt).toISOString() },
    };
  });
}
