/** Notifies people whom a streamer appoints, and those whom moderators ban. */
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

/** The number of bans and lifted bans in a channel that notify a person within an hour. */
export const BAN_NOTICES_PER_HOUR = 6;

/** Limits the notifications, so that bans cannot flood a person with them. */
const isBudgetSpent = async (tx: Writer, channelId: UserId, userId: UserId): Promise<boolean> =>
  (await countRecentBans(tx, channelId, userId, BAN_NOTICES_PER_HOUR)) === BAN_NOTICES_PER_HOUR;

const findChannel = async (tx: Writer, id: UserId) => ({ id, ...(await findName(tx, id)) });

export async function notifyAppointed(
  tx: Writer,
  { notifications }: NoticesOptions,
  channelId: UserId,
  userId: UserId,
): Promise<void> {
  const channel = await findChannel(tx, channelId);
  await notifications.notify(tx, { userId, ...appointedModerator.of(channel) });
}

/** Notifies a banned person who does not have the chat open, where the ban is shown. */
export async function notifyBanned(
  tx: Writer,
  { notifications, presence }: NoticesOptions,
  { id, channelId, userId }: { readonly id: StreamId; readonly channelId: UserId; readonly userId: UserId },
  ban: ChatBanRequest,
): Promise<void> {
  if (presence.isIn(id, userId) || (await isBudgetSpent(tx, channelId, userId))) return;
  const channel = await findChannel(tx, channelId);
  await notifications.notify(tx, { userId, ...bannedFromChat.of({ channel, ...ban }) });
}

/** Notifies a person whom the ban was reported to, unless they have the chat open, where its end is shown. */
export async function notifyUnbanned(
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
export async function notifyAppealDecided(
  tx: Writer,
  notifications: NoticesOptions['notifications'],
  channelId: UserId,
  userId: UserId,
  decision: ChatAppealDecision,
): Promise<void> {
  const channel = await findChannel(tx, channelId);
  await notifications.notify(tx, { userId, ...chatAppealDecided.of({ channel, ...decision }) });
}
