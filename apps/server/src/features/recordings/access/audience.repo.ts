import type { StreamId, UserId } from '@tributary/contracts/shared';
import { isPublic } from '#features/identity/index.ts';
import { isEdge, type StoredLadder } from '#media/recorder/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { StoredVisibility, Trim } from '../recordings.tables.ts';

/** Who may watch a recording; null where nobody may. */
export interface Audience {
  readonly streamerId: UserId;
  readonly visibility: StoredVisibility;
  readonly isGated: boolean;
  /** Its stream is over, and its playlists are stored. */
  readonly isReady: boolean;
  readonly allowsDownload: boolean;
  /** Of its stream. */
  readonly slug: string;
  readonly mediaId: StreamId;
  readonly trim: Trim | null;
  /** The renditions that viewers can choose beside the source; null: none. */
  readonly ladder: StoredLadder | null;
}

export async function findAudience(db: Reader, id: StreamId): Promise<Audience | null> {
  const row = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select(['r.visibility', 'r.state', 'r.allows_download', 's.gate_kind', 's.streamer_id', 's.slug'])
    .leftJoin('recording_ladders as l', 'l.stream_id', 'r.stream_id')
    .select(['r.media_id', 'r.trim', 'l.ladder', 'l.revision'])
    .where('r.stream_id', '=', id)
    .where('r.state', 'in', ['recording', 'ready'])
    .where('r.starts_at', 'is not', null)
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where(isPublic)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    streamerId: row.streamer_id,
    visibility: row.visibility,
    isGated: row.gate_kind !== null,
    isReady: row.state === 'ready',
    allowsDownload: row.allows_download,
    slug: row.slug,
    mediaId: row.media_id,
    trim: row.trim,
    ladder: row.ladder && hasEdges(row.trim, row.revision) ? row.ladder : null,
  };
}

/** Whether renditions have all of what is kept. Those of the original have everything but the edges of exact cuts. */
export const hasEdges = (trim: Trim | null, revision: string | null): boolean =>
  trim === null || trim.revision === revision || !trim.segments.some(({ run }) => isEdge(run));

/** Which files a recording plays. */
export const findMedia = (
  db: Reader,
  id: StreamId,
): Promise<{ mediaId: StreamId; trim: Trim | null } | undefined> =>
  db
    .selectFrom('recordings')
    .select(['media_id as mediaId', 'trim'])
    .where('stream_id', '=', id)
    .executeTakeFirst();
