/** The sources of past streams’ viewers, and the number that watched each minute. */
import { COUNTED_MINUTES, type EntryKind } from '@tributary/contracts/live';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';
import type { SeededAccounts } from './seeded-accounts.ts';

/** Sources by their share of the viewers of a stream. */
const SOURCES: readonly (readonly [kind: EntryKind, host: string, share: number])[] = [
  ['notification', '', 22],
  ['home', '', 18],
  ['discover', '', 13],
  ['channel', '', 11],
  ['external', 'rivertown.example', 9],
  ['direct', '', 8],
  ['raid', '', 6],
  ['search', '', 5],
  ['embed', 'notes.example', 4],
  ['external', 'links.example', 3],
  ['stream', '', 1],
];
/** The part of the viewers that watched live rather than the recording. */
const LIVE_PART = 0.8;

/** Completes the past streams that have no such figures. They agree with the samples and views of the stream. */
export async function seedAudience(tx: Writer, { streamers }: SeededAccounts): Promise<void> {
  for (const { id, story } of streamers) {
    const streams = await tx
      .selectFrom('streams as s')
      .select('s.id')
      .where('s.streamer_id', '=', id)
      .where('s.status', '=', 'ended')
      .where('s.title', 'in', [...story.past])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('stream_minutes as m').select('m.minute').whereRef('m.stream_id', '=', 's.id')),
        ),
      )
      .execute();
    if (streams.length === 0) continue;
    const ids = streams.map((stream) => stream.id);
    await addLiveMinutes(tx, ids);
    await addRecordedMinutes(tx, ids);
    await addSources(tx, ids);
  }
}

/** Viewers who leave are replaced by others: each minute begins with some who had not watched before. */
async function addLiveMinutes(tx: Writer, ids: readonly string[]): Promise<void> {
  await sql`
    with sampled as (
      select s.id as stream_id, s.views, m.viewers, row_number() over by_time - 1 as minute,
        max(m.viewers) over by_time as most, max(m.viewers) over (partition by s.id) as peak,
        count(*) over (partition by s.id) as minutes
      from streams s join stream_samples m on m.stream_id = s.id and m.at < s.ended_at
      where s.id = any(${ids}::uuid[])
      window by_time as (partition by s.id order by m.at)
    ), grown as (
      select *, most + round(greatest(0, views * ${LIVE_PART}::float - peak) * (minute + 1) / minutes)::int as started_by
      from sampled
    )
    insert into stream_minutes (stream_id, is_live, minute, started, watched)
    select stream_id, true, minute,
      started_by - coalesce(lag(started_by) over (partition by stream_id order by minute), 0), viewers
    from grown where minute < ${COUNTED_MINUTES}
    on conflict do nothing`.execute(tx);
}

/** Few of those who play a recording watch it to its end. */
async function addRecordedMinutes(tx: Writer, ids: readonly string[]): Promise<void> {
  await sql`
    insert into stream_minutes (stream_id, is_live, minute, started, watched)
    select s.id, false, minute, case when minute = 0 then viewers else 0 end,
      greatest(1, round(viewers * exp(-1.1 * minute / minutes)))::int
    from streams s
    cross join lateral (select
      greatest(1, round(s.views * (1 - ${LIVE_PART}::float)))::int as viewers,
      greatest(1, ceil(extract(epoch from s.ended_at - s.started_at) / 60))::int as minutes) as counted
    cross join lateral generate_series(0, least(minutes, ${COUNTED_MINUTES}) - 1) as minute
    where s.id = any(${ids}::uuid[])
    on conflict do nothing`.execute(tx);
}

async function addSources(tx: Writer, ids: readonly string[]): Promise<void> {
  const whole = SOURCES.reduce((sum, [, , share]) => sum + share, 0);
  await sql`
    insert into stream_entries (stream_id, day, kind, host, viewers)
    select s.id, (s.started_at at time zone 'UTC')::date, kind, host, round(s.views * share / ${whole}::float)::int
    from streams s
    cross join unnest(
      ${SOURCES.map(([kind]) => kind)}::text[],
      ${SOURCES.map(([, host]) => host)}::text[],
      ${SOURCES.map(([, , share]) => share)}::int[]
    ) as source (kind, host, share)
    where s.id = any(${ids}::uuid[]) and round(s.views * share / ${whole}::float) > 0
    on conflict do nothing`.execute(tx);
}
