/** How often and how long the stream `s` was watched: live, and its recording since. All lists and pages say the same. */
import { sql } from 'kysely';

export const recordedViews = sql<number>`coalesce((SELECT views FROM recordings WHERE stream_id = s.id), 0)`;

export const viewsOf = sql<number>`s.views + ${recordedViews}`;

export const watchedOf = sql<number>`
  s.watched_seconds + coalesce((SELECT watched_seconds FROM recordings WHERE stream_id = s.id), 0)`;
