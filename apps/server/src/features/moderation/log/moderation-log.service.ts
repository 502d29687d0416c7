/** The public log of moderation: how often admins acted for which rule, but not against whom. */
import {
  MODERATION_LOG_MIN_COUNT,
  MODERATION_LOG_MONTHS,
  type ModerationLog,
} from '@tributary/contracts/moderation';
import type { Database } from '#platform/db/database.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { type CountedAct, countActs } from './moderation-log.repo.ts';

const CACHE_MS = 60_000;

/** Reads the counts of the last months, which may be a minute old. */
export type ReadModerationLog = () => Promise<ModerationLog>;

export function createModerationLog(db: Database, nowMs: () => number): ReadModerationLog {
  const cache = new ShortCache<ModerationLog>({ ttlMs: CACHE_MS, maxEntries: 1 });
  return () =>
    cache.get('log', async () => {
      const now = new Date(nowMs());
      const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MODERATION_LOG_MONTHS + 1));
      return { months: byMonth(await db.read((reader) => countActs(reader, since))) };
    });
}

/** Withholds numbers so small that they could identify a person. */
function byMonth(counted: readonly CountedAct[]): ModerationLog['months'] {
  const months = Map.groupBy(counted, ({ month }) => month);
  return [...months].map(([month, acts]) => ({
    month,
    acts: acts.map(({ act, reason, count }) => ({
      act,
      reason,
      count: count < MODERATION_LOG_MIN_COUNT ? null : count,
    })),
  }));
}
