import type { Live } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type FindPage, MISSING_PAGE } from '#platform/http/index.ts';
import { createFinder, type Finder, streamAddress } from './page-finder.ts';
import { homePage, type PageParts, pageOf, plainPage, streamScreen } from './page-metadata.ts';
import { createSitemap, type Sitemap } from './sitemap.ts';

export interface SyndicationOptions extends PageParts {
  readonly db: Database;
  readonly live: Pick<Live, 'featured' | 'streamAt'>;
}

export interface Syndication {
  readonly db: Database;
  readonly parts: PageParts;
  readonly finder: Finder;
  readonly sitemap: Sitemap;
  readonly findPage: FindPage;
}

export function createSyndicationService({
  db,
  live,
  instanceName,
  publicUrl,
}: SyndicationOptions): Syndication {
  const parts = { instanceName, publicUrl };
  const finder = createFinder(db);

  /** Null also where the stream is missing, which the finder reports. */
  async function screenOf(path: string) {
    const address = streamAddress(path);
    const detail = address && (await live.streamAt(address).catch(() => null));
    return address && detail && streamScreen(address, detail);
  }

  return {
    db,
    parts,
    finder,
    sitemap: createSitemap(db, publicUrl),
    async findPage(path, search) {
      if (path === '/') return homePage(await live.featured());
      const plain = plainPage(path, search, parts);
      if (plain) return plain;
      const [found, screen] = await Promise.all([finder.find(path), screenOf(path)]);
      if (found === undefined) return null;
      return found === null ? MISSING_PAGE : { ...pageOf(found, parts), ...screen };
    },
  };
}
