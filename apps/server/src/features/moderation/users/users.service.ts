import {
  ADMIN_PAGE_SIZE,
  type AdminUser,
  type AdminUserDetail,
  type UserFilter,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { identityErrors } from '#features/identity/index.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { type CursorKey, textKey, timestampKey } from '#platform/db/keyset.ts';
import * as repo from './users.repo.ts';

/** Lists accounts for admins. */
export interface UserList {
  list(
    filter: UserFilter & { cursor?: string | undefined },
  ): Promise<{ items: AdminUser[]; next: string | null }>;
  /** @throws AppError `user_not_found` */
  find(id: UserId): Promise<AdminUserDetail>;
}

export function createUserList(db: Database): UserList {
  return {
    async list({ cursor, ...filter }) {
      const byName = filter.sort === 'username';
      const keySchema = byName ? textKey : timestampKey;
      const after = cursor === undefined ? undefined : decodeCursor<CursorKey>(keySchema, cursor);
      const rows = await db.read((reader) => repo.findUsers(reader, filter, after, ADMIN_PAGE_SIZE + 1));
      const { items, next } = pageOfRows(rows, ADMIN_PAGE_SIZE, ({ username, createdAt, id }) => [
        byName ? username : createdAt.toISOString(),
        id,
      ]);
      return { items: items.map(toUser), next };
    },
    async find(id) {
      const [user, state, live] = await Promise.all([
        db.read((reader) => repo.findUser(reader, id)),
        db.read((reader) => repo.findState(reader, id)),
        db.read((reader) => repo.findLiveStream(reader, id)),
      ]);
      if (!user || !state) throw identityErrors.user_not_found();
      const lastUsedAt = state.lastUsedAt?.toISOString() ?? null;
      return { ...toUser(user), ...state, lastUsedAt, live: live ?? null };
    },
  };
}

function toUser({
  banned,
  bannedAt,
  bannedUntil,
  banReason,
  createdAt,
  roles,
  ...user
}: repo.StoredUser): AdminUser {
  const ban =
    banned && bannedAt
      ? { at: bannedAt.toISOString(), until: bannedUntil?.toISOString() ?? null, reason: banReason }
      : null;
  return { ...user, roles: [...roles], createdAt: createdAt.toISOString(), ban };
}
