/** The topic `chat-overlay:{token}`: the messages of a channel's streams, over the picture in streaming software. */
import { chatAppendId, chatOverlayTopic, type StreamId } from '@tributary/contracts';
import type { MoneyFeature } from '#features/money/index.ts';
import type { Database } from '#platform/db/database.ts';
import { on, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import { chatMessageSent, chatMessagesDeleted } from '../chat.events.ts';
import { findChannel } from '../moderation/moderation.repo.ts';

export interface ChatOverlayOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly money: Pick<MoneyFeature, 'overlayToken' | 'overlayOwner'>;
}

export function createChatOverlay({ db, realtime, money }: ChatOverlayOptions): {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
} {
  /** Keeps the messages of a stream in their order. */
  const streams = new WorkQueue();

  /** Nothing is read while no overlay is open in this process. A token that was replaced receives nothing any more. */
  async function overlayOf(streamId: StreamId) {
    if (realtime.keys(chatOverlayTopic).length === 0) return null;
    const channelId = await db.read((reader) => findChannel(reader, streamId));
    return channelId && realtime.topic(chatOverlayTopic, await money.overlayToken(channelId)).local;
  }

  return {
    topic: defineTopic(chatOverlayTopic, {
      async snapshot(token) {
        await money.overlayOwner(token);
        return {};
      },
    }),
    subscriptions: [
      on(chatMessageSent, ({ streamId, message }) =>
        streams.run(streamId, async () => {
          const overlay = await overlayOf(streamId);
          // Ids of streams increase with time, so that those of appends do across streams.
          overlay?.append(streamId + chatAppendId(message.number), message);
        }),
      ),
      on(chatMessagesDeleted, ({ streamId, deleted }) =>
        streams.run(streamId, async () => (await overlayOf(streamId))?.patch({ deleted })),
      ),
    ],
  };
}
