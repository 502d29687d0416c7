/** Creators' accounts at providers. */
import type { UserId } from '@tributary/contracts';
import type { ColumnType, Generated } from 'kysely';
import { z } from 'zod';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { ProviderName } from '../providers/provider.ts';

export interface ProviderAccount {
  readonly provider: ProviderName;
  readonly account: string;
  readonly isReady: boolean;
  readonly requirements: readonly string[];
}

export async function findAccount(
  db: Reader,
  creatorId: UserId,
  provider: ProviderName,
): Promise<ProviderAccount | null> {
  const row = await db
    .selectFrom('provider_accounts')
    .select(['provider', 'account', 'is_ready as isReady', 'requirements'])
    .where('creator_id', '=', creatorId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row ? { ...row, requirements: z.array(z.string()).parse(row.requirements) } : null;
}

export const findAccountsOf = (db: Reader, creatorId: UserId) =>
  db
    .selectFrom('provider_accounts')
    .select(['provider', 'account', 'is_ready as isReady', 'is_chosen as isChosen'])
    .where('creator_id', '=', creatorId)
    .execute();

/** Has payouts sent to this account of the creator's instead of another one. */
export async function chooseAccount(tx: Writer, creatorId: UserId, provider: ProviderName): Promise<void> {
  const update = (isChosen: boolean) =>
    tx.updateTable('provider_accounts').set({ is_chosen: isChosen }).where('creator_id', '=', creatorId);
  await update(false).where('is_chosen', '=', true).execute();
  await update(true).where('provider', '=', provider).execute();
}

export interface AccountState {
  readonly provider: ProviderName;
  readonly account: string;
  readonly isReady: boolean;
  readonly requirements: readonly string[];
  /** When the provider was asked. */
  readonly asOf: Date;
}

/** Notes the account of a creator whose onboarding has begun. What is known of the same account stays. */
export async function startAccount(
  tx: Writer,
  creatorId: UserId,
  state: Pick<AccountState, 'provider' | 'account' | 'asOf'>,
): Promise<void> {
  const known = await findAccount(tx, creatorId, state.provider);
  if (known?.account !== state.account)
    await linkAccount(tx, creatorId, { ...state, isReady: false, requirements: [] });
}

/** Links an account to a creator, in place of an earlier one. */
export async function linkAccount(tx: Writer, creatorId: UserId, state: AccountState): Promise<void> {
  const values = columns(state);
  await tx
    .insertInto('provider_accounts')
    .values({ creator_id: creatorId, provider: state.provider, ...values })
    .onConflict((conflict) => conflict.columns(['creator_id', 'provider']).doUpdateSet(values))
    .execute();
}

export async function unlinkAccount(tx: Writer, creatorId: UserId, provider: ProviderName): Promise<void> {
  await tx
    .deleteFrom('provider_accounts')
    .where('creator_id', '=', creatorId)
    .where('provider', '=', provider)
    .execute();
}

/** Unless a newer state is known. @returns the creator whose account has become ready by it */
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
  as_of: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    provider_accounts: ProviderAccountsTable;
  }
}
