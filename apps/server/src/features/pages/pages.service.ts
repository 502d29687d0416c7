/** Information pages: the program's own texts until an admin edits them. */
import type { Page, PageSlug, UserId } from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { originalTexts } from './original-texts.ts';
import { pagesErrors } from './pages.errors.ts';
import * as repo from './pages.repo.ts';

export interface Pages {
  find(slug: PageSlug): Promise<Page>;
  /** @throws AppError `page_changed` where it is not at `version` any more */
  put(slug: PageSlug, edit: { body: string; version: number; by: UserId }): Promise<Page>;
  /** Back to the program's own text. Idempotent. */
  restore(slug: PageSlug): Promise<Page>;
}

export function createPages(db: Database, about: { instanceName: string; publicUrl: string }): Pages {
  const originals = originalTexts(about);
  const original = (slug: PageSlug): Page => ({ slug, body: originals[slug], version: 0, updatedAt: null });

  return {
    async find(slug) {
      const edited = await db.read((reader) => repo.findPage(reader, slug));
      return edited ? toPage(slug, edited) : original(slug);
    },
    async put(slug, edit) {
      const edited = await db.transact((tx) => repo.putPage(tx, slug, edit));
      if (!edited) throw pagesErrors.page_changed();
      return toPage(slug, edited);
    },
    async restore(slug) {
      await db.transact((tx) => repo.deletePage(tx, slug));
      return original(slug);
    },
  };
}

function toPage(slug: PageSlug, { body, version, updatedAt }: repo.EditedPage): Page {
  return { slug, body, version, updatedAt: updatedAt.toISOString() };
}
