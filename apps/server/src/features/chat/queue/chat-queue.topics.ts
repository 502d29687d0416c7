/** The topic `chat-queue:{channelId}`: the messages and appeals that wait for the channel's moderators. */
import { chatQueueTopic } from '@tributary/contracts/chat';
import { streamEnded } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { findOpenAppeals } from '../appeals/appeals.repo.ts';
import { chatQueueChanged } from '../chat.events.ts';
import { findWaiting } from '../held/held.repo.ts';
import { findMember } from '../members/members.repo.ts';
import { powersOf } from '../members/ranks.ts';

export interface ChatQueueOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
}

export function createChatQueue({ db, realtime }: ChatQueueOptions): {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
} {
  return {
    topic: defineTopic(chatQueueTopic, {
      async authorize(channelId, principal) {
        if (principal === null) return false;
        const member = await db.read((reader) => findMember(reader, channelId, principal.userId));
        return member !== null && powersOf(member, channelId).includes('people');
      },
      snapshot: (channelId) =>
        db.read(async (reader) => ({
          ...(await findWaiting(reader, channelId)),
          appeals: await findOpenAppeals(reader, channelId),
        })),
    }),
    subscriptions: [
      on(chatQueueChanged, async ({ channelId }) => {
        await realtime.topic(chatQueueTopic, channelId).refresh();
      }),
      // Messages that wait in the chat of an ended stream can no longer be released.
      on(streamEnded, async ({ streamerId }) => {
        await realtime.topic(chatQueueTopic, streamerId).refresh();
      }),
      onGap(async () => {
        for (const channelId of realtime.keys(chatQueueTopic))
          await realtime.topic(chatQueueTopic, channelId).refresh();
      }),
    ],
  };
}
