/** Admins review emotes before people can use them, and can remove them later. */
import {
  type AdminEmote,
  CHAT_EMOTES_PAGE_SIZE,
  type EmoteDecision,
  type EmoteStatus,
} from '@tributary/contracts/chat';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { idKey } from '#platform/db/keyset.ts';
import { publish } from '#platform/events/index.ts';
import type { Images } from '#platform/images/index.ts';
import { errors } from '../chat.errors.ts';
import { chatEmotesChanged } from '../chat.events.ts';
import { emoteDecided } from '../chat.notifications.ts';
import * as repo from './emotes.repo.ts';

export interface EmoteReviewOptions {
  readonly db: Database;
  readonly images: Pick<Images, 'release' | 'discard'>;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly users: Pick<Users, 'summaries'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
}

export interface EmoteReview {
  countPending(): Promise<number>;
  /** @throws cursor_invalid */
  list(
    status: EmoteStatus,
    cursor: string | undefined,
  ): Promise<{ items: AdminEmote[]; next: string | null }>;
  /** @throws emote_not_found, emote_decided */
  decide(id: string, decision: EmoteDecision, by: Actor): Promise<void>;
}

export function createEmoteReview(options: EmoteReviewOptions): EmoteReview {
  const { db, channels, users, images, notifications } = options;

  return {
    countPending: () => db.read(repo.countPending),
    async list(status, cursor) {
      const after = cursor === undefined ? null : decodeCursor(idKey, cursor);
      const rows = await db.read((reader) => repo.findPage(reader, status, after));
      const { items, next } = pageOfRows(rows, CHAT_EMOTES_PAGE_SIZE, ({ id }) => [id]);
      const [streamers, admins] = await Promise.all([
        channels.summaries([...new Set(items.map(({ channelId }) => channelId))]),
        users.summaries([...new Set(items.flatMap(({ decidedBy }) => decidedBy ?? []))]),
      ]);
      return {
        items: items.flatMap(
          ({ id, channelId, name, url, status, reason, addedAt, decidedAt, decidedBy }) => {
            const streamer = streamers.get(channelId);
            // Skip emotes whose channel was deleted in the meantime.
            if (streamer === undefined) return [];
            return {
              id,
              name,
              url,
              status,
              reason,
              streamer,
              addedAt: addedAt.toISOString(),
              decidedAt: decidedAt?.toISOString() ?? null,
              decidedBy: (decidedBy && admins.get(decidedBy)?.username) ?? null,
            };
          },
        ),
        next,
      };
    },
    async decide(id, { status, reason }, by) {
      await db.transact(async (tx, onCommit) => {
        const emote = await repo.lockEmote(tx, id);
        if (emote === undefined) throw errors.emote_not_found();
        const { channelId, name, url } = emote;
        const isRejected = status === 'rejected';
        // An approved emote can still be rejected.
        if (emote.status === 'rejected' || emote.status === status) throw errors.emote_decided();
        await repo.decide(tx, id, { status, reason: reason || null, by: by.userId });
        if (isRejected) {
          await images.release(tx, url);
          onCommit(() => images.discard(url));
        }
        await audit(tx, {
          by,
          action: isRejected ? 'emote.rejected' : 'emote.approved',
          kind: 'user',
          id: channelId,
          reason: reason || null,
          after: { emote: name },
        });
        const notification = emoteDecided.of({ name, isRejected, reason });
        await notifications.notify(tx, { userId: channelId, ...notification });
        await publish(tx, chatEmotesChanged, { channelId });
      });
    },
  };
}
