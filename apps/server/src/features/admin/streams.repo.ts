/** Streams as admins see them: hidden ones too. */
import type { Category, StreamFilter, StreamId, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { containing } from './containing.ts';

export interface StoredStream {
  readonly id: StreamId;
  readonly title: string;
  readonly category: Category;
  readonly slug: string;
  readonly thumbnailUrl: string | null;
  readonly status: 'live' | 'ended';
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly currentViewers: number;
  readonly peakViewers: number;
  readonly hiddenAt: Date | null;
  readonly hiddenBy: string | null;
  readonly hiddenReason: string | null;
  readonly streamerId: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
}

export function findStreams(
  db: Reader,
  { q, state, sort, order }: StreamFilter,
  after: CursorKey | undefined,
  limit: number,
): Promise<StoredStream[]> {
  const descending = order === 'desc';
  const byViewers = sort === 'currentViewers';
  let query = db
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
    ])
    .limit(limit);
  // Who watches is known of what is live alone.
  if (byViewers) query = query.orderBy('s.current_viewers', order).where('s.status', '=', 'live');
  query = query.orderBy('s.id', order);
  if (state === 'hidden') query = query.where('s.hidden_at', 'is not', null);
  else if (state) query = query.where('s.status', '=', state);
  if (q) query = query.where('s.id', 'in', alike(db, containing(q)));
  if (after) {
    const column = byViewers ? 's.current_viewers' : null;
    query = query.where(isAfterKey({ column, id: 's.id', descending }, after));
  }
  return query.execute();
}

/** By title or streamer. Apart, because each part has an index of its own: live ones are few. */
function alike(db: Reader, pattern: string) {
  const titled = db.selectFrom('streams').select('id').where('title', 'ilike', pattern);
  const ofPerson = db
    .selectFrom('profiles as f')
    .innerJoin('streams', 'streams.streamer_id', 'f.id')
    .select('streams.id')
    .where(sql<string>`(f.username || ' ' || f.email || ' ' || f.display_name)`, 'ilike', pattern);
  return titled
    .where('status', '=', 'ended')
    .unionAll(titled.where('status', '=', 'live'))
    .unionAll(ofPerson);
}
