/** The notifications about chats, to viewers, creators and moderators. */
import {
  type ChatAppealDecision,
  type ChatBanRequest,
  emoteCode,
  formatChatDuration,
} from '@tributary/contracts/chat';
import { LIVE_SLUG, type StreamId, type UserId } from '@tributary/contracts/shared';
import { HOUR_MS } from '#platform/durations.ts';
import {
  defineNotification,
  type NotificationPreference,
  otherUpdates,
} from '#platform/notifications/index.ts';

interface Channel {
  readonly id: UserId;
  readonly username: string;
  readonly name: string;
}

const chatOf = ({ username }: Pick<Channel, 'username'>) => `/s/${username}/${LIVE_SLUG}`;

/** The page on which a moderator reads the queue of a channel’s chats. */
const moderationPath = ({ username }: Channel): string => `/dashboard/viewer/moderation/${username}`;

/** Covers appeals against bans of accounts, too. */
export const appeals: NotificationPreference = {
  key: 'appeal',
  label: 'Appeals against bans',
  audience: 'viewer',
  icon: 'chat',
};

export const mentioned = defineNotification({
  type: 'comment',
  preference: {
    key: 'comment',
    label: 'Someone mentions you or replies to you in a chat',
    audience: 'viewer',
    icon: 'chat',
  },
  text: (message: {
    readonly streamId: StreamId;
    readonly authorId: UserId;
    readonly displayName: string;
    readonly text: string;
    readonly isReply: boolean;
  }) => ({
    title: `${message.displayName} ${message.isReply ? 'replied to you' : 'mentioned you'} in chat`,
    message: message.text,
    href: `/stream/${message.streamId}`,
    actorId: message.authorId,
    // A conversation notifies once.
    dedupeKey: `chat:${message.streamId}:${message.authorId}`,
  }),
});

export const raided = defineNotification({
  type: 'raid',
  preference: { key: 'raid', label: 'A channel raids you', audience: 'streamer', icon: 'live' },
  // The stream that is raided has ended by then.
  pushHours: 4,
  text: (raid: {
    readonly id: string;
    readonly channelId: UserId;
    readonly title: string;
    readonly targetStreamId: StreamId;
  }) => ({
    title: raid.title,
    message: 'They are coming to your stream.',
    href: `/stream/${raid.targetStreamId}`,
    actorId: raid.channelId,
    dedupeKey: `raid:${raid.id}`,
  }),
});

/** Sent once for each channel. */
export const appointedModerator = defineNotification({
  type: 'chat_moderator',
  preference: otherUpdates,
  text: (channel: Channel) => ({
    title: `You’re a moderator of the chat of ${channel.name}`,
    message: 'Held messages, appeals and bans are on your dashboard, also while the channel is offline.',
    href: moderationPath(channel),
    actorId: channel.id,
    dedupeKey: `chat-moderator:${channel.id}`,
  }),
});

export const bannedFromChat = defineNotification({
  type: 'chat_banned',
  preference: otherUpdates,
  text: ({ channel, seconds, reason = '' }: { readonly channel: Channel } & ChatBanRequest) => {
    const length = seconds === null ? 'Permanently.' : `For ${formatChatDuration(seconds)}.`;
    return {
      title: `A moderator banned you from the chat of ${channel.name}`,
      message: reason === '' ? length : `${length} Reason: ${reason}`,
      href: chatOf(channel),
    };
  },
});

export const unbannedFromChat = defineNotification({
  type: 'chat_unbanned',
  preference: otherUpdates,
  text: (channel: Channel) => ({
    title: `You can write in the chat of ${channel.name} again`,
    message: 'A moderator lifted your ban.',
    href: chatOf(channel),
  }),
});

/** Sent to the moderators who can decide, for the first appeal in an hour: the others wait on the same page. */
export const chatAppealed = defineNotification({
  type: 'chat_appeal',
  preference: appeals,
  text: (appeal: {
    readonly channel: Channel;
    readonly by: UserId;
    readonly name: string;
    readonly text: string;
    readonly atMs: number;
    readonly isToOwner: boolean;
  }) => ({
    title: `${appeal.name} appealed a ban from the chat of ${appeal.channel.name}`,
    message: appeal.text,
    href: appeal.isToOwner ? '/dashboard/streamer/chat' : moderationPath(appeal.channel),
    actorId: appeal.by,
    dedupeKey: `chat-appeals:${appeal.channel.id}:${Math.floor(appeal.atMs / HOUR_MS)}`,
  }),
});

export const chatAppealDecided = defineNotification({
  type: 'chat_appeal_decided',
  preference: appeals,
  text: ({ channel, outcome, reply }: { readonly channel: Channel } & ChatAppealDecision) => {
    const [title, sentence] =
      outcome === 'lifted'
        ? ['Your appeal was granted', `You can write in the chat of ${channel.name} again.`]
        : ['Your appeal was refused', `Your ban from the chat of ${channel.name} stays.`];
    const message = reply === '' ? sentence : `${sentence} ${reply}`;
    return { title, message, href: `/streamer/${channel.username}` };
  },
});

export const emoteDecided = defineNotification({
  type: 'emote_decided',
  preference: otherUpdates,
  text: ({ name, isRejected, reason }: { name: string; isRejected: boolean; reason: string }) => ({
    title: isRejected
      ? `Your emote ${emoteCode(name)} was rejected`
      : `Your emote ${emoteCode(name)} is ready`,
    message: isRejected ? reason : 'People can use it in your chat.',
    href: '/dashboard/streamer/chat',
  }),
});
