/** Public data of streams, people and events for other sites. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { type Expression, type InferResult, sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import { isPublished, thumbnailOf } from '#features/live/index.ts';
import type { Reader } from '#platform/db/database.ts';

export interface SharedPerson {
  readonly id: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  readonly avatarUrl: string | null;
  readonly isStreamer: boolean;
}

/** An entry of a sitemap, with the id that is the cursor of the next chunk. */
export interface SitemapEntry {
  readonly id: string;
  readonly username: string;
  readonly slug: string | null;
  readonly changedAt: Date;
  readonly video: SitemapVideo | null;
}

/** A recording that every viewer may watch. */
export interface SitemapVideo {
  readonly id: StreamId;
  readonly title: string;
  readonly category: string;
  readonly displayName: string;
  /** The creator's description; empty if there is none. */
  readonly description: string;
  readonly source: 'live' | 'upload';
  readonly thumbnailUrl: string;
  readonly durationMs: number;
  readonly publishedAt: Date;
}

export async function findPerson(db: Reader, username: string): Promise<SharedPerson | undefined> {
  return await db
    .selectFrom('profiles as p')
    .leftJoin('streamer_data as d', 'd.user_id', 'p.id')
    .select(['p.id', 'p.username', 'p.display_name as displayName', 'p.bio', 'p.avatar_url as avatarUrl'])
    .select((eb) => eb('d.user_id', 'is not', null).$castTo<boolean>().as('isStreamer'))
    .where('p.username', '=', username)
    .where(isPublic)
    .executeTakeFirst();
}

/** The tables of pages that are not shared. */
export type PageTable =
  | 'charges'
  | 'checkouts'
  | 'payouts'
  | 'ppv_events'
  | 'profiles'
  | 'reconciliations'
  | 'report_cases'
  | 'streams'
  | 'subscription_tiers';

export async function isStored(db: Reader, table: PageTable, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}::uuid`.execute(db);
  return rows.length > 0;
}

/** The page of a private upload reveals nothing about it, as in features/live. */
const isPrivateUpload = sql<boolean>`(s.source = 'upload' AND NOT EXISTS (
  SELECT 1 FROM recordings AS own WHERE own.stream_id = s.id AND own.visibility IN ('public', 'unlisted')))`;

const streams = (db: Reader) =>
  db
    .selectFrom('streams as s')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    // Joins its recording if that is listed.
    .leftJoin('search_recordings as v', 'v.stream_id', 's.id')
    .leftJoin('recordings as r', 'r.stream_id', 'v.stream_id')
    .select(['r.duration_ms as videoDurationMs', 'r.allows_download as allowsDownload', 'r.description'])
    .select(['r.has_video as hasVideo', 'r.download_byte_length as downloadByteLength'])
    .select(['s.id', 's.category', 's.slug', 's.source'])
    .select(sql<string>`CASE WHEN ${isPrivateUpload} THEN 'Private video' ELSE s.title END`.as('title'))
    .select(
      sql<string | null>`CASE WHEN ${isPrivateUpload} THEN NULL ELSE ${thumbnailOf} END`.as('thumbnailUrl'),
    )
    .select(['s.is_mature as isMature', 's.started_at as startedAt', 's.ended_at as endedAt'])
    // Only the stream's own URL shows it: an admin has hidden it, or it is an upload that is not published.
    .select(sql<boolean>`(s.hidden_at IS NOT NULL OR NOT ${isPublished})`.as('isHidden'))
    .select((eb) => eb('s.gate_kind', 'is not', null).$castTo<boolean>().as('isGated'))
    .select(['p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .where(isPublic);

export type SharedStream = InferResult<ReturnType<typeof streams>>[number];

export const findStream = (db: Reader, id: StreamId): Promise<SharedStream | undefined> =>
  streams(db).where('s.id', '=', id).executeTakeFirst();

/** Finds a stream by its current slug, or by a former one. */
export async function findStreamBySlug(
  db: Reader,
  username: string,
  slug: string,
): Promise<SharedStream | undefined> {
  const named = streams(db).where('p.username', '=', username);
  const current = await named.where('s.slug', '=', slug).executeTakeFirst();
  if (current) return current;
  return await named
    .innerJoin('stream_former_slugs as f', (join) =>
      join.onRef('f.stream_id', '=', 's.id').onRef('f.streamer_id', '=', 'p.id'),
    )
    .where('f.slug', '=', slug)
    .executeTakeFirst();
}

export const findLiveStream = (db: Reader, username: string): Promise<SharedStream | undefined> =>
  streams(db).where('p.username', '=', username).where('s.status', '=', 'live').executeTakeFirst();

/** The streams of a person, newest first. */
export const findStreamsOf = (db: Reader, person: UserId, limit: number): Promise<SharedStream[]> =>
  streams(db)
    .where('s.streamer_id', '=', person)
    .where('s.hidden_at', 'is', null)
    .where(isPublished)
    .orderBy('s.started_at', 'desc')
    .limit(limit)
    .execute();

const events = (db: Reader) =>
  db
    .selectFrom('ppv_events as e')
    .innerJoin('profiles as p', 'p.id', 'e.creator_id')
    .select(['e.id', 'e.title', 'e.description', 'e.event_date as eventDate', 'e.status', 'e.timezone'])
    .select(['e.duration_minutes as durationMinutes', 'e.poster_url as posterUrl'])
    .select((eb) => eb.fn.coalesce('e.published_at', 'e.created_at').as('publishedAt'))
    .select(['p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'])
    .where('e.status', '!=', 'draft')
    .where(isPublic);

export type SharedEvent = InferResult<ReturnType<typeof events>>[number];

export const findEvent = (db: Reader, id: string): Promise<SharedEvent | undefined> =>
  events(db).where('e.id', '=', id).executeTakeFirst();

/** The events of a person, latest date first. */
export const findEventsOf = (db: Reader, person: UserId, limit: number): Promise<SharedEvent[]> =>
  events(db)
    .where('e.creator_id', '=', person)
    .orderBy('e.event_date', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();

export interface Chunk {
  /** The last id of the previous chunk; null for the first one. */
  readonly after: string | null;
  readonly limit: number;
}

/** Streamers by id. The limit applies before banned ones are left out, so that chunks have fixed ends. */
export const listStreamers = (db: Reader, { after, limit }: Chunk): Promise<SitemapEntry[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('streamer_data')
        .select('user_id')
        .where(follows(sql.ref('user_id'), after))
        .orderBy('user_id')
        .limit(limit)
        .as('d'),
    )
    .innerJoin('profiles as p', 'p.id', 'd.user_id')
    .select(['d.user_id as id', 'p.username', 'p.updated_at as changedAt'])
    .select([sql<null>`null`.as('slug'), sql<null>`null`.as('video')])
    .where(isPublic)
    .orderBy('d.user_id')
    .execute();

/** Streams by id, which is chronological. The limit applies before hidden ones are left out. */
export async function listStreams(db: Reader, { after, limit }: Chunk): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('streams')
        .selectAll()
        .where(follows(sql.ref('id'), after))
        .orderBy('id')
        .limit(limit)
        .as('s'),
    )
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    // Mature and gated streams are not described as videos, since their images and files are not public.
    .leftJoin('search_recordings as v', (join) =>
      join
        .onRef('v.stream_id', '=', 's.id')
        .on('s.is_mature', '=', false)
        .on('s.gate_kind', 'is', null)
        .on('s.thumbnail_url', 'is not', null),
    )
    .leftJoin('recordings as r', 'r.stream_id', 'v.stream_id')
    .select(['s.id', 'p.username', 's.slug', 's.title', 's.category', 'p.display_name as displayName'])
    .select(['s.thumbnail_url as thumbnailUrl', 'r.duration_ms as durationMs', 's.source'])
    .select((eb) => eb.fn.coalesce('r.description', sql.lit('')).as('description'))
    .select((eb) => eb.fn.coalesce('s.ended_at', 's.started_at').as('changedAt'))
    .where('s.hidden_at', 'is', null)
    .where(isPublished)
    .where(isPublic)
    .orderBy('s.id')
    .execute();
  return rows.map(({ id, username, slug, changedAt, durationMs, thumbnailUrl, ...about }) => ({
    id,
    username,
    slug,
    changedAt,
    video:
      durationMs === null || thumbnailUrl === null
        ? null
        : { ...about, id, durationMs, thumbnailUrl, publishedAt: changedAt },
  }));
}

/** The last id of a chunk, or undefined if no full chunk follows. */
export async function endOfChunk(
  db: Reader,
  table: 'streams' | 'streamer_data',
  { after, limit }: Chunk,
): Promise<string | undefined> {
  const id = table === 'streams' ? sql.ref('id') : sql.ref('user_id');
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${sql.table(table)} where ${follows(id, after)}
    order by ${id} offset ${sql.lit(limit - 1)} limit 1
  `.execute(db);
  return rows[0]?.id;
}

const follows = (id: Expression<unknown>, after: string | null) =>
  after === null ? sql<boolean>`true` : sql<boolean>`${id} > ${after}::uuid`;
