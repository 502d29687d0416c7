/** Stopping and hiding streams. */
import type { StreamId } from '@tributary/contracts';
import { endStream } from '#features/live/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Actor } from '#platform/http/index.ts';
import { moderationErrors } from './moderation.errors.ts';
import { channelJudged, streamStopped } from './moderation.events.ts';
import * as repo from './streams.repo.ts';
import type { Tell } from './tell.ts';

export interface StreamModeration {
  /**
   * Ends it now; its encoder is turned away until the streamer lets it in again, or for some minutes. Who may
   * not come back is banned.
   * @throws AppError `stream_not_found`, `stream_not_live`
   */
  stop(id: StreamId, reason: string, by: Actor): Promise<void>;
  /** Out of every list and search; its own address still leads to it. @throws AppError `stream_not_found` */
  hide(id: StreamId, reason: string, by: Actor): Promise<void>;
  /** Idempotent. @throws AppError `stream_not_found` */
  show(id: StreamId, by: Actor): Promise<void>;
}

/** Where whoever is told can object. */
const APPEAL = '/contact';

export function createStreamModeration(options: {
  readonly db: Database;
  readonly tell: Tell;
}): StreamModeration {
  const { db, tell } = options;

  async function lock(tx: Writer, id: StreamId): Promise<repo.JudgedStream> {
    const stream = await repo.lockStream(tx, id);
    if (!stream) throw moderationErrors.stream_not_found();
    return stream;
  }

  return {
    stop: (id, reason, by) =>
      db.transact(async (tx) => {
        const { streamerId: userId, title, live } = await lock(tx, id);
        if (!live) throw moderationErrors.stream_not_live();
        // Its row says so from now on: an event can be missed while the connection that brings it is away.
        await endStream(tx, id, new Date(), 'kicked');
        await audit(tx, { by, action: 'stream.stopped', kind: 'stream', id, reason });
        await publish(tx, streamStopped, { streamId: id, userId });
        await tell(tx, { userId, title: `An admin ended “${title}”`, message: reason, href: APPEAL });
      }),
    hide: (id, reason, by) =>
      db.transact(async (tx) => {
        const { streamerId: userId, title, hiddenReason } = await lock(tx, id);
        await repo.setHidden(tx, id, { by: by.userId, reason });
        const before = hiddenReason === null ? {} : { before: { reason: hiddenReason } };
        await audit(tx, { by, action: 'stream.hidden', kind: 'stream', id, reason, ...before });
        await publish(tx, channelJudged, { userId });
        await tell(tx, {
          userId,
          title: `An admin took “${title}” out of the lists`,
          message: reason,
          href: APPEAL,
        });
      }),
    show: (id, by) =>
      db.transact(async (tx) => {
        const { streamerId: userId, title, hiddenReason } = await lock(tx, id);
        if (hiddenReason === null) return;
        await repo.setHidden(tx, id, null);
        await audit(tx, { by, action: 'stream.shown', kind: 'stream', id, before: { reason: hiddenReason } });
        await publish(tx, channelJudged, { userId });
        await tell(tx, {
          userId,
          title: `“${title}” is in the lists again`,
          message: 'An admin has put it back.',
          href: `/stream/${id}`,
        });
      }),
  };
}
