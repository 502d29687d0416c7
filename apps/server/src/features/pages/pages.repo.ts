import type { PageSlug } from '@tributary/contracts/pages';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface EditedPage {
  readonly body: string;
  readonly version: number;
  readonly updatedAt: Date;
}

const COLUMNS = ['body', 'version', 'updated_at as updatedAt'] as const;

export const findPage = (db: Reader, slug: PageSlug): Promise<EditedPage | undefined> =>
  db.selectFrom('pages').select(COLUMNS).where('slug', '=', slug).executeTakeFirst();

/**
 * @param version 0: the page has no row yet
 * @returns undefined if the page is no longer at `version`
 */
export async function putPage(
  tx: Writer,
  slug: PageSlug,
  { body, version, by }: { body: string; version: number; by: UserId },
): Promise<EditedPage | undefined> {
  const next = { body, version: version + 1, updated_by: by };
  if (version === 0) {
    return tx
      .insertInto('pages')
      .values({ slug, ...next })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
  }
  return tx
    .updateTable('pages')
    .set({ ...next, updated_at: sql`now()` })
    .where('slug', '=', slug)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** @returns the deleted version, or undefined if there was none */
export async function deletePage(tx: Writer, slug: PageSlug): Promise<number | undefined> {
  const deleted = await tx
    .deleteFrom('pages')
    .where('slug', '=', slug)
    .returning('version')
    .executeTakeFirst();
  return deleted?.version;
}
