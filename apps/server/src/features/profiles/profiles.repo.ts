/** Profile pages; names, bios and avatars are in identity's tables. */
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface ProfilePage {
  readonly links: readonly string[];
  readonly bannerUrl: string | null;
}

const EMPTY: ProfilePage = { links: [], bannerUrl: null };

export async function findPage(db: Reader, id: UserId): Promise<ProfilePage> {
  const row = await db
    .selectFrom('profile_pages')
    .select(['links', 'banner_url as bannerUrl'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row ?? EMPTY;
}

/** Changes the given fields only. */
export async function putPage(tx: Writer, id: UserId, changes: Partial<ProfilePage>): Promise<void> {
  const { links, bannerUrl } = { ...(await findPage(tx, id)), ...changes };
  const values = { links: JSON.stringify(links), banner_url: bannerUrl };
  await tx
    .insertInto('profile_pages')
    .values({ user_id: id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
}
