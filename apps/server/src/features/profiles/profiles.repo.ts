/** Profile pages; names, bios and images are in identity's tables. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface ProfilePage {
  readonly links: readonly string[];
}

export async function findPage(db: Reader, id: UserId): Promise<ProfilePage> {
  const row = await db
    .selectFrom('profile_pages')
    .select('links')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row ?? { links: [] };
}

export async function putPage(tx: Writer, id: UserId, { links }: ProfilePage): Promise<void> {
  const values = { links: JSON.stringify(links) };
  await tx
    .insertInto('profile_pages')
    .values({ user_id: id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
}
