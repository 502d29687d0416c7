/** Messages that wait for a moderator of their channel, who releases or refuses them. */
import type { HeldOutcome } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import type { MembershipsFeature } from '#features/memberships/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { errors } from '../chat.errors.ts';
import { chatQueueChanged } from '../chat.events.ts';
import type { ChannelEmotes } from '../emotes/channel-emotes.ts';
import * as repo from '../held/held.repo.ts';
import { requireModerator } from '../members/ranks.ts';
import { findReplies } from '../messages/message-pages.repo.ts';
import { findSent, lockRoom } from '../messages/messages.repo.ts';
import { findSender } from '../messages/senders.repo.ts';
import { badgesOf, storeMessage } from '../messages/store-message.ts';
import { sendStanding } from '../moderation/standing.ts';

export interface HeldMessagesOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly realtime: Pick<Realtime, 'topic'>;
  readonly memberships: Pick<MembershipsFeature, 'subscribersAmong'>;
  readonly emotes: Pick<ChannelEmotes, 'usedIn'>;
}

type Locked = NonNullable<Awaited<ReturnType<typeof repo.lock>>>;

export interface HeldMessages {
  /**
   * Adds a held message to the chat as if it were sent now, or refuses it. The first of several moderators decides.
   * @throws not_moderator, held_message_decided; on a release also chat_closed, held_author_refused
   */
  decide(channelId: UserId, id: string, outcome: HeldOutcome, by: Actor): Promise<void>;
  /**
   * Deletes a held message for its author.
   * @throws held_message_decided
   */
  discard(channelId: UserId, id: string, authorId: UserId): Promise<void>;
}

export function createHeldMessages(options: HeldMessagesOptions): HeldMessages {
  const { db, memberships, jobs, emotes } = options;

  async function release(tx: Writer, id: string, message: Locked): Promise<void> {
    const { streamId, authorId, clientId, kind, text, replyTo } = message;
    await lockRoom(tx, streamId);
    const sender = await findSender(tx, streamId, authorId);
    if (!sender?.isPublic || sender.isBanned) throw errors.held_author_refused();
    if (!sender.isLive) throw errors.chat_closed();
    await repo.remove(tx, id);
    // The author may have sent it again after the filter was turned off.
    if ((await findSent(tx, streamId, authorId, clientId)) !== null) return;
    const replies = await findReplies(tx, streamId, replyTo === null ? [] : [replyTo]);
    const reply = replyTo === null ? null : (replies.get(replyTo) ?? null);
    const badges = await badgesOf(sender, memberships);
    const shown = await emotes.usedIn(text, sender.streamerId, authorId);
    const stored = { streamId, sender, badges, clientId, kind, text, reply, emotes: shown };
    await storeMessage(tx, jobs, stored);
  }

  return {
    async decide(channelId, id, outcome, by) {
      const { streamId, authorId } = await db.transact(async (tx) => {
        await requireModerator(tx, channelId, by.userId, 'people');
        const message = await repo.lock(tx, channelId, id);
        if (!message) throw errors.held_message_decided();
        if (outcome === 'released') await release(tx, id, message);
        else await repo.refuse(tx, id);
        const after = { authorId: message.authorId };
        const action = `chat.message_${outcome}` as const;
        await audit(tx, { by, action, kind: 'stream', id: message.streamId, after });
        await publish(tx, chatQueueChanged, { channelId });
        return message;
      });
      await sendStanding(options, streamId, authorId);
    },
    async discard(channelId, id, authorId) {
      await db.transact(async (tx) => {
        if (!(await repo.removeOwn(tx, id, authorId))) throw errors.held_message_decided();
        await publish(tx, chatQueueChanged, { channelId });
      });
    },
  };
}
