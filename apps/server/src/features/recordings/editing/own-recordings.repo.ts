/** Recordings as their creators manage them. */
import type { Gate } from '@tributary/contracts/channels';
import type { Recording, RecordingEdit, RecordingOrder } from '@tributary/contracts/recordings';
import { RECORDINGS_PAGE_SIZE } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { type RawBuilder, sql } from 'kysely';
import { setTitle, thumbnailOf } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { CursorKey } from '#platform/db/keyset.ts';
import type { PendingTrim, StoredVisibility, Trim } from '../recordings.tables.ts';
import { qualitiesOf } from './recording-qualities.repo.ts';
import { viewsOf, watchedOf } from './watch-figures.repo.ts';

type Derived = 'startedAt' | 'decideBy' | 'expiresAt' | 'visibility' | 'eventId' | 'publishAt' | 'revision';

export interface OwnRecording extends Omit<Recording, Derived> {
  readonly startedAt: Date;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
  readonly deletionAnnouncedAt: Date | null;
  readonly decideBy: Date | null;
  readonly publishAt: Date | null;
  readonly visibility: StoredVisibility;
  readonly gateKind: Gate['kind'] | null;
  readonly gateId: string | null;
  readonly streamerId: UserId;
  readonly mediaId: StreamId;
  readonly trim: Trim | null;
  readonly pendingTrim: PendingTrim | null;
}

/** Of everything that is stored for a recording. */
const storedBytes = sql<number>`r.byte_length + r.storyboard_byte_length + coalesce((r.trim->'bytes'->>'edges')::bigint, 0)`;

const own = (db: Reader, streamerId: UserId) =>
  db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .select(['r.stream_id as streamId', 's.title', 's.slug', 's.started_at as startedAt', 'r.state'])
    .select(['r.visibility', 'r.stopped_by as stoppedBy', 'r.kept_byte_length as byteLength'])
    .select(storedBytes.as('storedByteLength'))
    .select(['r.duration_ms as durationMs', 'r.created_at as createdAt', 'r.deleted_at as deletedAt'])
    .select(['r.decide_by as decideBy', 'r.description', 'r.chapters', 'r.allows_download as allowsDownload'])
    // As on the page of the stream: how often it was watched, live and since.
    .select([viewsOf.as('views'), watchedOf.as('watchedSeconds'), 'r.has_video as hasVideo'])
    .select(['r.publish_at as publishAt', 's.gate_kind as gateKind', 's.gate_id as gateId', 's.source'])
    .select(['r.streamer_id as streamerId', 'r.media_id as mediaId', 'r.trim'])
    .select(['r.pending_trim as pendingTrim', 'r.deletion_announced_at as deletionAnnouncedAt'])
    .select(qualitiesOf.as('qualities'))
    .select(['s.has_custom_thumbnail as hasCustomThumbnail', thumbnailOf.as('thumbnailUrl')])
    .where('r.streamer_id', '=', streamerId);

const COLUMNS = {
  newest: sql.ref('s.started_at'),
  oldest: sql.ref('s.started_at'),
  views: viewsOf,
  watched: watchedOf,
  size: sql.ref('r.kept_byte_length'),
} as const satisfies Record<RecordingOrder, RawBuilder<unknown>>;

/** One row more than a page. @param after where the previous page ended */
export function findOwn(
  db: Reader,
  streamerId: UserId,
  { isDeleted, order }: { readonly isDeleted: boolean; readonly order: RecordingOrder },
  after: CursorKey | null,
): Promise<OwnRecording[]> {
  const [column, descending] = [COLUMNS[order], order !== 'oldest'];
  const direction = descending ? 'desc' : 'asc';
  let query = own(db, streamerId)
    .where('r.state', isDeleted ? '=' : '<>', 'deleted')
    .orderBy(column, direction)
    .orderBy('r.stream_id', direction)
    .limit(RECORDINGS_PAGE_SIZE + 1);
  if (after !== null) {
    const order = sql.raw(descending ? '<' : '>');
    query = query.where(sql<boolean>`(${column}, r.stream_id) ${order} (${after[0]}, ${after.at(-1)})`);
  }
  return query.execute();
}

export const findOne = (db: Reader, streamerId: UserId, id: StreamId): Promise<OwnRecording | undefined> =>
  own(db, streamerId).where('r.stream_id', '=', id).executeTakeFirst();

/** Concurrent changes of the recording wait for the end of `tx`. */
export const lockOne = (tx: Writer, streamerId: UserId, id: StreamId): Promise<OwnRecording | undefined> =>
  own(tx, streamerId).where('r.stream_id', '=', id).forUpdate(['r', 's']).executeTakeFirst();

export const findAllOwn = (db: Reader, streamerId: UserId): Promise<OwnRecording[]> =>
  own(db, streamerId).orderBy('s.started_at', 'desc').execute();

export interface StoredEdit
  extends Pick<RecordingEdit, 'title' | 'description' | 'chapters' | 'allowsDownload'> {
  readonly visibility?: StoredVisibility | undefined;
  readonly publishAt?: Date | null | undefined;
}

export async function change(tx: Writer, id: StreamId, edit: StoredEdit): Promise<void> {
  const { title, visibility, description, chapters, allowsDownload, publishAt } = edit;
  const set = {
    // Whoever chooses its viewers keeps it.
    ...(visibility !== undefined && { visibility, decide_by: null }),
    ...(description !== undefined && { description }),
    ...(chapters !== undefined && { chapters: JSON.stringify(chapters) }),
    ...(allowsDownload !== undefined && { allows_download: allowsDownload }),
    ...(publishAt !== undefined && { publish_at: publishAt }),
    ...(publishAt && { decide_by: null }),
  };
  if (Object.keys(set).length > 0) {
    await tx.updateTable('recordings').set(set).where('stream_id', '=', id).execute();
  }
  if (title !== undefined) await setTitle(tx, id, title);
}

/** Makes a recording public if it is still to become public at that time. @returns its streamer */
export async function publishAt(tx: Writer, id: StreamId, at: Date): Promise<UserId | null> {
  const row = await tx
    .updateTable('recordings')
    .set({ visibility: 'public', publish_at: null, decide_by: null })
    .where('stream_id', '=', id)
    .where('publish_at', '=', at)
    .returning('streamer_id')
    .executeTakeFirst();
  return row?.streamer_id ?? null;
}
