/** The settings of a channel’s chats, which its moderators change. */
import {
  type ChannelChatSettings,
  type ChatRoom,
  type ChatSettings,
  type ChatSettingsEdit,
  chatModes,
} from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { audit, differences } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { chatRoomChanged } from './chat.events.ts';
import { findOpenChats } from './members/members.repo.ts';
import { channelOf, requireModerator } from './members/ranks.ts';
import { findPin } from './pins/pins.repo.ts';
import { findPoll } from './polls/polls.repo.ts';
import { findSettings, putSettings } from './room/settings.repo.ts';

export interface ChatRooms {
  /**
   * The state of a stream’s chat.
   * @throws stream_not_found
   */
  room(id: StreamId): Promise<ChatRoom>;
  /** @throws person_not_found, not_moderator */
  settings(channelId: UserId, callerId: UserId): Promise<ChannelChatSettings>;
  /** @throws person_not_found, not_moderator */
  change(channelId: UserId, edit: ChatSettingsEdit, by: Actor): Promise<ChannelChatSettings>;
}

export function createChatRooms({ db }: { readonly db: Database }): ChatRooms {
  return {
    room: async (id) =>
      await db.read(async (reader) => {
        const modes = chatModes.parse(await findSettings(reader, await channelOf(reader, id)));
        return { modes, pinned: await findPin(reader, id), poll: await findPoll(reader, id) };
      }),
    settings: async (channelId, callerId) =>
      await db.read(async (reader) => {
        await requireModerator(reader, channelId, callerId, 'room');
        return await withInstance(reader, await findSettings(reader, channelId));
      }),
    change: async (channelId, edit, by) =>
      await db.transact(async (tx) => {
        await requireModerator(tx, channelId, by.userId, 'room');
        const before = await findSettings(tx, channelId);
        if (differences(before, { ...before, ...edit }) === null) return await withInstance(tx, before);
        await putSettings(tx, channelId, edit);
        const after = await findSettings(tx, channelId);
        const changed = differences(before, after);
        await audit(tx, { by, action: 'chat.settings_changed', kind: 'user', id: channelId, ...changed });
        const modes = chatModes.parse(after);
        for (const streamId of await findOpenChats(tx, channelId))
          await publish(tx, chatRoomChanged, { streamId, room: { modes } });
        return await withInstance(tx, after);
      }),
  };
}

const withInstance = async (reader: Reader, settings: ChatSettings): Promise<ChannelChatSettings> => ({
  ...settings,
  canPreviewLinks: (await readSettings(reader)).linkPreviews,
});
