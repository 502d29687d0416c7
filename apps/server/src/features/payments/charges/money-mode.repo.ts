/** Whether this instance books test money or real money, which its first charge decides. */
import type { Generated } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** Null before the first charge. */
export async function findMoneyMode(db: Reader): Promise<'test' | 'real' | null> {
  const row = await db.selectFrom('money_mode').select('is_test as isTest').executeTakeFirst();
  return row ? (row.isTest ? 'test' : 'real') : null;
}

/** Before a charge is inserted; a charge of the other mode is then refused by its foreign key. */
export async function decideMoneyMode(tx: Writer, isTest: boolean): Promise<void> {
  await tx
    .insertInto('money_mode')
    .values({ is_test: isTest })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    money_mode: { is_test: boolean; singleton: Generated<boolean> };
  }
}
