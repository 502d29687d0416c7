import type { Reader, Writer } from '../db/database.ts';

export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: Record<string, unknown>;
  /** The encrypted private key. */
  readonly sealed: string;
  readonly createdAt: Date;
}

export const findNewest = (db: Reader): Promise<SigningKey | undefined> =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk as publicJwk', 'private_jwk as sealed', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findPublicKeys = (
  db: Reader,
  madeAfter: Date,
): Promise<{ kid: string; jwk: Record<string, unknown> }[]> =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk as jwk'])
    .where('created_at', '>', madeAfter)
    .orderBy('created_at', 'desc')
    .execute();

export async function insert(tx: Writer, key: SigningKey): Promise<void> {
  await tx
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      public_jwk: key.publicJwk,
      private_jwk: key.sealed,
      created_at: key.createdAt,
    })
    .execute();
}

export async function deleteOlderThan(tx: Writer, date: Date): Promise<void> {
  await tx.deleteFrom('signing_keys').where('created_at', '<', date).execute();
}
