import {
  CONTINUE_LIMIT,
  LIBRARY_PAGE_SIZE,
  WATCH_BEGUN_MS,
  WATCH_FINISHED_SHARE,
} from '@tributary/contracts/library';
import type { MediaRange } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Watched } from '#features/live/index.ts';
import { shown } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';
import { recordedMs } from '../recorded-duration.repo.ts';

/** A viewer with an account. */
export interface Watcher {
  readonly id: UserId;
}

/** Adds watch time. Skips people who paused their history, and streams and accounts that no longer exist. */
export async function addWatched(tx: Writer, watched: readonly Watched<Watcher>[]): Promise<void> {
  const column = <T>(of: (entry: Watched<Watcher>) => T) => watched.map(of);
  await sql`
    insert into watch_history as h (user_id, stream_id, first_watched_at, last_watched_at, seconds_watched)
    select w.user_id, w.stream_id, w.started, w.ended, w.seconds
    from unnest(
      ${column((w) => w.viewer.id)}::uuid[],
      ${column((w) => w.streamId)}::uuid[],
      ${column((w) => w.from)}::timestamptz[],
      ${column((w) => w.to)}::timestamptz[],
      ${column((w) => w.seconds)}::integer[]
    ) as w (user_id, stream_id, started, ended, seconds)
    join streams s on s.id = w.stream_id
    join profiles p on p.id = w.user_id
    where not exists (select from preferences c where c.user_id = w.user_id and c.history_paused)
    order by w.user_id, w.stream_id
    on conflict (user_id, stream_id) do update set
      last_watched_at = greatest(h.last_watched_at, excluded.last_watched_at),
      seconds_watched = h.seconds_watched + excluded.seconds_watched
  `.execute(tx);
}

/** Two saves of a playing player are at most this far apart. */
const SAVED_EVERY_SECONDS = 15;

/**
 * Saves the position in a recording that people can watch, and counts the time since the last save as watched.
 * Skips people who paused their history.
 */
export async function setPosition(
  tx: Writer,
  userId: UserId,
  streamId: StreamId,
  positionMs: number,
): Promise<void> {
  await sql`
    insert into watch_history as h (user_id, stream_id, first_watched_at, last_watched_at, seconds_watched, position_ms)
    select ${userId}, r.stream_id, now(), now(), 0, least(${positionMs}::bigint, r.duration_ms)
    from recordings r
    where r.stream_id = ${streamId} and r.state = 'ready'
      and not exists (select from preferences c where c.user_id = ${userId} and c.history_paused)
    on conflict (user_id, stream_id) do update set
      position_ms = excluded.position_ms,
      last_watched_at = excluded.last_watched_at,
      seconds_watched = h.seconds_watched + case
        when now() - h.last_watched_at <= make_interval(secs => ${SAVED_EVERY_SECONDS})
        then round(extract(epoch from now() - h.last_watched_at))::integer else 0 end
  `.execute(tx);
}

/**
 * Moves viewers' positions in a recording from its previous kept ranges to its new ones. A position in a part that was
 * cut moves to the cut.
 * @param before the previous ranges of the original timeline; `after` are the new ones
 */
export async function movePositions(
  tx: Writer,
  streamId: StreamId,
  before: readonly MediaRange[],
  after: readonly MediaRange[],
): Promise<void> {
  await sql`
    with old as (
      select "startMs" as start_ms, sum("endMs" - "startMs") over w - ("endMs" - "startMs") as seen_from_ms
      from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as r("startMs" bigint, "endMs" bigint)
      window w as (order by "startMs")
    )
    update watch_history as h set position_ms = (
      select sum(greatest(0, least(o.start_ms + h.position_ms - o.seen_from_ms, r."endMs") - r."startMs"))
      from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as r("startMs" bigint, "endMs" bigint),
        (select * from old where seen_from_ms <= h.position_ms order by seen_from_ms desc limit 1) as o
    )
    where stream_id = ${streamId} and position_ms is not null
  `.execute(tx);
}

const isUnfinished = sql<boolean>`h.position_ms < rec.duration_ms * ${WATCH_FINISHED_SHARE}::float8`;

/** The position at which a viewer continues a recording; null if they have not begun it, or have finished it. */
export async function findPosition(db: Reader, userId: UserId, streamId: StreamId): Promise<number | null> {
  const row = await db
    .selectFrom('watch_history as h')
    .innerJoin('recordings as rec', 'rec.stream_id', 'h.stream_id')
    .select('h.position_ms')
    .where('h.user_id', '=', userId)
    .where('h.stream_id', '=', streamId)
    .where(isUnfinished)
    .executeTakeFirst();
  return row?.position_ms ?? null;
}

const watched = (db: Reader, userId: UserId) =>
  shown(db)
    .innerJoin('watch_history as h', 'h.stream_id', 's.id')
    .select(['h.first_watched_at', 'h.last_watched_at', 'h.seconds_watched', 'h.position_ms'])
    .select(recordedMs.as('recorded_ms'))
    .where('h.user_id', '=', userId)
    .orderBy('h.last_watched_at', 'desc')
    .orderBy('h.stream_id', 'desc');

/** Recordings that are begun and not finished, last watched first. */
export const findContinue = (db: Reader, userId: UserId) =>
  watched(db, userId)
    .innerJoin('recordings as rec', 'rec.stream_id', 's.id')
    .where('h.position_ms', '>=', WATCH_BEGUN_MS)
    .where(isUnfinished)
    .where('rec.state', '=', 'ready')
    .where('s.status', '=', 'ended')
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where((eb) => eb.or([eb('rec.visibility', '<>', 'private'), eb('s.streamer_id', '=', userId)]))
    .limit(CONTINUE_LIMIT)
    .execute();

/**
 * Returns one row more than a page, last watched first.
 * @param after the last item of the previous page
 */
export function findWatched(db: Reader, userId: UserId, after: CursorKey | null) {
  let query = watched(db, userId).limit(LIBRARY_PAGE_SIZE + 1);
  if (after !== null) {
    query = query.where(
      isAfterKey({ column: 'h.last_watched_at', id: 'h.stream_id', descending: true }, after),
    );
  }
  return query.execute();
}

export async function deleteWatched(tx: Writer, userId: UserId, streamId: StreamId): Promise<void> {
  await tx
    .deleteFrom('watch_history')
    .where('user_id', '=', userId)
    .where('stream_id', '=', streamId)
    .execute();
}

export async function clearWatched(tx: Writer, userId: UserId): Promise<void> {
  await tx.deleteFrom('watch_history').where('user_id', '=', userId).execute();
}

export const totalWatched = (
  db: Reader,
  userId: UserId,
): Promise<{ watched: number; secondsWatched: number }> =>
  shown(db)
    .clearSelect()
    .innerJoin('watch_history as h', 'h.stream_id', 's.id')
    .select([
      sql<number>`count(*)`.as('watched'),
      sql<number>`coalesce(sum(h.seconds_watched), 0)`.as('secondsWatched'),
    ])
    .where('h.user_id', '=', userId)
    .executeTakeFirstOrThrow();

export const findAllWatched = (db: Reader, userId: UserId) =>
  db
    .selectFrom('watch_history as h')
    .innerJoin('streams as s', 's.id', 'h.stream_id')
    .select(['s.id', 's.title', 'h.first_watched_at as firstWatchedAt'])
    .select(['h.last_watched_at as lastWatchedAt', 'h.seconds_watched as secondsWatched'])
    .select('h.position_ms as positionMs')
    .where('h.user_id', '=', userId)
    .orderBy('h.last_watched_at')
    .execute();
