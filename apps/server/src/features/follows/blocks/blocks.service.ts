/** Blocks people: they cannot follow the blocker, who sees none of their messages in chats. */
import { BLOCKS_MAX, type BlockedPerson } from '@tributary/contracts/follows';
import type { UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { followsErrors } from '../follows.errors.ts';
import { unfollowed } from '../follows.events.ts';
import { deleteFollow } from '../follows.repo.ts';
import * as repo from './blocks.repo.ts';

export interface Blocks {
  list(by: UserId): Promise<BlockedPerson[]>;
  /**
   * Blocks a person, and ends follows between the two. Idempotent.
   * @throws AppError `own_account`, `person_not_found`, `blocks_full`
   */
  block(by: UserId, blocked: UserId): Promise<void>;
  /** Unblocks a person. Idempotent. */
  unblock(by: UserId, blocked: UserId): Promise<void>;
}

export function createBlocks(db: Database): Blocks {
  return {
    list: (by) => db.read((reader) => repo.findBlockedBy(reader, by)),
    async block(by, blocked) {
      if (by === blocked) throw followsErrors.own_account();
      await db.transact(async (tx) => {
        await repo.lockBlocker(tx, by);
        if ((await repo.countBlockedBy(tx, by)) >= BLOCKS_MAX) throw followsErrors.blocks_full();
        if (!(await repo.insertBlock(tx, by, blocked))) throw followsErrors.person_not_found();
        for (const [followerId, streamerId] of [
          [blocked, by],
          [by, blocked],
        ] as const) {
          if (await deleteFollow(tx, followerId, streamerId)) {
            await publish(tx, unfollowed, { followerId, streamerId });
          }
        }
      });
    },
    unblock: (by, blocked) => db.transact((tx) => repo.deleteBlock(tx, by, blocked)),
  };
}
