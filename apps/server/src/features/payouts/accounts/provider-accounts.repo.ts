/** Creators' accounts at providers. */
import { PAYOUT_WAIT_HOURS } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';
import { z } from 'zod';
import type { ProviderName } from '#features/payments/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';

export interface ProviderAccount {
  readonly provider: ProviderName;
  readonly account: string;
  readonly isReady: boolean;
  readonly requirements: readonly string[];
  /** The time from which payouts go to the account; null: it was never ready. */
  readonly payableAt: Date | null;
}

const afterWait = (at: Date): Date => new Date(at.getTime() + PAYOUT_WAIT_HOURS * HOUR_MS);

/** Whether money may be sent to an account; a new account has to wait. */
export const isPayable = (
  { isReady, payableAt }: Pick<ProviderAccount, 'isReady' | 'payableAt'>,
  at: Date,
): boolean => isReady && payableAt !== null && payableAt <= at;

export async function findAccount(
  db: Reader,
  creatorId: UserId,
  provider: ProviderName,
): Promise<ProviderAccount | null> {
  const row = await db
    .selectFrom('provider_accounts')
    .select(['provider', 'account', 'is_ready as isReady', 'requirements', 'payable_at as payableAt'])
    .where('creator_id', '=', creatorId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row ? { ...row, requirements: z.array(z.string()).parse(row.requirements) } : null;
}

export const findAccountsOf = (db: Reader, creatorId: UserId) =>
  db
    .selectFrom('provider_accounts')
    .select(['provider', 'account', 'is_ready as isReady', 'is_chosen as isChosen'])
    .select('payable_at as payableAt')
    .where('creator_id', '=', creatorId)
    .execute();

/** Chooses this account of the creator for payouts. @returns false if it was chosen before */
export async function chooseAccount(tx: Writer, creatorId: UserId, provider: ProviderName): Promise<boolean> {
  const update = (isChosen: boolean) =>
    tx.updateTable('provider_accounts').set({ is_chosen: isChosen }).where('creator_id', '=', creatorId);
  await update(false).where('is_chosen', '=', true).where('provider', '<>', provider).execute();
  const { numUpdatedRows } = await update(true)
    .where('provider', '=', provider)
    .where('is_chosen', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface AccountState {
  readonly provider: ProviderName;
  readonly account: string;
  readonly isReady: boolean;
  readonly requirements: readonly string[];
  /** When the provider was asked for the state. */
  readonly asOf: Date;
}

/** Stores the account of a creator whose onboarding has begun. A known state of the same account stays. */
export async function startAccount(
  tx: Writer,
  creatorId: UserId,
  state: Pick<AccountState, 'provider' | 'account' | 'asOf'>,
): Promise<void> {
  const known = await findAccount(tx, creatorId, state.provider);
  if (known?.account !== state.account)
    await linkAccount(tx, creatorId, { ...state, isReady: false, requirements: [] });
}

/** Links an account to a creator, in place of an earlier one. A wallet is ready from the start and does not wait. */
export async function linkAccount(tx: Writer, creatorId: UserId, state: AccountState): Promise<void> {
  const values = { ...columns(state), payable_at: state.isReady ? state.asOf : null };
  await tx
    .insertInto('provider_accounts')
    .values({ creator_id: creatorId, provider: state.provider, ...values })
    .onConflict((conflict) => conflict.columns(['creator_id', 'provider']).doUpdateSet(values))
    .execute();
}

/** @returns false if there was no account */
export async function unlinkAccount(tx: Writer, creatorId: UserId, provider: ProviderName): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('provider_accounts')
    .where('creator_id', '=', creatorId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The time from which an admin may send bank transfers to a creator whose account was disconnected; null: at once. */
export async function findTransferWait(db: Reader, creatorId: UserId): Promise<Date | null> {
  const row = await db
    .selectFrom('payout_recipients')
    .select('account_removed_at as at')
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return row?.at ? afterWait(row.at) : null;
}

export const noteRemoved = (tx: Writer, creatorId: UserId, at: Date): Promise<unknown> =>
  tx
    .insertInto('payout_recipients')
    .values({ creator_id: creatorId, account_removed_at: at })
    .onConflict((conflict) => conflict.column('creator_id').doUpdateSet({ account_removed_at: at }))
    .execute();

/**
 * Starts the waiting time of an account that can receive payouts for the first time. The first account of a creator who
 * was never paid does not wait. Others do, so that an intruder in the creator's account cannot withdraw before the
 * creator can react.
 * @returns the time from which payouts go to it; null if it was ready before
 */
export async function startWaiting(
  tx: Writer,
  creatorId: UserId,
  provider: ProviderName,
  at: Date,
): Promise<Date | null> {
  await tx
    .insertInto('payout_recipients')
    .values({ creator_id: creatorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { hadAccount, hasCharges } = await tx
    .selectFrom('payout_recipients')
    .select('had_account as hadAccount')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('charges').select('id').where('creator_id', '=', creatorId)).as('hasCharges'),
    )
    .where('creator_id', '=', creatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const payableAt = hadAccount || hasCharges ? afterWait(at) : at;
  const { numUpdatedRows } = await tx
    .updateTable('provider_accounts')
    .set({ payable_at: payableAt })
    .where('creator_id', '=', creatorId)
    .where('provider', '=', provider)
    .where('payable_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  if (!hadAccount)
    await tx
      .updateTable('payout_recipients')
      .set({ had_account: true })
      .where('creator_id', '=', creatorId)
      .execute();
  return payableAt;
}

/** Updates the state unless a newer one is known. @returns the creator whose account has become ready */
export async function updateAccount(tx: Writer, state: AccountState): Promise<UserId | null> {
  const known = await tx
    .selectFrom('provider_accounts')
    .select(['creator_id as creatorId', 'is_ready as isReady'])
    .where('provider', '=', state.provider)
    .where('account', '=', state.account)
    .where('as_of', '<=', state.asOf)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return null;
  await tx
    .updateTable('provider_accounts')
    .set(columns(state))
    .where('creator_id', '=', known.creatorId)
    .where('provider', '=', state.provider)
    .execute();
  return state.isReady && !known.isReady ? known.creatorId : null;
}

const columns = ({ account, isReady, requirements, asOf }: AccountState) => ({
  account,
  is_ready: isReady,
  requirements: JSON.stringify(requirements),
  as_of: asOf,
});

interface ProviderAccountsTable {
  creator_id: UserId;
  provider: ProviderName;
  account: string;
  is_ready: Generated<boolean>;
  requirements: ColumnType<unknown, string | undefined, string>;
  is_chosen: Generated<boolean>;
  payable_at: Date | null;
  as_of: Date;
}

interface PayoutRecipientsTable {
  creator_id: UserId;
  had_account: Generated<boolean>;
  account_removed_at: Date | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    provider_accounts: ProviderAccountsTable;
    payout_recipients: PayoutRecipientsTable;
  }
}
