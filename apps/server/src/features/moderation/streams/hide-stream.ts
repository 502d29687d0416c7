import type { StreamId, UserId } from '@tributary/contracts/shared';
import { setHidden, streamChanged, streamHidden } from '#features/live/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { moderationErrors } from '../moderation.errors.ts';
import * as repo from './streams.repo.ts';

export interface HiddenBy {
  readonly by: UserId;
  readonly reason: string;
}

/**
 * Hides a stream, or shows it again (`hidden` null).
 * @returns the stream before the change
 * @throws AppError `stream_not_found`
 */
export async function hideStream(
  tx: Writer,
  id: StreamId,
  hidden: HiddenBy | null,
): Promise<repo.LockedStream> {
  const stream = await repo.lockStream(tx, id);
  if (!stream) throw moderationErrors.stream_not_found();
  await setHidden(tx, id, hidden);
  const ids = { streamId: id, streamerId: stream.streamerId };
  await publish(tx, streamHidden, { ...ids, isHidden: hidden !== null });
  await publish(tx, streamChanged, ids);
  return stream;
}
