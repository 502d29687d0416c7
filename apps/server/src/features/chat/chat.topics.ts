/**
 * The topic `chat:{streamId}`: the messages of a stream. Events reach every process, and each process sends to its own
 * listeners.
 */
import { chatAppendId, chatTopic } from '@tributary/contracts/chat';
import { accessRevoked, type Live, streamGateChanged, streamHidden } from '#features/live/index.ts';
import { AppError } from '#platform/errors.ts';
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { defineTopic, type Realtime, type TopicDefinition } from '#platform/realtime/index.ts';
import { errors } from './chat.errors.ts';
import {
  chatMessagePreviewed,
  chatMessageSent,
  chatMessagesDeleted,
  chatRoomChanged,
} from './chat.events.ts';
import type { Chat } from './chat.service.ts';
import type { ChatRooms } from './rooms.service.ts';

export interface ChatTopicOptions {
  readonly chat: Chat;
  readonly rooms: ChatRooms;
  readonly playback: Pick<Live['playback'], 'requireAccess' | 'requireShown'>;
  readonly realtime: Pick<Realtime, 'topic' | 'keys' | 'reauthenticate'>;
}

export function createChatTopic({ chat, rooms, playback, realtime }: ChatTopicOptions): {
  readonly topic: TopicDefinition;
  readonly subscriptions: readonly Subscription[];
} {
  return {
    topic: defineTopic(chatTopic, {
      async authorize(id, principal) {
        try {
          await playback.requireAccess(id, principal);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          // Subscriptions to a stream that does not exist are refused with this error.
          return error.kind === 'not_found';
        }
        return true;
      },
      async snapshot(id) {
        await playback.requireShown(id);
        const [{ messages }, room] = await Promise.all([chat.messages(id, null), rooms.room(id)]);
        return { messages, room };
      },
      lastId: ({ messages }) => {
        const newest = messages.at(-1);
        return newest === undefined ? null : chatAppendId(newest.number);
      },
      keepsHistory: true,
      actions: {
        async send({ key, connection }, message) {
          const { principal } = connection;
          if (principal === null) throw errors.sign_in_required();
          return await chat.send(key, principal.userId, message);
        },
      },
    }),
    subscriptions: [
      on(chatMessageSent, ({ streamId, message }) =>
        realtime.topic(chatTopic, streamId).local.append(chatAppendId(message.number), message),
      ),
      on(chatMessagesDeleted, ({ streamId, deleted }) =>
        realtime.topic(chatTopic, streamId).local.patch({ deleted }),
      ),
      on(chatMessagePreviewed, ({ streamId, ...previewed }) =>
        realtime.topic(chatTopic, streamId).local.patch({ previewed }),
      ),
      on(chatRoomChanged, ({ streamId, room }) => {
        chat.forgetRules();
        realtime.topic(chatTopic, streamId).local.patch({ room });
      }),
      on(streamHidden, async ({ streamId }) => void (await realtime.topic(chatTopic, streamId).refresh())),
      on(streamGateChanged, ({ streamId }) => realtime.topic(chatTopic, streamId).recheck()),
      on(accessRevoked, ({ userId }) => realtime.reauthenticate(userId)),
      onGap(async () => {
        for (const id of realtime.keys(chatTopic)) await realtime.topic(chatTopic, id).refresh();
      }),
    ],
  };
}
