/** Rows of the ways in which viewers came to streams, and of the number that watched each minute. */
import type { EntryKind, ViewerEntry } from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Sites of one stream that are counted by name; the others together have no name. */
const HOSTS_PER_STREAM = 50;

export interface NewEntry extends ViewerEntry {
  readonly streamId: StreamId;
}

/** Adds one viewer for each entry. Locks nothing, so that processes that write at once may pass the limit of sites. */
export async function addEntries(tx: Writer, entries: readonly NewEntry[], at: Date): Promise<void> {
  if (entries.length === 0) return;
  const named = (entry: NewEntry) => (entry.kind === 'embed' || entry.kind === 'external' ? entry.host : '');
  await sql`
    with entered as (
      select stream_id, kind, host, count(*)::int as viewers
      from unnest(
        ${entries.map(({ streamId }) => streamId)}::uuid[],
        ${entries.map(({ kind }) => kind)}::text[],
        ${entries.map(named)}::text[]
      ) as e (stream_id, kind, host)
      group by stream_id, kind, host
    ), known as (
      select distinct o.stream_id, o.host from stream_entries o
      where o.stream_id in (select stream_id from entered) and o.host <> ''
    ), ranked as (
      select e.*, k.host is not null or e.host = '' as is_known,
        (select count(*) from known n where n.stream_id = e.stream_id)
          + count(*) filter (where k.host is null and e.host <> '')
            over (partition by e.stream_id order by e.viewers desc, e.host, e.kind) as place
      from entered e left join known k on k.stream_id = e.stream_id and k.host = e.host
    )
    insert into stream_entries (stream_id, day, kind, host, viewers)
    select r.stream_id, (${at}::timestamptz at time zone 'UTC')::date, r.kind,
      case when r.is_known or r.place <= ${HOSTS_PER_STREAM} then r.host else '' end, sum(r.viewers)
    from ranked r join streams s on s.id = r.stream_id
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (stream_id, day, kind, host) do update set
      viewers = stream_entries.viewers + excluded.viewers
  `.execute(tx);
}

export interface MinuteSum {
  readonly streamId: StreamId;
  readonly isLive: boolean;
  readonly minute: number;
  readonly started: number;
  readonly watched: number;
}

export async function addMinutes(tx: Writer, sums: readonly MinuteSum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into stream_minutes (stream_id, is_live, minute, started, watched)
    select m.* from unnest(
      ${sums.map(({ streamId }) => streamId)}::uuid[],
      ${sums.map(({ isLive }) => isLive)}::boolean[],
      ${sums.map(({ minute }) => minute)}::int[],
      ${sums.map(({ started }) => started)}::int[],
      ${sums.map(({ watched }) => watched)}::int[]
    ) as m (stream_id, is_live, minute, started, watched)
    join streams s on s.id = m.stream_id
    order by 1, 2, 3
    on conflict (stream_id, is_live, minute) do update set
      started = stream_minutes.started + excluded.started,
      watched = stream_minutes.watched + excluded.watched
  `.execute(tx);
}

/** When those of the streams that are live began. */
export async function findRunning(
  db: Reader,
  ids: readonly StreamId[],
): Promise<ReadonlyMap<StreamId, Date>> {
  const rows = await db
    .selectFrom('streams')
    .select(['id', 'started_at'])
    .where('id', 'in', ids)
    .where('status', '=', 'live')
    .execute();
  return new Map(rows.map((row) => [row.id, row.started_at]));
}

export interface SourceRow {
  readonly kind: EntryKind;
  readonly host: string;
  readonly viewers: number;
}

/** The viewers of a channel's streams since a day, or those of one stream, by how they came; most first. */
export function findSources(
  db: Reader,
  streamerId: UserId,
  of: { readonly from: Date; readonly until: Date } | { readonly streamId: StreamId },
): Promise<SourceRow[]> {
  const sources = db
    .selectFrom('stream_entries as e')
    .innerJoin('streams as s', 's.id', 'e.stream_id')
    .select(['e.kind', 'e.host', sql<number>`sum(e.viewers)::int`.as('viewers')])
    .where('s.streamer_id', '=', streamerId)
    .groupBy(['e.kind', 'e.host'])
    .orderBy('viewers', 'desc')
    .orderBy('e.kind')
    .orderBy('e.host');
  if ('streamId' in of) return sources.where('e.stream_id', '=', of.streamId).execute();
  return sources
    .where(sql<boolean>`e.day > (${of.from}::timestamptz at time zone 'UTC')::date`)
    .where(sql<boolean>`e.day <= (${of.until}::timestamptz at time zone 'UTC')::date`)
    .execute();
}

export interface MinuteRow {
  readonly isLive: boolean;
  readonly minute: number;
  readonly started: number;
  readonly watched: number;
}

export const findMinutes = (db: Reader, streamId: StreamId): Promise<MinuteRow[]> =>
  db
    .selectFrom('stream_minutes')
    .select(['is_live as isLive', 'minute', 'started', 'watched'])
    .where('stream_id', '=', streamId)
    .orderBy('minute')
    .execute();

export interface OwnStream {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export const findOwnStream = (db: Reader, streamerId: UserId, id: StreamId): Promise<OwnStream | undefined> =>
  db
    .selectFrom('streams')
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .where('id', '=', id)
    .where('streamer_id', '=', streamerId)
    .executeTakeFirst();

export async function deleteEntriesBefore(tx: Writer, at: Date): Promise<void> {
  await tx
    .deleteFrom('stream_entries')
    .where('day', '<', sql<string>`(${at}::timestamptz at time zone 'UTC')::date`)
    .execute();
}
