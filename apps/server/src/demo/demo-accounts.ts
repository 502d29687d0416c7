/**
 * The accounts that the demo created. Their passwords may be known to visitors, so an instance that is no demo
 * any more disables them, even the last admin.
 */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Users } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Database, Writer } from '#platform/db/index.ts';

export interface DemoAccountsOptions {
  readonly db: Database;
  readonly users: Pick<Users, 'ban' | 'unban'>;
}

const REASON = 'This is a demo account, and this instance is no longer a demo.';

export async function markDemoAccounts(tx: Writer, ids: readonly UserId[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((user_id) => ({ user_id, disabled_at: null }));
  await tx
    .insertInto('demo_accounts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Bans the demo's accounts, which ends their sessions and streams. Idempotent. @returns how many there are */
export const disableDemoAccounts = ({ db, users }: DemoAccountsOptions): Promise<number> =>
  db.transact(async (tx) => {
    const accounts = await tx
      .selectFrom('demo_accounts as d')
      .innerJoin('profiles as p', 'p.id', 'd.user_id')
      .select(['p.id', sql<boolean>`is_banned(p)`.as('banned')])
      .forUpdate('d')
      .execute();
    for (const { id } of accounts.filter(({ banned }) => !banned)) {
      await setDisabled(tx, id, true);
      await users.ban(tx, id, { reason: REASON });
      await audit(tx, { by: null, action: 'user.banned', kind: 'user', id, reason: REASON });
    }
    return accounts.length;
  });

/** Lifts the bans of `disableDemoAccounts` on an instance that is a demo again. */
export const enableDemoAccounts = ({ db, users }: DemoAccountsOptions): Promise<void> =>
  db.transact(async (tx) => {
    const accounts = await tx
      .selectFrom('demo_accounts')
      .select('user_id as id')
      .where('disabled_at', 'is not', null)
      .forUpdate()
      .execute();
    for (const { id } of accounts) {
      await setDisabled(tx, id, false);
      await users.unban(tx, id);
      await audit(tx, { by: null, action: 'user.unbanned', kind: 'user', id });
    }
  });

async function setDisabled(tx: Writer, id: UserId, disabled: boolean): Promise<void> {
  await tx
    .updateTable('demo_accounts')
    .set({ disabled_at: disabled ? sql`now()` : null })
    .where('user_id', '=', id)
    .execute();
}
