/** How a stream's row changes from its first part to its end. */
import type { Gate, StreamId, StreamSettings, UserId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import type { EndReason } from '../live.tables.ts';
import { findChannelGate, toGate } from '../playback/gates.repo.ts';
import { numbered } from '../streams/slug.ts';

export interface NewStream {
  readonly id: StreamId;
  readonly streamerId: UserId;
  readonly settings: StreamSettings;
  /** Derived from the title. A number is appended where the streamer has used it already. */
  readonly slug: string;
  readonly startedAt: Date;
  /** The process that serves it. */
  readonly ownerId: ProcessId;
}

async function freeSlug(tx: Writer, streamerId: UserId, slug: string, except: StreamId): Promise<string> {
  const like = `${slug}%`;
  const present = tx
    .selectFrom('streams')
    .select('slug')
    .where('streamer_id', '=', streamerId)
    .where('id', '!=', except);
  const former = tx
    .selectFrom('stream_former_slugs')
    .select('slug')
    .where('streamer_id', '=', streamerId)
    .where('stream_id', '!=', except);
  const rows = await present
    .where('slug', 'like', like)
    .union(former.where('slug', 'like', like))
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  let n = 1;
  while (taken.has(numbered(slug, n))) n += 1;
  return numbered(slug, n);
}

export interface Begun {
  /**
   * `resumed`: the row existed. `kicked`: an admin has ended the stream. `elsewhere`: another process serves it
   * now.
   */
  readonly outcome: 'started' | 'resumed' | 'kicked' | 'elsewhere';
  /** What people need to watch it. */
  readonly gate: Gate | null;
  /** Other streams of this streamer that were still live. */
  readonly replaced: readonly { readonly id: StreamId; readonly endedAt: Date }[];
}

/**
 * Locks a streamer until `tx` ends: two of their streams never pick the same free slug, and no stream begins with the
 * gate that the channel had before.
 */
export async function lockStreamer(tx: Writer, id: UserId): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Begins a stream, or resumes the one with the same id. First ends any other live stream of this streamer,
 * since a channel has one live stream at a time.
 */
export async function begin(tx: Writer, stream: NewStream): Promise<Begun> {
  const { settings, startedAt } = stream;
  await lockStreamer(tx, stream.streamerId);
  const replaced = await tx
    .updateTable('streams')
    .set((eb) => ({ status: 'ended', ended_at: eb.ref('seen_at'), end_reason: 'lost', current_viewers: 0 }))
    .where('streamer_id', '=', stream.streamerId)
    .where('status', '=', 'live')
    .where('id', '!=', stream.id)
    .returning(['id', sql<Date>`ended_at`.as('endedAt')])
    .execute();
  const present = await tx
    .selectFrom('streams')
    .select(['status', 'end_reason', 'owner_id', 'gate_kind', 'gate_id'])
    .where('id', '=', stream.id)
    .forUpdate()
    .executeTakeFirst();
  const gate = present
    ? toGate(present.gate_kind, present.gate_id)
    : await findChannelGate(tx, stream.streamerId);
  if (present?.end_reason === 'kicked') return { outcome: 'kicked', gate, replaced };
  const isElsewhere = present?.owner_id != null && present.owner_id !== stream.ownerId;
  if (present?.status === 'live' && isElsewhere) return { outcome: 'elsewhere', gate, replaced };
  if (present !== undefined) {
    // The stream may have been ended as lost just before its encoder's first part.
    await tx
      .updateTable('streams')
      .set({
        status: 'live',
        interrupted_at: null,
        awaits_encoder: false,
        owner_id: stream.ownerId,
        seen_at: startedAt,
        ended_at: null,
        end_reason: null,
      })
      .where('id', '=', stream.id)
      .execute();
    return { outcome: 'resumed', gate, replaced };
  }
  const slug = await freeSlug(tx, stream.streamerId, stream.slug, stream.id);
  await tx
    .insertInto('streams')
    .values({
      id: stream.id,
      streamer_id: stream.streamerId,
      title: settings.title,
      category: settings.category,
      tags: settings.tags,
      is_mature: settings.isMature,
      gate_kind: gate?.kind ?? null,
      gate_id: gate?.id ?? null,
      slug,
      thumbnail_url: settings.thumbnailUrl,
      has_custom_thumbnail: settings.thumbnailUrl !== null,
      current_viewers: 0,
      peak_viewers: 0,
      status: 'live',
      interrupted_at: null,
      owner_id: stream.ownerId,
      started_at: startedAt,
      seen_at: startedAt,
      ended_at: null,
      end_reason: null,
    })
    .execute();
  return { outcome: 'started', gate, replaced };
}

/** Inserts the stream of an uploaded video, which anybody may watch once it is published. */
export async function insertUploaded(
  tx: Writer,
  stream: Pick<NewStream, 'id' | 'streamerId' | 'slug'> & {
    readonly settings: Omit<StreamSettings, 'thumbnailUrl'>;
    readonly at: Date;
  },
): Promise<void> {
  const { settings, at } = stream;
  await tx
    .insertInto('streams')
    .values({
      id: stream.id,
      streamer_id: stream.streamerId,
      source: 'upload',
      is_published: false,
      title: settings.title,
      category: settings.category,
      tags: settings.tags,
      is_mature: settings.isMature,
      slug: await freeSlug(tx, stream.streamerId, stream.slug, stream.id),
      current_viewers: 0,
      peak_viewers: 0,
      status: 'ended',
      started_at: at,
      seen_at: at,
      ended_at: at,
    })
    .execute();
}

/** Deletes the stream of an uploaded video; others stay. */
export async function deleteUploaded(tx: Writer, id: StreamId): Promise<void> {
  await tx.deleteFrom('streams').where('id', '=', id).where('source', '=', 'upload').execute();
}

/**
 * @param at since when; null: the signal is back
 * @param cleanly the encoder ended the publication itself
 * @returns false where the stream is not live, or another process serves it
 */
export async function setInterrupted(
  tx: Writer,
  id: StreamId,
  ownerId: ProcessId,
  at: Date | null,
  cleanly = false,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('streams')
    .set({ interrupted_at: at, interrupted_cleanly: cleanly })
    .where('id', '=', id)
    .where('status', '=', 'live')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * @param ownerId ends the stream only where this process serves it; undefined: wherever it is
 * @returns false where there is no such live stream
 */
export async function end(
  tx: Writer,
  id: StreamId,
  at: Date,
  reason: EndReason,
  ownerId?: ProcessId,
): Promise<boolean> {
  let query = tx
    .updateTable('streams')
    .set({ status: 'ended', ended_at: at, end_reason: reason, interrupted_at: null, current_viewers: 0 })
    .where('id', '=', id)
    .where('status', '=', 'live');
  if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of these streams that an admin has ended. */
export async function findKicked(db: Reader, ids: readonly StreamId[]): Promise<StreamId[]> {
  const rows = await db
    .selectFrom('streams')
    .select('id')
    .where('id', '=', sql<StreamId>`any(${ids}::uuid[])`)
    .where('end_reason', '=', 'kicked')
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these streams an admin hides, and which have a gate. */
export async function findRestrictions(
  db: Reader,
  ids: readonly StreamId[],
): Promise<{ readonly streamId: StreamId; readonly isHidden: boolean; readonly isGated: boolean }[]> {
  const rows = await db
    .selectFrom('streams')
    .select(['id', 'hidden_at', 'gate_kind'])
    .where('id', '=', sql<StreamId>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id, hidden_at, gate_kind }) => ({
    streamId: id,
    isHidden: hidden_at !== null,
    isGated: gate_kind !== null,
  }));
}

/** Applies settings to a stream. A new title changes the slug; the former slug still leads to the stream. */
export async function applySettings(
  tx: Writer,
  id: StreamId,
  { slug: wanted, ...chosen }: StreamSettings & { slug: string },
): Promise<void> {
  const row = await tx.selectFrom('streams').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) return;
  const custom = chosen.thumbnailUrl !== null;
  // Removing a custom thumbnail leaves none until the next generated one.
  const kept = row.has_custom_thumbnail ? null : row.thumbnail_url;
  await tx
    .updateTable('streams')
    .set({
      title: chosen.title,
      category: chosen.category,
      tags: chosen.tags,
      is_mature: chosen.isMature,
      thumbnail_url: custom ? chosen.thumbnailUrl : kept,
      has_custom_thumbnail: custom,
    })
    .where('id', '=', id)
    .execute();
  if (row.title !== chosen.title) await reslug(tx, row, wanted);
}

async function reslug(
  tx: Writer,
  { id, streamer_id: streamerId, slug: former }: { id: StreamId; streamer_id: UserId; slug: string },
  wanted: string,
): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', streamerId).forUpdate().execute();
  const slug = await freeSlug(tx, streamerId, wanted, id);
  if (slug === former) return;
  await tx
    .deleteFrom('stream_former_slugs')
    .where('streamer_id', '=', streamerId)
    .where('slug', '=', slug)
    .execute();
  await tx
    .insertInto('stream_former_slugs')
    .values({ streamer_id: streamerId, slug: former, stream_id: id })
    .onConflict((oc) => oc.columns(['streamer_id', 'slug']).doUpdateSet({ stream_id: id }))
    .execute();
  await tx.updateTable('streams').set({ slug }).where('id', '=', id).execute();
}

/** Sets a generated thumbnail, unless the streamer chose a custom one or the stream is gated. */
export async function setThumbnail(tx: Writer, id: StreamId, url: string): Promise<void> {
  await tx
    .updateTable('streams')
    .set({ thumbnail_url: url })
    .where('id', '=', id)
    .where('has_custom_thumbnail', '=', false)
    .where('gate_kind', 'is', null)
    .execute();
}

/** The current viewers of a stream, and its counts since the last write. */
export interface AudienceCount {
  readonly id: StreamId;
  readonly viewers: number;
  readonly peak: number;
  readonly arrived: number;
  readonly watchedSeconds: number;
}

/**
 * Adds the counts of many streams, and records when live ones were last seen. Counts from before a stream
 * ended are added after its end, too.
 */
export async function recordAudience(tx: Writer, counts: readonly AudienceCount[], at: Date): Promise<void> {
  if (counts.length === 0) return;
  const column = (of: (count: AudienceCount) => number) => counts.map((count) => Math.round(of(count)));
  await sql`
    UPDATE streams SET
      current_viewers = CASE WHEN status = 'live' THEN c.viewers ELSE current_viewers END,
      peak_viewers = greatest(peak_viewers, c.peak),
      watched_seconds = watched_seconds + c.watched,
      views = views + c.arrived,
      seen_at = CASE WHEN status = 'live' THEN ${at} ELSE seen_at END
    FROM unnest(
      ${counts.map(({ id }) => id)}::uuid[],
      ${column((c) => c.viewers)}::int[],
      ${column((c) => c.peak)}::int[],
      ${column((c) => c.arrived)}::int[],
      ${column((c) => c.watchedSeconds)}::bigint[]
    ) AS c (id, viewers, peak, arrived, watched)
    WHERE streams.id = c.id
  `.execute(tx);
}
