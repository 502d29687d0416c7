/** The topic `chat-overlay:{token}`: the chat of a channel's streams, over the video in streaming software. */
import { type ChatOverlayRoom, chatAppendId, chatOverlayTopic } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import type { DonationsFeature } from '#features/donations/index.ts';
import { streamEnded } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { on, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { WorkQueue } from '#platform/work-queue.ts';
import { chatMessageSent, chatMessagesDeleted, chatRoomChanged } from '../chat.events.ts';
import { findChannel, findOpenChats } from '../members/members.repo.ts';
import { findPin } from '../pins/pins.repo.ts';
import { findPoll } from '../polls/polls.repo.ts';

export interface ChatOverlayOptions {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly donations: Pick<DonationsFeature, 'overlayToken' | 'overlayOwner'>;
}

export interface ChatOverlay {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
  /** Whether a client of this process shows an overlay. */
  isOpen(): boolean;
  /** Shows a change in the room of a stream. */
  changeRoom(streamId: StreamId, change: RoomChange): Promise<void>;
}

type RoomChange = { readonly [Part in keyof ChatOverlayRoom]?: ChatOverlayRoom[Part] | undefined };

export function createChatOverlay({ db, realtime, donations }: ChatOverlayOptions): ChatOverlay {
  /** Runs the work of each stream in order, so that its messages stay in order. */
  const streams = new WorkQueue();

  const isOpen = () => realtime.keys(chatOverlayTopic).length > 0;

  /** Reads nothing while no overlay is open in this process. A token that was replaced no longer receives anything. */
  async function overlayOf(streamId: StreamId) {
    if (!isOpen()) return null;
    const channelId = await db.read((reader) => findChannel(reader, streamId));
    return channelId && realtime.topic(chatOverlayTopic, await donations.overlayToken(channelId)).local;
  }

  const changeRoom: ChatOverlay['changeRoom'] = (streamId, change) =>
    streams.run(streamId, async () => (await overlayOf(streamId))?.patch({ room: change }));

  return {
    isOpen,
    changeRoom,
    topic: defineTopic(chatOverlayTopic, {
      async snapshot(token) {
        const channelId = await donations.overlayOwner(token);
        return await db.read(async (reader) => {
          const [id] = await findOpenChats(reader, channelId);
          if (id === undefined) return { room: { pinned: null, poll: null } };
          return { room: { pinned: await findPin(reader, id), poll: await findPoll(reader, id) } };
        });
      },
    }),
    subscriptions: [
      on(chatMessageSent, ({ streamId, message }) =>
        streams.run(streamId, async () => {
          const overlay = await overlayOf(streamId);
          // Stream ids increase with time, so the ids of appended messages increase across streams.
          overlay?.append(streamId + chatAppendId(message.number), message);
        }),
      ),
      on(chatMessagesDeleted, ({ streamId, deleted }) =>
        streams.run(streamId, async () => (await overlayOf(streamId))?.patch({ deleted })),
      ),
      on(chatRoomChanged, async ({ streamId, room: { pinned, poll } }) => {
        if (pinned !== undefined || poll !== undefined) await changeRoom(streamId, { pinned, poll });
      }),
      on(streamEnded, ({ streamId }) => changeRoom(streamId, { pinned: null })),
    ],
  };
}
