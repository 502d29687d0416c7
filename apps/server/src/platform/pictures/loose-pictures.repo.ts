/** Which pictures' files nobody's row names, as the database knows it. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../db/database.ts';

interface LoosePicturesTable {
  url: string;
  since: Date;
}

declare module '../db/schema.ts' {
  interface Schema {
    loose_pictures: LoosePicturesTable;
  }
}

export async function insertLoose(tx: Writer, url: string): Promise<void> {
  await tx
    .insertInto('loose_pictures')
    .values({ url, since: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteLoose(tx: Writer, url: string): Promise<void> {
  await tx.deleteFrom('loose_pictures').where('url', '=', url).execute();
}

/** The oldest of those that have been loose for `seconds`. */
export async function findLoose(db: Reader, seconds: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('loose_pictures')
    .select('url')
    .where('since', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('since')
    .limit(limit)
    .execute();
  return rows.map(({ url }) => url);
}
