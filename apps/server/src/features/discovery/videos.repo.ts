/** Listed recordings: the rows of `search_recordings`, except those of banned creators. */
import { VIDEO_LENGTH_MINUTES, type Video, type VideoLength } from '@tributary/contracts/discovery';
import type { Category, StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { toGate } from '#features/channels/index.ts';
import { isPublic } from '#features/identity/index.ts';
import { recordingPath, thumbnailOf } from '#features/live/index.ts';
import { viewsOf } from '#features/recordings/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { conditionsOf, type StreamFilter } from './filters.repo.ts';
import { matches } from './matching.repo.ts';

export interface VideoFilter extends StreamFilter {
  readonly category?: Category | null;
  /** Search words; null: no search. */
  readonly words?: string | null;
  readonly streamerId?: UserId;
  /** Only channels that this account follows. */
  readonly followerId?: UserId;
  readonly length?: VideoLength | undefined;
}

const videos = (db: Reader) =>
  db
    .selectFrom('search_recordings as w')
    .innerJoin('recordings as r', 'r.stream_id', 'w.stream_id')
    .innerJoin('streams as s', 's.id', 'w.stream_id')
    .innerJoin('profiles as p', 'p.id', 'w.streamer_id')
    .leftJoin('streamer_data as d', 'd.user_id', 'w.streamer_id')
    .select(['s.id', 's.title', 's.category', 's.slug', 's.tags', 's.language', 's.is_mature as isMature'])
    .select(viewsOf.as('views'))
    .select([
      'r.duration_ms as durationMs',
      'w.started_at as startedAt',
      's.gate_kind as gateKind',
      's.gate_id as gateId',
      'r.storyboard',
    ])
    .select(thumbnailOf.as('thumbnailUrl'))
    .select(['p.id as userId', 'p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .select(sql<boolean>`coalesce(d.is_verified, false)`.as('isVerified'))
    .where(isPublic);

type Row = Awaited<ReturnType<ReturnType<typeof videos>['executeTakeFirstOrThrow']>>;

function toVideo(found: Row): Video {
  const { startedAt, gateKind, gateId, storyboard, userId, username, displayName, avatarUrl, ...rest } =
    found;
  const { isVerified, ...row } = rest;
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    gate: toGate(gateKind, gateId),
    playbackUrl: gateKind === null ? `${recordingPath(row.id)}/index.m3u8` : null,
    storyboard: gateKind === null ? storyboard : null,
    streamer: { id: userId, username, displayName, avatarUrl, isVerified },
  };
}

/** Returns recordings newest first. */
export async function findVideos(
  db: Reader,
  { category = null, words = null, streamerId, followerId, length, ...filter }: VideoFilter,
  { after, limit }: { after: CursorKey | null; limit: number },
): Promise<Video[]> {
  let query = videos(db);
  if (category !== null) query = query.where('w.category', '=', category);
  if (words !== null) query = query.where(matches(words));
  // The words of a recording have an index, and include its tags.
  if (filter.tag !== undefined) query = query.where(matches(filter.tag));
  if (filter.language !== undefined) query = query.where('w.language', '=', filter.language);
  for (const condition of conditionsOf(filter)) query = query.where(condition);
  if (length !== undefined) query = query.where(isOfLength(length));
  if (streamerId !== undefined) query = query.where('w.streamer_id', '=', streamerId);
  if (followerId !== undefined) {
    query = query.where('w.streamer_id', 'in', (select) =>
      select.selectFrom('follows').select('streamer_id').where('follower_id', '=', followerId),
    );
  }
  if (after !== null) {
    query = query.where(isAfterKey({ column: 'w.started_at', id: 'w.stream_id', descending: true }, after));
  }
  const rows = await query
    .orderBy('w.started_at', 'desc')
    .orderBy('w.stream_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toVideo);
}

/** The newest recordings of a category from which similar ones are chosen. */
const COMPARED = 200;

/**
 * The recordings of other channels in the category of a stream, those that share most of its tags first and the newest
 * of them before older ones. The compared ones are bounded, since a category may have very many.
 */
export async function findSimilarVideos(db: Reader, id: StreamId, limit: number): Promise<Video[]> {
  const rows = await videos(db)
    .innerJoin('streams as o', 'o.category', 'w.category')
    .where('o.id', '=', id)
    .whereRef('w.streamer_id', '<>', 'o.streamer_id')
    .where('w.stream_id', 'in', (select) =>
      select
        .selectFrom('search_recordings as n')
        .innerJoin('streams as c', 'c.category', 'n.category')
        .select('n.stream_id')
        .where('c.id', '=', id)
        .orderBy('n.started_at', 'desc')
        .orderBy('n.stream_id', 'desc')
        .limit(COMPARED),
    )
    .orderBy(
      sql`(SELECT count(*) FROM unnest(s.tags) AS one (tag) WHERE lower(one.tag) = ANY (
        SELECT lower(other.tag) FROM unnest(o.tags) AS other (tag)
      ))`,
      'desc',
    )
    .orderBy('w.started_at', 'desc')
    .orderBy('w.stream_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toVideo);
}

const MINUTE_MS = 60_000;

function isOfLength(length: VideoLength) {
  const [from, below] = VIDEO_LENGTH_MINUTES[length];
  const isLongEnough = sql<boolean>`r.duration_ms >= ${from * MINUTE_MS}`;
  return Number.isFinite(below)
    ? sql<boolean>`${isLongEnough} and r.duration_ms < ${below * MINUTE_MS}`
    : isLongEnough;
}

/** Whether the stream `s` has a listed recording. */
export const isVideo = sql<boolean>`exists (select from search_recordings as v where v.stream_id = s.id)`;
