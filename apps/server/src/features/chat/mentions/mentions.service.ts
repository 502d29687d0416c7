/** Notifies people who are mentioned in a chat, or whose message is answered, while they do not have it open. */
import { mentionedIn } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { isBlocked } from '#features/follows/index.ts';
import type { Live } from '#features/live/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { AppError } from '#platform/errors.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { mentioned } from '../chat.notifications.ts';
import type { RoomPresence } from '../presence/room-presence.ts';
import * as repo from './mentions.repo.ts';

export interface MentionsOptions {
  readonly db: Database;
  readonly playback: Pick<Live['playback'], 'requireAccess'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly presence: Pick<RoomPresence, 'isIn'>;
  readonly sharedState: SharedState;
}

/** The number of notifications that one account may cause by mentions and replies in an hour. */
export const MENTIONS_PER_HOUR = 20;
/** The number of people whom one message can notify by mentioning them. */
export const MENTIONS_PER_MESSAGE = 5;

export interface Mentions {
  /** Notifies the people whom a stored message mentions or answers. */
  notify(streamId: StreamId, number: number): Promise<void>;
}

export function createMentions(options: MentionsOptions): Mentions {
  const { db, presence, notifications, playback } = options;
  const caused = options.sharedState.store('chat-mentions');

  async function mayRead(id: StreamId, userId: UserId): Promise<boolean> {
    try {
      await playback.requireAccess(id, { userId, roles: [], owesSecondFactor: false });
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  return {
    async notify(streamId, number) {
      const message = await db.read((reader) => repo.findMessage(reader, streamId, number));
      if (message === null) return;
      const { authorId, displayName, text, repliedTo } = message;
      const usernames = mentionedIn(text).slice(0, MENTIONS_PER_MESSAGE);
      const named = await db.read((reader) => repo.findPeople(reader, usernames));
      for (const userId of new Set(repliedTo === null ? named : [repliedTo, ...named])) {
        if (userId === authorId || presence.isIn(streamId, userId)) continue;
        if (!(await mayRead(streamId, userId))) continue;
        if (await db.read((reader) => isBlocked(reader, { by: userId, blocked: authorId }))) continue;
        if ((await caused.increment(authorId, HOUR_MS)).count > MENTIONS_PER_HOUR) return;
        const isReply = userId === repliedTo;
        const notification = mentioned.of({ streamId, authorId, displayName, text, isReply });
        await db.transact((tx) => notifications.notify(tx, { userId, ...notification }));
      }
    },
  };
}
