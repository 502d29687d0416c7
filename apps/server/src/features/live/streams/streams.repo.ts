/** Streams as lists show them, read from the database. */
import type { Gate, StreamerSummary } from '@tributary/contracts/channels';
import { FEATURED_LIMIT } from '@tributary/contracts/live';
import type { Category, StreamId, StreamLanguage, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { toGate } from '#features/channels/index.ts';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

/** A stream with its streamer. */
export interface Stream {
  readonly id: StreamId;
  readonly title: string;
  readonly category: Category;
  readonly slug: string;
  /** An upload never ran. */
  readonly source: 'live' | 'upload';
  readonly tags: readonly string[];
  /** Null: its creator states none. */
  readonly language: StreamLanguage | null;
  readonly isMature: boolean;
  /** Hidden by an admin. */
  readonly isHidden: boolean;
  /** What people need to watch it. */
  readonly gate: Gate | null;
  readonly thumbnailUrl: string | null;
  readonly currentViewers: number;
  readonly status: 'live' | 'ended';
  readonly interruptedAt: Date | null;
  /** While interrupted: the encoder ended the publication itself, rather than losing its connection. */
  readonly stopped: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly streamer: StreamerSummary;
}

/**
 * The thumbnail of the stream `s`. No frame of a gated stream is shown to strangers: where its streamer chose no
 * thumbnail, it has their banner.
 */
export const thumbnailOf = sql<string | null>`
  CASE WHEN s.thumbnail_url IS NULL AND s.gate_kind IS NOT NULL
  THEN (SELECT banner_url FROM profiles WHERE id = s.streamer_id)
  ELSE s.thumbnail_url END`;

/**
 * Whether lists of any kind may show the stream `s`, apart from what admins hide. An upload is no stream to anybody but
 * its streamer until it is published.
 */
export const isPublished = sql<boolean>`s.is_published`;

/** The streams `s` with their streamers. */
export function streams(db: Reader) {
  return db
    .selectFrom('streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .leftJoin('streamer_data as d', 'd.user_id', 's.streamer_id')
    .select([
      's.id',
      's.title',
      's.category',
      's.slug',
      's.tags',
      's.language',
      's.is_mature',
      's.current_viewers',
      's.status',
      's.source',
      's.interrupted_at',
      's.interrupted_cleanly',
      's.hidden_at',
      's.gate_kind',
      's.gate_id',
      's.started_at',
      's.ended_at',
      'p.id as streamer_id',
      'p.username',
      'p.display_name',
      'p.avatar_url',
      'd.is_verified',
    ])
    .select(thumbnailOf.as('thumbnail_url'));
}

/** Streams that lists may show, live or ended. */
export const shown = (db: Reader) =>
  streams(db).where('s.hidden_at', 'is', null).where(isPublished).where(isPublic);

/** Live streams that lists may show. */
export const listed = (db: Reader) =>
  // Until its encoder returns after a restart there is nothing to play.
  shown(db).where('s.status', '=', 'live').where('s.awaits_encoder', '=', false);

type Row = Awaited<ReturnType<ReturnType<typeof streams>['executeTakeFirstOrThrow']>>;

export function toStream(row: Row): Stream {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    slug: row.slug,
    source: row.source,
    tags: row.tags,
    language: row.language,
    isMature: row.is_mature,
    isHidden: row.hidden_at !== null,
    gate: toGate(row.gate_kind, row.gate_id),
    thumbnailUrl: row.hidden_at === null ? row.thumbnail_url : null,
    currentViewers: row.current_viewers,
    status: row.status,
    interruptedAt: row.interrupted_at,
    stopped: row.interrupted_at !== null && row.interrupted_cleanly,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    streamer: {
      id: row.streamer_id,
      username: row.username,
      displayName: row.display_name,
      avatarUrl: row.avatar_url,
      isVerified: row.is_verified ?? false,
    },
  };
}

/** Live streams, most viewers first (spec section 7), then the longest-running first. */
export async function findFeatured(db: Reader): Promise<Stream[]> {
  const rows = await listed(db)
    .orderBy('s.current_viewers', 'desc')
    .orderBy('s.id')
    .limit(FEATURED_LIMIT)
    .execute();
  return rows.map(toStream);
}

export async function findById(db: Reader, id: StreamId): Promise<Stream | null> {
  const row = await streams(db).where('s.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toStream(row);
}

export async function findLiveOf(db: Reader, streamerId: UserId): Promise<Stream | null> {
  const row = await streams(db)
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'live')
    .executeTakeFirst();
  return row === undefined ? null : toStream(row);
}

/** Null also if the streamer is banned. */
export async function findStreamer(db: Reader, username: string): Promise<StreamerSummary | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select(['p.id', 'p.username', 'p.display_name', 'p.avatar_url', 'd.is_verified'])
    .where('p.username', '=', username.toLowerCase())
    .where(isPublic)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    isVerified: row.is_verified,
  };
}

/** All streams of a streamer, newest first, for the export of their data. */
export const findAllOf = (db: Reader, streamerId: UserId) =>
  db
    .selectFrom('streams')
    .select(['id', 'title', 'category', 'slug', 'status', 'started_at as startedAt', 'ended_at as endedAt'])
    .select(['peak_viewers as peakViewers', 'average_viewers as averageViewers', 'end_reason as endReason'])
    .select(['watched_seconds as watchedSeconds', 'views', 'tags', 'language', 'is_mature as isMature'])
    .select('thumbnail_url as thumbnailUrl')
    .select(
      sql<string[]>`array(select slug from stream_former_slugs where stream_id = streams.id)`.as(
        'formerSlugs',
      ),
    )
    .where('streamer_id', '=', streamerId)
    .orderBy('started_at', 'desc')
    .execute();
