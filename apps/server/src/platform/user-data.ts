/** The data that all features store about a person, for the export and the deletion of an account. */
import type { UserId } from '@tributary/contracts/shared';
import type { Effect, Writer } from './db/database.ts';

/** A feature's part in exporting and deleting an account. */
export interface UserDataOwner {
  /** The data that the feature stores about this person, under keys that no other feature uses. */
  exportUserData?(userId: UserId): Promise<Record<string, unknown>>;
  /**
   * Deletes the feature's data in the transaction that deletes the account, before its row is deleted. Rows with a
   * foreign key to the account need nothing here. Files are deleted in an effect after the commit.
   */
  deleteUserData?(tx: Writer, userId: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

export interface UserData {
  add(owner: UserDataOwner): void;
  export(userId: UserId): Promise<Record<string, unknown>>;
  /** Runs every feature's deletion one after another, in the order of features. */
  delete(tx: Writer, userId: UserId, onCommit: (effect: Effect) => void): Promise<void>;
}

export function createUserData(): UserData {
  const owners: UserDataOwner[] = [];
  return {
    add: (owner) => void owners.push(owner),
    async export(userId) {
      const parts = await Promise.all(owners.map((owner) => owner.exportUserData?.(userId)));
      return Object.assign({}, ...parts);
    },
    async delete(tx, userId, onCommit) {
      for (const owner of owners) await owner.deleteUserData?.(tx, userId, onCommit);
    },
  };
}
