/**
 * Reserves the username of a sign-up. A sign-up with an address that has an account makes no second account, but takes
 * its username as well: otherwise a username that stays free would reveal the account.
 */
import type { Database } from '#platform/db/database.ts';
import { identityErrors } from '../identity.errors.ts';
import { isUsernameTaken, releaseUsername, reserveUsername } from '../users/unconfirmed-accounts.repo.ts';
import { isReservedUsername } from '../users/usernames.ts';

/** Whether a sign-up may have the username. */
export async function usernameState(db: Database, username: string): Promise<'free' | 'taken' | 'reserved'> {
  if (isReservedUsername(username)) return 'reserved';
  return (await db.read((reader) => isUsernameTaken(reader, username))) ? 'taken' : 'free';
}

/**
 * @param signUp its failure releases the username
 * @throws AppError `username_reserved`, `username_taken`, naming `/username`
 */
export async function reservingUsername<T>(
  db: Database,
  username: string,
  signUp: () => Promise<T>,
): Promise<T> {
  const pointer = '/username';
  if (isReservedUsername(username)) {
    throw identityErrors.username_reserved().at(pointer);
  }
  if (!(await db.transact((tx) => reserveUsername(tx, username)))) {
    throw identityErrors.username_taken().at(pointer);
  }
  try {
    return await signUp();
  } catch (error) {
    // If this fails too, the reservation expires by itself.
    await db.transact((tx) => releaseUsername(tx, username)).catch(() => undefined);
    throw error;
  }
}
