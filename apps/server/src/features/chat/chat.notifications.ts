/** The notifications about chats, to viewers, creators and moderators. */
import { type ChatAppealDecision, type ChatBanRequest, emoteCode } from '@tributary/contracts/chat';
import { LIVE_SLUG, type StreamId, type UserId } from '@tributary/contracts/shared';
import { HOUR_MS } from '#platform/durations.ts';
import { durationText, localized } from '#platform/messages/index.ts';
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
  label: localized('notice.preference.appeal'),
  audience: 'viewer',
  icon: 'chat',
};

export const mentioned = defineNotification({
  type: 'comment',
  preference: {
    key: 'comment',
    label: localized('notice.preference.comment'),
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
    title: localized(message.isReply ? 'notice.replied.title' : 'notice.mentioned.title', {
      name: message.displayName,
    }),
    message: message.text,
    href: `/stream/${message.streamId}`,
    actorId: message.authorId,
    // A conversation notifies once.
    dedupeKey: `chat:${message.streamId}:${message.authorId}`,
  }),
});

export const raided = defineNotification({
  type: 'raid',
  preference: { key: 'raid', label: localized('notice.preference.raid'), audience: 'streamer', icon: 'live' },
  // The stream that is raided has ended by then.
  pushHours: 4,
  text: (raid: {
    readonly id: string;
    readonly channelId: UserId;
    readonly channelName: string;
    readonly viewers: number;
    readonly targetStreamId: StreamId;
  }) => ({
    title: localized('notice.raided.title', { name: raid.channelName, viewers: raid.viewers }),
    message: localized('notice.raided.message'),
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
    title: localized('notice.moderator.title', { channel: channel.name }),
    message: localized('notice.moderator.message'),
    href: moderationPath(channel),
    actorId: channel.id,
    dedupeKey: `chat-moderator:${channel.id}`,
  }),
});

export const bannedFromChat = defineNotification({
  type: 'chat_banned',
  preference: otherUpdates,
  text: ({ channel, seconds, reason = '' }: { readonly channel: Channel } & ChatBanRequest) => {
    const sentence =
      seconds === null
        ? localized('notice.chatBan.permanent')
        : localized('notice.chatBan.for', { length: durationText(seconds) });
    return {
      title: localized('notice.chatBan.title', { channel: channel.name }),
      message: reason === '' ? sentence : localized('notice.chatBan.withReason', { sentence, reason }),
      href: chatOf(channel),
    };
  },
});

export const unbannedFromChat = defineNotification({
  type: 'chat_unbanned',
  preference: otherUpdates,
  text: (channel: Channel) => ({
    title: localized('notice.chatUnban.title', { channel: channel.name }),
    message: localized('notice.chatUnban.message'),
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
    title: localized('notice.chatAppeal.title', { name: appeal.name, channel: appeal.channel.name }),
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
    const isLifted = outcome === 'lifted';
    const channelName = { channel: channel.name };
    return {
      title: localized(isLifted ? 'notice.chatAppealGranted.title' : 'notice.chatAppealRefused.title'),
      message:
        reply === ''
          ? localized(
              isLifted ? 'notice.chatAppealGranted.message' : 'notice.chatAppealRefused.message',
              channelName,
            )
          : localized(
              isLifted ? 'notice.chatAppealGranted.withReply' : 'notice.chatAppealRefused.withReply',
              { ...channelName, reply },
            ),
      href: `/streamer/${channel.username}`,
    };
  },
});

export const emoteDecided = defineNotification({
  type: 'emote_decided',
  preference: otherUpdates,
  text: ({ name, isRejected, reason }: { name: string; isRejected: boolean; reason: string }) => ({
    title: localized(isRejected ? 'notice.emoteRejected.title' : 'notice.emoteReady.title', {
      code: emoteCode(name),
    }),
    message: isRejected ? reason : localized('notice.emoteReady.message'),
    href: '/dashboard/streamer/chat',
  }),
});
