/** Deletes accounts whose address was not confirmed in time, and frees the usernames of their sign-ups. */
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, repeat } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/log.ts';
import * as repo from '../users/unconfirmed-accounts.repo.ts';
import type { Accounts } from './account.service.ts';

export const expireUnconfirmed = defineJob('identity.expire-unconfirmed-accounts', z.object({}));

export interface ExpireUnconfirmedOptions {
  readonly db: Database;
  readonly log: Log;
  readonly accounts: Pick<Accounts, 'deleteUnconfirmed'>;
  readonly requireVerification: boolean;
}

export function expireUnconfirmedAccounts(options: ExpireUnconfirmedOptions): JobRegistration {
  const { db, log, accounts, requireVerification } = options;
  return repeat(expireUnconfirmed, 1, async (signal) => {
    if (requireVerification) await db.transact(repo.startConfirmation);
    for (const userId of await db.read(repo.findOverdue)) {
      signal.throwIfAborted();
      await accounts
        .deleteUnconfirmed(userId)
        .catch((err: unknown) => log.warn({ err, userId }, 'Could not delete an unconfirmed account'));
    }
    // Runs last, so that a username becomes free at the same moment whether or not its sign-up made an account.
    await db.transact(repo.deleteExpiredReservations);
  });
}
