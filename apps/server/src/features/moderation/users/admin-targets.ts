/**
 * Bans of admins. A ban suspends the role and lifting it restores the role, so both need the same proof as granting the
 * role.
 */
import type { UserId } from '@tributary/contracts/shared';
import type { Users } from '#features/identity/index.ts';
import type { Actor } from '#platform/caller.ts';
import { requireProof } from '#platform/recent-proof.ts';

/** @param by null: the operator's command line @throws AppError `proof_required` where `id` is an admin */
export async function requireProofAboutAdmin(
  users: Pick<Users, 'find'>,
  id: UserId,
  by: Actor | null,
): Promise<void> {
  if (by === null || by.isProven) return;
  if ((await users.find(id))?.roles.includes('admin')) requireProof(by);
}
