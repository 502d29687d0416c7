/** Lists the people who have a chat open, in all processes. */
import { CHAT_ROLES, CHAT_VIEWERS_PAGE_SIZE, type listChatViewers } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { errors } from '../chat.errors.ts';
import { findChannel, findMember } from '../members/members.repo.ts';
import { rankOf } from '../members/ranks.ts';
import { findSettings } from '../room/settings.repo.ts';
import type { RoomPresence } from './room-presence.ts';
import * as repo from './viewers.repo.ts';

const keySchema = z.tuple([z.int(), z.string()]);

export interface ChatViewers {
  /** @throws AppError `stream_not_found`, `cursor_invalid` */
  list(
    id: StreamId,
    options: { cursor?: string | undefined; search?: string | undefined },
    callerId: UserId | null,
  ): Promise<z.infer<typeof listChatViewers.response>>;
}

export function createChatViewers({
  db,
  presence,
}: {
  db: Database;
  presence: Pick<RoomPresence, 'in'>;
}): ChatViewers {
  return {
    async list(id, { cursor, search = '' }, callerId) {
      const after = cursor === undefined ? null : decodeCursor(keySchema, cursor);
      const { userIds, visitors } = presence.in(id);
      const ids = [...userIds];
      return await db.read(async (reader) => {
        const channelId = await findChannel(reader, id);
        if (channelId === null) throw errors.stream_not_found();
        const { hidesViewers } = await findSettings(reader, channelId);
        const caller = callerId && hidesViewers ? await findMember(reader, channelId, callerId) : null;
        const isHidden = hidesViewers && !(caller && rankOf(caller, channelId) > 0);
        const found = isHidden ? [] : await repo.findViewers(reader, channelId, ids, { after, search });
        return {
          ...pageOfRows(found, CHAT_VIEWERS_PAGE_SIZE, ({ role, username }) => [
            CHAT_ROLES.indexOf(role),
            username,
          ]),
          counts: await repo.countRoles(reader, channelId, ids),
          visitors,
          isHidden,
        };
      });
    },
  };
}
