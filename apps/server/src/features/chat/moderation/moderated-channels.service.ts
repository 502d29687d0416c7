/** The channels of others whose chats a person moderates. */
import type { ModeratedChannel } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { accessRevoked } from '#features/live/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { dismiss, isModerator } from '../members/members.repo.ts';
import { findModerated } from '../people/people.repo.ts';
import { sendStandings } from './standing.ts';

export interface ModeratedChannelsOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic'>;
}

export interface ModeratedChannels {
  list(userId: UserId): Promise<ModeratedChannel[]>;
  /** Ends the appointment for the moderator, who can stop without asking the streamer. Idempotent. */
  leave(channelId: UserId, by: Actor): Promise<void>;
}

export function createModeratedChannels(options: ModeratedChannelsOptions): ModeratedChannels {
  const { db } = options;

  return {
    list: async (userId) => await db.read((reader) => findModerated(reader, userId)),
    async leave(channelId, by) {
      const { userId } = by;
      await db.transact(async (tx) => {
        if (!(await isModerator(tx, channelId, userId))) return;
        await dismiss(tx, 'chat_moderators', channelId, userId);
        await publish(tx, accessRevoked, { userId });
        await audit(tx, {
          by,
          action: 'chat.moderator_removed',
          kind: 'user',
          id: userId,
          after: { channelId },
        });
      });
      await sendStandings(options, channelId, userId);
    },
  };
}
