/** What people see of streams, read from the database. */
import type { Gate, StreamerSummary } from '@tributary/contracts/channels';
import { FEATURED_LIMIT } from '@tributary/contracts/live';
import type {
  CaptionTrack,
  Category,
  Chapter,
  Storyboard,
  StreamId,
  UserId,
} from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { toGate } from '#features/channels/index.ts';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { captionsUrl, runningStoryboard } from '../playback/media-paths.ts';
import { viewsOf } from './watch-figures.repo.ts';

/** A stream with its streamer. */
export interface Stream {
  readonly id: StreamId;
  readonly title: string;
  readonly category: Category;
  readonly slug: string;
  /** An upload never ran. */
  readonly source: 'live' | 'upload';
  readonly tags: readonly string[];
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
  /** Null where there is none, or nobody may watch it. */
  readonly recording: {
    readonly startsAt: Date;
    /** Null while it grows. */
    readonly durationMs: number | null;
    readonly isPrivate: boolean;
    readonly views: number;
    readonly description: string;
    readonly chapters: Chapter[];
    readonly captions: CaptionTrack[];
    readonly allowsDownload: boolean;
    readonly storyboard: Storyboard | null;
  } | null;
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

const captionsOf = sql<Pick<CaptionTrack, 'language' | 'label'>[] | null>`(
  SELECT json_agg(json_build_object('language', c.language, 'label', c.label) ORDER BY c.label, c.language)
  FROM recording_captions AS c WHERE c.stream_id = s.id)`;

function streams(db: Reader) {
  return db
    .selectFrom('streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .leftJoin('streamer_data as d', 'd.user_id', 's.streamer_id')
    .leftJoin('recordings as rec', (join) =>
      join.onRef('rec.stream_id', '=', 's.id').on('rec.state', 'in', ['recording', 'ready']),
    )
    .select(['rec.starts_at', 'rec.duration_ms', 'rec.visibility', 'rec.state', 's.end_reason'])
    .select(['rec.description', 'rec.chapters', 'rec.allows_download', captionsOf.as('captions')])
    .select('rec.storyboard')
    .select(viewsOf.as('views'))
    .select([
      's.id',
      's.title',
      's.category',
      's.slug',
      's.tags',
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
  const isPrivateUpload =
    row.source === 'upload' && row.visibility !== 'public' && row.visibility !== 'unlisted';
  return {
    id: row.id,
    // The page of a private upload says nothing about it.
    title: isPrivateUpload ? 'Private video' : row.title,
    category: row.category,
    slug: row.slug,
    source: row.source,
    tags: isPrivateUpload ? [] : row.tags,
    isMature: row.is_mature,
    isHidden: row.hidden_at !== null,
    gate: toGate(row.gate_kind, row.gate_id),
    thumbnailUrl: row.hidden_at === null && !isPrivateUpload ? row.thumbnail_url : null,
    currentViewers: row.current_viewers,
    status: row.status,
    interruptedAt: row.interrupted_at,
    stopped: row.interrupted_at !== null && row.interrupted_cleanly,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    recording: recordingOf(row),
    streamer: {
      id: row.streamer_id,
      username: row.username,
      displayName: row.display_name,
      avatarUrl: row.avatar_url,
      isVerified: row.is_verified ?? false,
    },
  };
}

/** A stream that an admin has stopped shows no recording. */
function recordingOf({ starts_at, duration_ms, visibility, state, ...row }: Row): Stream['recording'] {
  if (starts_at === null || row.end_reason === 'kicked') return null;
  const isPrivate = visibility === 'private';
  return {
    startsAt: starts_at,
    durationMs: state === 'ready' ? duration_ms : null,
    isPrivate,
    views: row.views,
    description: isPrivate ? '' : (row.description ?? ''),
    chapters: isPrivate ? [] : (row.chapters ?? []),
    captions: isPrivate
      ? []
      : (row.captions ?? []).map((one) => ({ ...one, url: captionsUrl(row.id, one.language) })),
    allowsDownload: !isPrivate && row.allows_download === true,
    storyboard: state === 'ready' ? row.storyboard : runningStoryboard(row.id),
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

/** Null also if the streamer is banned. */
export async function findOpen(db: Reader, id: StreamId): Promise<Stream | null> {
  const row = await streams(db).where('s.id', '=', id).where(isPublic).executeTakeFirst();
  return row === undefined ? null : toStream(row);
}

export async function findById(db: Reader, id: StreamId): Promise<Stream | null> {
  const row = await streams(db).where('s.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toStream(row);
}

/** By its current slug or a former one. */
export async function findBySlug(db: Reader, streamerId: UserId, slug: string): Promise<Stream | null> {
  const row = await streams(db)
    .where('s.streamer_id', '=', streamerId)
    .where('s.slug', '=', slug)
    .executeTakeFirst();
  if (row !== undefined) return toStream(row);
  const former = await streams(db)
    .innerJoin('stream_former_slugs as f', 'f.stream_id', 's.id')
    .where('f.streamer_id', '=', streamerId)
    .where('f.slug', '=', slug)
    .executeTakeFirst();
  return former === undefined ? null : toStream(former);
}

export async function findLiveOf(db: Reader, streamerId: UserId): Promise<Stream | null> {
  const row = await streams(db)
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'live')
    .executeTakeFirst();
  return row === undefined ? null : toStream(row);
}

/** The stream of the latest recording of a streamer that everybody may find, or that is being stored. */
export async function findLastRecorded(db: Reader, streamerId: UserId): Promise<Stream | null> {
  const row = await streams(db)
    .where('s.streamer_id', '=', streamerId)
    .where('s.status', '=', 'ended')
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where('rec.starts_at', 'is not', null)
    .where('rec.visibility', '=', 'public')
    // It becomes private once it is stored.
    .where('rec.asks_at_end', '=', false)
    .orderBy('s.started_at', 'desc')
    .limit(1)
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
    .select(['watched_seconds as watchedSeconds', 'views', 'tags', 'is_mature as isMature'])
    .select('thumbnail_url as thumbnailUrl')
    .select(
      sql<string[]>`array(select slug from stream_former_slugs where stream_id = streams.id)`.as(
        'formerSlugs',
      ),
    )
    .where('streamer_id', '=', streamerId)
    .orderBy('started_at', 'desc')
    .execute();
