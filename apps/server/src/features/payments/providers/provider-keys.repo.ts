/** Encrypted keys of providers that admins have set. */
import type { UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { ProviderName } from './provider.ts';

export interface SealedKeys {
  readonly provider: ProviderName;
  readonly sealed: string;
}

export const findKeys = (db: Reader): Promise<SealedKeys[]> =>
  db.selectFrom('provider_keys').select(['provider', 'sealed']).execute();

export async function putKeys(tx: Writer, keys: SealedKeys, by: UserId, at: Date): Promise<void> {
  const values = { sealed: keys.sealed, updated_by: by, updated_at: at };
  await tx
    .insertInto('provider_keys')
    .values({ provider: keys.provider, ...values })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(values))
    .execute();
}

/** @returns false if the provider had no keys */
export async function deleteKeys(tx: Writer, provider: ProviderName): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('provider_keys')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface ProviderKeysTable {
  provider: ProviderName;
  sealed: string;
  updated_by: UserId | null;
  updated_at: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    provider_keys: ProviderKeysTable;
  }
}
