/** The recordings that take comments. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface CommentedRecording {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly isPrivate: boolean;
  readonly isChannelOn: boolean;
  readonly isRecordingOn: boolean;
}

/** Null if the stream still runs, or viewers cannot watch its recording. */
export async function findRecording(db: Reader, id: StreamId): Promise<CommentedRecording | null> {
  const row = await db
    .selectFrom('recordings as r')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .leftJoin('comment_settings as c', 'c.channel_id', 's.streamer_id')
    .leftJoin('comments_off as o', 'o.stream_id', 's.id')
    .select(['s.id as streamId', 's.streamer_id as streamerId'])
    .select([
      sql<boolean>`r.visibility = 'private'`.as('isPrivate'),
      sql<boolean>`coalesce(c.is_on, true)`.as('isChannelOn'),
      sql<boolean>`o.stream_id IS NULL`.as('isRecordingOn'),
    ])
    .where('s.id', '=', id)
    .where('s.status', '=', 'ended')
    .where('r.state', 'in', ['recording', 'ready'])
    .where('s.hidden_at', 'is', null)
    .where('s.end_reason', 'is distinct from', 'kicked')
    .where(isPublic)
    .executeTakeFirst();
  return row ?? null;
}

export async function findIsOn(db: Reader, channelId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('comment_settings')
    .select('is_on as isOn')
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row?.isOn ?? true;
}

export async function putIsOn(tx: Writer, channelId: UserId, isOn: boolean): Promise<void> {
  await tx
    .insertInto('comment_settings')
    .values({ channel_id: channelId, is_on: isOn })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ is_on: isOn }))
    .execute();
}

export async function putRecordingIsOn(tx: Writer, id: StreamId, isOn: boolean): Promise<void> {
  if (isOn) {
    await tx.deleteFrom('comments_off').where('stream_id', '=', id).execute();
    return;
  }
  await tx
    .insertInto('comments_off')
    .values({ stream_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets what was chosen for a recording that is deleted. */
export async function deleteRecordingSettings(tx: Writer, id: StreamId): Promise<void> {
  await putRecordingIsOn(tx, id, true);
}
