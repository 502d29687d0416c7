/** Rows of clips. */
import { CLIPS_PAGE_SIZE, type Clip, type ClipId } from '@tributary/contracts/clips';
import { clipRanges, type MediaRange, toOriginal, toTrimmed } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { toGate } from '#features/channels/index.ts';
import { isPublic } from '#features/identity/index.ts';
import { isPublished, recordingPath, thumbnailOf } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';

/** The tolerance for times that were rounded to milliseconds. */
const ROUNDING_MS = 50;

/**
 * Whether a clip may be shown. Its recording is not private: one that awaits its creator's decision counts as it was
 * before. In addition, a recording with the same media files still contains the ranges of the clip: that of the stream,
 * or a part for others that was split off. Clips outlive their recording.
 */
const isShown = sql<boolean>`(
  NOT EXISTS (SELECT 1 FROM recordings AS own WHERE own.stream_id = c.stream_id)
  OR NOT EXISTS (
    SELECT 1 FROM recordings AS own
    WHERE own.stream_id = c.stream_id AND own.visibility = 'private' AND own.decide_by IS NULL
  ) AND NOT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(c.shows) AS shown ("startMs" bigint, "endMs" bigint)
    WHERE shown."endMs" - shown."startMs" > ${ROUNDING_MS} AND NOT EXISTS (
      SELECT 1 FROM recordings AS own JOIN recordings AS r ON r.media_id = own.media_id
        LEFT JOIN LATERAL jsonb_to_recordset(r.trim->'ranges') AS kept ("startMs" bigint, "endMs" bigint) ON true
      WHERE own.stream_id = c.stream_id
        AND (r.stream_id = own.stream_id OR r.visibility <> 'private')
        AND (r.trim IS NULL OR (kept."startMs" <= shown."startMs" + ${ROUNDING_MS}
          AND kept."endMs" >= shown."endMs" - ${ROUNDING_MS}))
    )
  )
)`;

/** The clips that viewers may see: the rules of their streams apply to them, and private or cut parts are hidden. */
const clips = (db: Reader) =>
  db
    .selectFrom('clips as c')
    .innerJoin('streams as s', 's.id', 'c.stream_id')
    .innerJoin('profiles as p', 'p.id', 'c.streamer_id')
    .innerJoin('profiles as m', 'm.id', 'c.creator_id')
    .leftJoin('streamer_data as d', 'd.user_id', 'c.streamer_id')
    .leftJoin('recordings as w', (join) =>
      join
        .onRef('w.stream_id', '=', 'c.stream_id')
        .on('w.visibility', '<>', 'private')
        .on('w.state', 'in', ['recording', 'ready']),
    )
    .select(['c.shows', 'w.trim', 'w.stream_id as watchableId'])
    .select(['c.id', 'c.title', 's.category', 's.is_mature as isMature', 'c.views'])
    .select(['c.duration_ms as durationMs', 'c.offset_ms as offsetMs', 'c.created_at as createdAt'])
    .select(['s.id as streamId', 's.title as streamTitle', 's.slug', 's.gate_kind', 's.gate_id'])
    .select(['c.has_thumbnail as hasThumbnail', thumbnailOf.as('streamThumbnailUrl')])
    .select(['p.id as streamerId', 'p.username', 'p.display_name', 'p.avatar_url', 'd.is_verified'])
    .select(['m.username as creatorUsername', 'm.display_name as creatorName'])
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where(isPublic)
    .where(isShown);

type Row = Awaited<ReturnType<ReturnType<typeof clips>['executeTakeFirstOrThrow']>>;

/** The file of a frame from the middle of a clip, in its folder. */
export const THUMBNAIL_FILE = 'thumbnail.webp';

/** The path of a clip's media, below the path that grants for its stream are valid for. */
export const clipPath = (streamId: StreamId, id: ClipId): string => `${recordingPath(streamId)}/clips/${id}`;

/**
 * The clip's position in the recording; null if the recording cannot be watched, or its creator has cut the moment out.
 */
function positionOf({
  shows,
  offsetMs,
  trim,
  watchableId,
}: Pick<Row, 'shows' | 'offsetMs' | 'trim' | 'watchableId'>): number | null {
  if (shows === null || watchableId === null) return null;
  // A clip consists of whole segments, and begins within the first one.
  const startMs = toOriginal(shows, offsetMs);
  if (trim === null) return startMs;
  const isKept = clipRanges(trim.ranges, { startMs, endMs: startMs + ROUNDING_MS }).length > 0;
  return isKept ? toTrimmed(trim.ranges, startMs) : null;
}

function toClip({ streamId, streamTitle, slug, gate_kind, gate_id, ...row }: Row): Clip {
  const { streamerId, username, display_name, avatar_url, is_verified, creatorUsername, creatorName } = row;
  const gate = toGate(gate_kind, gate_id);
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    // Frames of a gated stream are for viewers with access to it only.
    thumbnailUrl:
      row.hasThumbnail && gate === null
        ? `${clipPath(streamId, row.id)}/${THUMBNAIL_FILE}`
        : row.streamThumbnailUrl,
    isMature: row.isMature,
    durationMs: row.durationMs,
    createdAt: row.createdAt.toISOString(),
    views: row.views,
    offsetMs: row.offsetMs,
    playbackUrl: `${clipPath(streamId, row.id)}/index.m3u8`,
    stream: {
      id: streamId,
      title: streamTitle,
      slug,
      gate,
      positionMs: positionOf(row),
    },
    streamer: {
      id: streamerId,
      username,
      displayName: display_name,
      avatarUrl: avatar_url,
      isVerified: is_verified ?? false,
    },
    creator: { username: creatorUsername, displayName: creatorName },
  };
}

export async function findClip(db: Reader, id: ClipId): Promise<Clip | null> {
  const row = await clips(db).where('c.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toClip(row);
}

/**
 * Returns one row more than a page, newest first.
 * @param after the last clip of the previous page
 */
export async function findClipsOf(
  db: Reader,
  username: string,
  after: CursorKey | null,
): Promise<Clip[] | null> {
  const channel = await db
    .selectFrom('profiles as p')
    .innerJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select('p.id')
    .where('p.username', '=', username.toLowerCase())
    .where(isPublic)
    .executeTakeFirst();
  if (channel === undefined) return null;
  // Clips of an unlisted upload would lead to it, so lists leave them out.
  let query = clips(db).where('c.streamer_id', '=', channel.id).where(isPublished);
  if (after !== null) {
    query = query.where(isAfterKey({ column: 'c.created_at', id: 'c.id', descending: true }, after));
  }
  const rows = await query
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(CLIPS_PAGE_SIZE + 1)
    .execute();
  return rows.map(toClip);
}

/** The newest clips of the channels that an account follows. */
export async function findFollowed(db: Reader, followerId: UserId): Promise<Clip[]> {
  const rows = await clips(db)
    .where('c.streamer_id', 'in', (select) =>
      select.selectFrom('follows').select('streamer_id').where('follower_id', '=', followerId),
    )
    .where(isPublished)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(CLIPS_PAGE_SIZE)
    .execute();
  return rows.map(toClip);
}

export interface NewClipRow {
  readonly id: ClipId;
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly creatorId: UserId;
  readonly title: string;
  readonly offsetMs: number;
  readonly durationMs: number;
  readonly byteLength: number;
  readonly shows: readonly MediaRange[];
  readonly hasThumbnail: boolean;
}

export async function insert(tx: Writer, { id, title, ...clip }: NewClipRow): Promise<void> {
  await tx
    .insertInto('clips')
    .values({
      id,
      title,
      stream_id: clip.streamId,
      streamer_id: clip.streamerId,
      creator_id: clip.creatorId,
      offset_ms: clip.offsetMs,
      duration_ms: clip.durationMs,
      byte_length: clip.byteLength,
      shows: JSON.stringify(clip.shows),
      has_thumbnail: clip.hasThumbnail,
    })
    .execute();
}

/**
 * The creator of a clip, and the streamer of its channel.
 * @returns null if there is no such clip
 */
export async function findPeople(
  db: Reader,
  id: ClipId,
): Promise<{ readonly creatorId: UserId; readonly streamerId: UserId } | null> {
  const row = await db
    .selectFrom('clips')
    .select(['creator_id as creatorId', 'streamer_id as streamerId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns the deleted clip; null if there is none */
export async function remove(tx: Writer, id: ClipId): Promise<{ readonly title: string } | null> {
  const row = await tx.deleteFrom('clips').where('id', '=', id).returning('title').executeTakeFirst();
  return row ?? null;
}

export async function addView(tx: Writer, id: ClipId): Promise<void> {
  await tx.updateTable('clips').set({ views: sql`views + 1` }).where('id', '=', id).execute();
}

/** The clips that are deleted with the recording of a stream: those that may not be shown, and all of an upload. */
export async function findDeletedWith(db: Reader, streamId: StreamId): Promise<ClipId[]> {
  const rows = await db
    .selectFrom('clips as c')
    .innerJoin('streams as s', 's.id', 'c.stream_id')
    .select('c.id')
    .where('c.stream_id', '=', streamId)
    .where((eb) => eb.or([eb('s.source', '=', 'upload'), eb.not(isShown)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** The stream of a clip and whether it is gated; null if no viewer may watch it. */
export async function findAudience(
  db: Reader,
  id: ClipId,
): Promise<{ readonly streamId: StreamId; readonly isGated: boolean } | null> {
  const row = await clips(db).where('c.id', '=', id).executeTakeFirst();
  return row === undefined ? null : { streamId: row.streamId, isGated: row.gate_kind !== null };
}

/** The clips of a person's channel, and those that they made. */
export const findAllWith = (db: Reader, userId: UserId) =>
  db
    .selectFrom('clips')
    .select(['id', 'title', 'stream_id as streamId', 'duration_ms as durationMs', 'views'])
    .select('created_at as createdAt')
    .select((eb) => eb('creator_id', '=', userId).as('madeByYou'))
    .where((eb) => eb.or([eb('creator_id', '=', userId), eb('streamer_id', '=', userId)]))
    .orderBy('created_at', 'desc')
    .execute();

/** The total size of a channel's clips in bytes. */
export async function sumBytes(db: Reader, streamerId: UserId): Promise<number> {
  const { bytes } = await db
    .selectFrom('clips')
    .select(sql<string>`coalesce(sum(byte_length), 0)`.as('bytes'))
    .where('streamer_id', '=', streamerId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}
