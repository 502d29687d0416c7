/** Whether this instance books test money or real money, which its first charge decides. */
import type { Generated } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

/** @returns null before the first charge */
export async function findMoneyMode(db: Reader): Promise<'test' | 'real' | null> {
  const row = await db.selectFrom('money_mode').select('is_test as isTest').executeTakeFirst();
  return row ? (row.isTest ? 'test' : 'real') : null;
}

/** Must run before a charge is inserted. A foreign key then refuses charges of the other mode. */
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
