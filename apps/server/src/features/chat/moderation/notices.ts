/** What people are notified of who moderate a chat, or whom its moderators ban. */
import { type ChatAppealDecision, type ChatBanRequest, formatChatDuration } from '@tributary/contracts/chat';
import { LIVE_SLUG, type StreamId, type UserId } from '@tributary/contracts/shared';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { findOpenChats } from '../members/members.repo.ts';
import { findName } from '../people/people.repo.ts';
import { countRecentBans, hasWritten } from '../people/person-history.repo.ts';
import type { RoomPresence } from '../presence/room-presence.ts';

export interface NoticesOptions {
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly presence: Pick<RoomPresence, 'isIn'>;
}

/** Bans and lifted bans of one person in a channel that notify them within an hour. */
export const BAN_NOTICES_PER_HOUR = 6;

/** Nobody can use bans to flood somebody with notifications. */
const isBudgetSpent = async (tx: Writer, channelId: UserId, userId: UserId): Promise<boolean> =>
  (await countRecentBans(tx, channelId, userId, BAN_NOTICES_PER_HOUR)) === BAN_NOTICES_PER_HOUR;

/** Where a moderator finds what waits in the chats of a channel. */
export const moderationPath = (username: string): string => `/dashboard/viewer/moderation/${username}`;

/** Once a channel. */
export async function tellAppointed(
  tx: Writer,
  { notifications }: NoticesOptions,
  channelId: UserId,
  userId: UserId,
): Promise<void> {
  const { username, name } = await findName(tx, channelId);
  await notifications.notify(tx, {
    ...{ userId, actorId: channelId, type: 'other', dedupeKey: `chat-moderator:${channelId}` },
    title: `You’re a moderator of the chat of ${name}`,
    message: 'Held messages, appeals and bans are on your dashboard, also while the channel is offline.',
    href: moderationPath(username),
  });
}

/** Those who have the chat open see it there. */
export async function tellBanned(
  tx: Writer,
  { notifications, presence }: NoticesOptions,
  { id, channelId, userId }: { readonly id: StreamId; readonly channelId: UserId; readonly userId: UserId },
  { seconds, reason = '' }: ChatBanRequest,
): Promise<void> {
  if (presence.isIn(id, userId) || (await isBudgetSpent(tx, channelId, userId))) return;
  const { username, name } = await findName(tx, channelId);
  const length = seconds === null ? 'Permanently.' : `For ${formatChatDuration(seconds)}.`;
  await notifications.notify(tx, {
    ...{ userId, type: 'other', href: `/s/${username}/${LIVE_SLUG}` },
    title: `A moderator banned you from the chat of ${name}`,
    message: reason === '' ? length : `${length} Reason: ${reason}`,
  });
}

/** Those who were told of the ban, unless they have the chat open, where they see it. */
export async function tellUnbanned(
  tx: Writer,
  { notifications, presence }: NoticesOptions,
  channelId: UserId,
  userId: UserId,
): Promise<void> {
  const chats = await findOpenChats(tx, channelId);
  if (chats.some((id) => presence.isIn(id, userId)) || !(await hasWritten(tx, channelId, userId))) return;
  if (await isBudgetSpent(tx, channelId, userId)) return;
  const { username, name } = await findName(tx, channelId);
  await notifications.notify(tx, {
    ...{ userId, type: 'other', href: `/s/${username}/${LIVE_SLUG}` },
    title: `You can write in the chat of ${name} again`,
    message: 'A moderator lifted your ban.',
  });
}

/** Notifies a person of the decision about their appeal. */
export async function tellDecided(
  tx: Writer,
  notifications: NoticesOptions['notifications'],
  channelId: UserId,
  userId: UserId,
  { outcome, reply }: ChatAppealDecision,
): Promise<void> {
  const { name, username } = await findName(tx, channelId);
  const [title, sentence] =
    outcome === 'lifted'
      ? ['Your appeal was granted', `You can write in the chat of ${name} again.`]
      : ['Your appeal was refused', `Your ban from the chat of ${name} stays.`];
  const message = reply === '' ? sentence : `${sentence} ${reply}`;
  await notifications.notify(tx, { userId, type: 'other', title, message, href: `/streamer/${username}` });
}
