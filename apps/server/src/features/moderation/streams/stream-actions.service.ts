import type { StreamId } from '@tributary/contracts/shared';
import { stopStream } from '#features/live/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Writer } from '#platform/db/database.ts';
import { moderationErrors } from '../moderation.errors.ts';
import { streamEndedByAdmin, streamHidden, streamShown } from '../moderation.notifications.ts';
import type { ModerationOptions } from '../moderation-options.ts';
import { hideStream } from './hide-stream.ts';
import * as repo from './streams.repo.ts';

export interface StreamActions {
  /**
   * Ends a live stream. Its encoder is refused for some minutes, or until the streamer allows it again; ban the account
   * to refuse it permanently.
   * @throws AppError `stream_not_found`, `stream_not_live`
   */
  stop(id: StreamId, reason: string, by: Actor): Promise<void>;
  /**
   * Removes the stream from every list and search, and its media and thumbnail from its page.
   * @throws AppError `stream_not_found`
   */
  hide(id: StreamId, reason: string, by: Actor): Promise<void>;
  /**
   * Shows a hidden stream again. Idempotent.
   * @throws AppError `stream_not_found`
   */
  show(id: StreamId, by: Actor): Promise<void>;
}

export function createStreamActions({ db, notify }: ModerationOptions): StreamActions {
  async function lock(tx: Writer, id: StreamId): Promise<repo.LockedStream> {
    const stream = await repo.lockStream(tx, id);
    if (!stream) throw moderationErrors.stream_not_found();
    return stream;
  }

  return {
    stop: (id, reason, by) =>
      db.transact(async (tx) => {
        const { streamerId: userId, title, live } = await lock(tx, id);
        if (!live) throw moderationErrors.stream_not_live();
        await stopStream(tx, { streamId: id, streamerId: userId });
        await audit(tx, { by, action: 'stream.stopped', kind: 'stream', id, reason });
        await notify(tx, { userId, ...streamEndedByAdmin.of({ title, reason }) });
      }),
    hide: (id, reason, by) =>
      db.transact(async (tx) => {
        const {
          streamerId: userId,
          title,
          hiddenReason,
        } = await hideStream(tx, id, { by: by.userId, reason });
        const before = hiddenReason === null ? {} : { before: { reason: hiddenReason } };
        await audit(tx, { by, action: 'stream.hidden', kind: 'stream', id, reason, ...before });
        await notify(tx, { userId, ...streamHidden.of({ title, reason }) });
      }),
    show: (id, by) =>
      db.transact(async (tx) => {
        const { streamerId: userId, title, hiddenReason } = await lock(tx, id);
        if (hiddenReason === null) return;
        await hideStream(tx, id, null);
        await audit(tx, { by, action: 'stream.shown', kind: 'stream', id, before: { reason: hiddenReason } });
        await notify(tx, { userId, ...streamShown.of({ id, title }) });
      }),
  };
}
