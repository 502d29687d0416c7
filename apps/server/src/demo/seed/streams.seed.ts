/** Past streams with their viewers, and the demo viewer's watch history and saved streams. */
import { type StreamId, streamId, type UserId } from '@tributary/contracts/shared';
import { channelOf } from '@tributary/demo-content/people';
import type { Story } from '@tributary/demo-content/stories/story';
import { sql } from 'kysely';
import { numbered, slugOf } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import { ago, idAt } from './times.ts';

/** Stills per scene. */
export const STILLS = 3;

/**
 * The newest past streams of a channel are so short that their whole recordings take little space. Those of the others,
 * which lasted for hours, have been deleted.
 */
export const RECORDED_STREAMS = 3;

/** Live and ended ones (spec section 9). */
export async function countStreams(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('streams')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function seedStreams(tx: Writer, accounts: SeededAccounts, now: Date): Promise<void> {
  const random = createRandom(16);
  const rows = accounts.streamers.flatMap(({ id, story }) => streamsOf(id, story, now, random));
  if (rows.length === 0) return;
  // The channel's live stream may have the same slug.
  const made = await tx
    .insertInto('streams')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'started_at', 'ended_at', 'average_viewers'])
    .execute();
  for (const row of made) await sample(tx, row);
  const lasting = made.map(({ id, started_at, ended_at }) => ({
    id,
    at: started_at,
    until: ended_at ?? now,
  }));
  if (accounts.viewer) await watch(tx, accounts.viewer, random.some(lasting, 12), random);
}

function streamsOf(streamer: UserId, story: Story, now: Date, random: SeededRandom) {
  const { scene, category, language = 'en' } = channelOf(story.username);
  const slugs = new Map<string, number>();
  let daysAgo = 1;
  return story.past.map((title, index) => {
    daysAgo += random.between(1, 6);
    const startedAt = ago(now, daysAgo * DAY_MS + random.between(0, 8 * 60) * MINUTE_MS);
    const minutes = index < RECORDED_STREAMS ? random.between(2, 3) : random.between(55, 210);
    const endedAt = new Date(startedAt.getTime() + minutes * MINUTE_MS);
    const average = Math.max(3, Math.round(story.audience * (0.55 + random.next() * 0.4)));
    const slug = slugOf(title);
    const times = (slugs.get(slug) ?? 0) + 1;
    slugs.set(slug, times);
    return {
      id: streamId.parse(idAt(startedAt)),
      streamer_id: streamer,
      title,
      category,
      language,
      slug: numbered(slug, times),
      thumbnail_url: `/demo/pictures/${scene}-${(index % STILLS) + 1}.webp`,
      current_viewers: 0,
      peak_viewers: 0,
      status: 'ended' as const,
      started_at: startedAt,
      seen_at: endedAt,
      ended_at: endedAt,
      end_reason: 'unpublished' as const,
      tags: [...story.tags],
      watched_seconds: average * minutes * 60,
      views: Math.round(average * (2.1 + random.next())),
    };
  });
}

interface Made {
  readonly id: StreamId;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly average_viewers: number;
}

/**
 * Viewers per minute: rising in the first quarter, then fluctuating slightly, and falling at the end. The figures of the
 * stream follow from them.
 */
async function sample(tx: Writer, { id, started_at, ended_at, average_viewers }: Made): Promise<void> {
  await sql`
    insert into stream_samples (stream_id, at, viewers, bitrate_kbps)
    select ${id}, date_trunc('minute', at),
      greatest(1, round(${average_viewers} * 1.12
        * least(1, (0.15 + part * 3.4)) * least(1, (1 - part) * 9 + 0.35)
        * (1 + 0.16 * sin(part * 17) + 0.05 * sin(part * 71))))::integer,
      (880 + 40 * sin(part * 43))::integer
    from (
      select at, extract(epoch from at - ${started_at}) / extract(epoch from ${ended_at}::timestamptz - ${started_at}::timestamptz) as part
      from generate_series(${started_at}::timestamptz, ${ended_at}::timestamptz, interval '1 minute') as at
    ) as minutes
    on conflict do nothing`.execute(tx);
  await sql`
    update streams set peak_viewers = most, watched_seconds = round(average * lasted_seconds)
    from (select max(viewers) as most, avg(viewers) as average from stream_samples where stream_id = ${id}) as sampled
    where id = ${id}`.execute(tx);
}

async function watch(
  tx: Writer,
  viewer: UserId,
  streams: readonly { readonly id: StreamId; readonly at: Date; readonly until: Date }[],
  random: SeededRandom,
): Promise<void> {
  const seen = streams.map(({ id, at, until }) => {
    const lasted = Math.floor((until.getTime() - at.getTime()) / 1000);
    const missed = random.between(0, Math.floor(lasted / 5));
    const first = new Date(at.getTime() + missed * 1000);
    const seconds = random.between(Math.floor(lasted / 4), lasted - missed);
    return {
      user_id: viewer,
      stream_id: id,
      first_watched_at: first,
      last_watched_at: new Date(first.getTime() + seconds * 1000),
      seconds_watched: seconds,
    };
  });
  if (seen.length === 0) return;
  await tx
    .insertInto('watch_history')
    .values(seen)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = random.some(seen, 5).map(({ stream_id, last_watched_at }) => ({
    user_id: viewer,
    stream_id,
    created_at: new Date(last_watched_at.getTime() + HOUR_MS),
  }));
  await tx
    .insertInto('saved_streams')
    .values(kept)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
