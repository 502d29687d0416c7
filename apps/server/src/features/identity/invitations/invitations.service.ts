/** Creates, lists and deletes invitations, and takes one for each sign-up that needs one. */
import { randomBytes } from 'node:crypto';
import { INVITATIONS_MAX, type Invitation, type NewInvitation } from '@tributary/contracts/identity';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { identityErrors } from '../identity.errors.ts';
import * as repo from './invitations.repo.ts';

/** 120 random bits, which cannot be guessed. */
const CODE_BYTES = 15;

export interface Invitations {
  list(): Promise<Invitation[]>;
  /** @throws AppError `too_many_invitations` */
  create(given: NewInvitation, by: Actor): Promise<Invitation>;
  /** @throws AppError `invitation_not_found` */
  delete(id: string, by: Actor): Promise<void>;
  /** Takes a use of an invitation. @returns whether it had one */
  take(code: string): Promise<boolean>;
  /**
   * Runs a sign-up if the instance takes it. One that fails gives the use of its invitation back.
   * @throws AppError `registration_closed`, `invitation_needed`, and the errors of `signUp`
   */
  admit<T>(code: string | undefined, signUp: () => Promise<T>): Promise<T>;
}

export function createInvitations(db: Database): Invitations {
  return {
    async list() {
      const rows = await db.read((reader) => repo.findInvitations(reader, INVITATIONS_MAX));
      return rows.map(shown);
    },
    create: (given, by) =>
      db.transact(async (tx) => {
        if ((await repo.countInvitations(tx)) >= INVITATIONS_MAX) {
          throw identityErrors.too_many_invitations({ values: { max: INVITATIONS_MAX } });
        }
        const code = randomBytes(CODE_BYTES).toString('base64url');
        const id = await repo.insertInvitation(tx, given, code, by.userId);
        await audit(tx, { by, action: 'invitation.created', kind: 'invitation', id, after: given });
        return shown(await repo.findInvitation(tx, id));
      }),
    delete: (id, by) =>
      db.transact(async (tx) => {
        const note = await repo.deleteInvitation(tx, id);
        if (note === undefined) throw identityErrors.invitation_not_found();
        await audit(tx, { by, action: 'invitation.deleted', kind: 'invitation', id, before: { note } });
      }),
    take: async (code) => (await db.transact((tx) => repo.takeUse(tx, code))) !== undefined,
    async admit(code, signUp) {
      const { registration } = await db.read(readSettings);
      if (registration === 'open') return signUp();
      if (registration === 'closed') throw identityErrors.registration_closed();
      const id = code && (await db.transact((tx) => repo.takeUse(tx, code)));
      if (!id) throw identityErrors.invitation_needed().at('/invitation');
      try {
        return await signUp();
      } catch (error) {
        // If this fails too, the invitation has one use less, which an admin can replace.
        await db.transact((tx) => repo.giveBackUse(tx, id)).catch(() => undefined);
        throw error;
      }
    },
  };
}

const shown = ({ createdAt, expiresAt, ...invitation }: repo.StoredInvitation): Invitation => ({
  ...invitation,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
});
