/** URLs of stored images that no row references yet, or any more. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../db/database.ts';

interface UnclaimedImagesTable {
  url: string;
  since: Date;
}

declare module '../db/schema.ts' {
  interface Schema {
    unclaimed_images: UnclaimedImagesTable;
  }
}

export async function insertUnclaimed(tx: Writer, url: string): Promise<void> {
  await tx
    .insertInto('unclaimed_images')
    .values({ url, since: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteUnclaimed(tx: Writer, url: string): Promise<void> {
  await tx.deleteFrom('unclaimed_images').where('url', '=', url).execute();
}

/** Images that have been unclaimed for at least `seconds`, oldest first. */
export async function findUnclaimed(db: Reader, seconds: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unclaimed_images')
    .select('url')
    .where('since', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('since')
    .limit(limit)
    .execute();
  return rows.map(({ url }) => url);
}
