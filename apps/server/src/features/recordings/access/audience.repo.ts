import type { StreamId, UserId } from '@tributary/contracts/shared';
import { isPublic } from '#features/identity/index.ts';
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
}

export async function findAudience(db: Reader, id: StreamId): Promise<Audience | null> {
  const row = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select(['r.visibility', 'r.state', 'r.allows_download', 's.gate_kind', 's.streamer_id', 's.slug'])
    .select(['r.media_id', 'r.trim'])
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
  };
}

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
