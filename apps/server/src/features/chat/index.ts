/** Chat: the messages of viewers beside a stream. */
import { CHAT_HELD_HOURS } from '@tributary/contracts/chat';
import type { Channels } from '#features/channels/index.ts';
import type { DonationsFeature } from '#features/donations/index.ts';
import type { Users } from '#features/identity/index.ts';
import { type Live, streamEnded } from '#features/live/index.ts';
import type { MembershipsFeature } from '#features/memberships/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { type Feature, on } from '#platform/feature.ts';
import type { Images } from '#platform/images/index.ts';
import { inBatches, type Jobs, repeat, work } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import { counter } from '#platform/metrics/index.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { createChatAppeals } from './appeals/appeals.service.ts';
import { chatMessageSent } from './chat.events.ts';
import { closePoll, expireChat, notifyOfMention, previewLink } from './chat.jobs.ts';
import * as notified from './chat.notifications.ts';
import { chatRoutes } from './chat.routes.ts';
import { type Chat, createChatService } from './chat.service.ts';
import { createChatTopic } from './chat.topics.ts';
import { emoteRoutes } from './emotes/emotes.routes.ts';
import { createEmotes } from './emotes/index.ts';
import { deleteHeldBefore, findAllOf as findHeldOf } from './held/held.repo.ts';
import { createLinkPreviews } from './links/link-previews.service.ts';
import { findAllOf as findRoles, isModerator } from './members/members.repo.ts';
import { createMentions } from './mentions/mentions.service.ts';
import { deleteSentBefore, findAllOf } from './messages/messages.repo.ts';
import { createModeratedChannels } from './moderation/moderated-channels.service.ts';
import { createChatModeration } from './moderation/moderation.service.ts';
import { createChatOverlay } from './overlay/chat-overlay.ts';
import { createChatPeople } from './people/people.service.ts';
import { createChatPins } from './pins/pins.service.ts';
import { createPollCounts } from './polls/poll-counts.ts';
import { deletePollsBefore, findPoll, findPollsOf } from './polls/polls.repo.ts';
import { createChatPolls } from './polls/polls.service.ts';
import { createRoomPresence } from './presence/room-presence.ts';
import { createChatViewers } from './presence/viewers.service.ts';
import { createChatQueue } from './queue/chat-queue.topics.ts';
import { createHeldMessages } from './queue/held.service.ts';
import { createRaids } from './raids/index.ts';
import { findSettings } from './room/settings.repo.ts';
import { createChatRooms } from './rooms.service.ts';
import { createSupport } from './support/support.service.ts';

export { type ChannelMember, type ChannelRules, createChannelRules } from './channel-rules.service.ts';
export { chatRaidChanged } from './chat.events.ts';
export { appeals, mentioned } from './chat.notifications.ts';
export { removeMessage } from './moderation/moderation.service.ts';

export interface ChatFeatureOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly bus: Bus;
  readonly processes: Pick<ProcessRegistry, 'id'>;
  readonly sharedState: SharedState;
  readonly log: Log;
  readonly publicUrl: string;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly realtime: Pick<Realtime, 'topic' | 'keys' | 'reauthenticate'>;
  readonly live: Pick<Live, 'playback' | 'viewers'>;
  readonly memberships: Pick<MembershipsFeature, 'subscribersAmong' | 'coveredTiers' | 'offeredTiers'>;
  readonly donations: Pick<DonationsFeature, 'overlayToken' | 'overlayOwner'>;
  readonly images: Pick<Images, 'store' | 'claim' | 'release' | 'discard'>;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly users: Pick<Users, 'summaries'>;
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}

const EXPIRY_HOURS = 1;

export interface ChatFeature extends Feature {
  send: Chat['send'];
  /** The number of emotes that wait for an admin. */
  pendingEmotes(): Promise<number>;
}

export function createChat(parts: ChatFeatureOptions): ChatFeature {
  const { playback } = parts.live;
  const options = { ...parts, playback };
  const { db, nowMs } = options;
  playback.admitModerators((userId, channelId) =>
    db.read((reader) => isModerator(reader, channelId, userId)),
  );
  const emotes = createEmotes(options);
  const chat = createChatService({ ...options, ...emotes });
  const presence = createRoomPresence({ ...options, processId: options.processes.id });
  const previews = createLinkPreviews(options);
  const mentions = createMentions({ ...options, presence });
  const appeals = createChatAppeals({ ...options, presence });
  const moderation = createChatModeration({ ...options, presence });
  const moderated = createModeratedChannels(options);
  const viewers = createChatViewers({ db, presence });
  const rooms = createChatRooms(options);
  const people = createChatPeople(options);
  const pins = createChatPins(options);
  const overlay = createChatOverlay(options);
  const counts = createPollCounts({
    ...options,
    overlay,
    findPoll: (id) => db.read((reader) => findPoll(reader, id)),
  });
  const polls = createChatPolls({ ...options, counts });
  const { topic, subscriptions } = createChatTopic({ ...options, chat, rooms });
  const raids = createRaids(options);
  const support = createSupport(options);
  const held = createHeldMessages({ ...options, ...emotes });
  const queue = createChatQueue(options);
  let sentMessages = 0;

  /** Deletes messages and polls whose retention has ended, and messages that are held for too long. */
  async function expire(signal: AbortSignal): Promise<void> {
    const heldUntil = new Date(nowMs() - CHAT_HELD_HOURS * HOUR_MS);
    await inBatches(signal, (size) => db.transact((tx) => deleteHeldBefore(tx, heldUntil, size)));
    const { chatRetentionDays: days } = await db.read(readSettings);
    if (days === 0) return;
    const time = new Date(nowMs() - days * DAY_MS);
    await inBatches(signal, (size) => db.transact((tx) => deleteSentBefore(tx, time, size)));
    await inBatches(signal, (size) => db.transact((tx) => deletePollsBefore(tx, time, size)));
  }

  return {
    name: 'chat',
    send: (streamId, authorId, message) => chat.send(streamId, authorId, message),
    pendingEmotes: () => emotes.review.countPending(),
    routes(app) {
      const services = {
        appeals,
        chat,
        held,
        moderated,
        moderation,
        people,
        pins,
        polls,
        raids: raids.service,
        rooms,
        viewers,
      };
      chatRoutes(app, { ...options, ...services });
      emoteRoutes(app, emotes);
    },
    notifications: [
      notified.mentioned,
      notified.raided,
      notified.appointedModerator,
      notified.bannedFromChat,
      notified.unbannedFromChat,
      notified.chatAppealed,
      notified.chatAppealDecided,
      notified.emoteDecided,
    ],
    topics: [topic, overlay.topic, queue.topic, ...raids.topics],
    metrics: [
      counter(
        'tributary_chat_messages_total',
        'Chat messages of the instance since the process began. Each process counts all.',
        () => sentMessages,
      ),
    ],
    subscriptions: [
      ...subscriptions,
      ...overlay.subscriptions,
      ...queue.subscriptions,
      ...raids.subscriptions,
      ...support.subscriptions,
      on(streamEnded, ({ streamId }) => polls.closeOf(streamId)),
      on(chatMessageSent, () => {
        sentMessages += 1;
      }),
      ...emotes.subscriptions,
    ],
    jobs: [
      repeat(expireChat, EXPIRY_HOURS, expire),
      work(closePoll, ({ pollId }) => polls.closePast(pollId)),
      work(notifyOfMention, ({ streamId, number }) => mentions.notify(streamId, number)),
      work(previewLink, ({ streamId, number }) => previews.add(streamId, number), { concurrency: 2 }),
      ...raids.jobs,
      ...support.jobs,
    ],
    async close() {
      await raids.close();
      presence.close();
      counts.close();
    },
    exportUserData: (userId) =>
      db.read(async (reader) => ({
        chatMessages: await findAllOf(reader, userId),
        chatPolls: await findPollsOf(reader, userId),
        chatHeldMessages: await findHeldOf(reader, userId),
        chatRoles: await findRoles(reader, userId),
        chatSettings: await findSettings(reader, userId),
        chatEmotes: await emotes.editor.exportOf(userId),
      })),
    deleteUserData: (tx, userId, onCommit) => emotes.editor.onDelete(tx, userId, onCommit),
  };
}
