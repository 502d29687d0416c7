/** Notifies people who moderate a chat, and those whom its moderators ban. */
import type { ChatAppealDecision, ChatBanRequest } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Writer } from '#platform/db/database.ts';
import {
  appointedModerator,
  bannedFromChat,
  chatAppealDecided,
  unbannedFromChat,
} from '../chat.notifications.ts';
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

const findChannel = async (tx: Writer, id: UserId) => ({ id, ...(await findName(tx, id)) });

export async function tellAppointed(
  tx: Writer,
  { notifications }: NoticesOptions,
  channelId: UserId,
  userId: UserId,
): Promise<void> {
  const channel = await findChannel(tx, channelId);
  await notifications.notify(tx, { userId, ...appointedModerator.of(channel) });
}

/** Those who have the chat open see it there. */
export async function tellBanned(
  tx: Writer,
  { notifications, presence }: NoticesOptions,
  { id, channelId, userId }: { readonly id: StreamId; readonly channelId: UserId; readonly userId: UserId },
  ban: ChatBanRequest,
): Promise<void> {
  if (presence.isIn(id, userId) || (await isBudgetSpent(tx, channelId, userId))) return;
  const channel = await findChannel(tx, channelId);
  await notifications.notify(tx, { userId, ...bannedFromChat.of({ channel, ...ban }) });
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
  const channel = await findChannel(tx, channelId);
  await notifications.notify(tx, { userId, ...unbannedFromChat.of(channel) });
}

/** Notifies a person of the decision about their appeal. */
export async function tellDecided(
  tx: Writer,
  notifications: NoticesOptions['notifications'],
  channelId: UserId,
  userId: UserId,
  decision: ChatAppealDecision,
): Promise<void> {
  const channel = await findChannel(tx, channelId);
  await notifications.notify(tx, { userId, ...chatAppealDecided.of({ channel, ...decision }) });
}
