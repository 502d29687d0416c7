import type { Live } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type FindPage, MISSING_PAGE, type Page } from '#platform/http/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import { createFinder, type Finder, streamAddress } from './page-finder.ts';
import { homePage, type PageParts, pageOf, plainPage, streamScreen } from './page-metadata.ts';
import { createSitemap, type Sitemap } from './sitemap.ts';

/** A page is shared this long, so that requests for it do not each reach the database. */
const CACHED_MS = 500;
const CACHED_PAGES = 500;

export interface SyndicationOptions extends PageParts {
  readonly db: Database;
  readonly live: Pick<Live, 'featured' | 'streamAt'>;
  /** Milliseconds of a clock that does not jump. */
  readonly now?: () => number;
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
  now = () => performance.now(),
}: SyndicationOptions): Syndication {
  const parts = { instanceName, publicUrl };
  const finder = createFinder(db);
  const pages = new ShortCache<Page | null>({ ttlMs: CACHED_MS, maxEntries: CACHED_PAGES, now });

  /** Null also where the stream is missing, which the finder reports. */
  async function screenOf(path: string) {
    const address = streamAddress(path);
    const detail = address && (await live.streamAt(address).catch(() => null));
    return (
      address && detail && streamScreen(address, detail, path.startsWith('/embed/') ? 'embed' : 'stream')
    );
  }

  async function read(path: string): Promise<Page | null> {
    if (path === '/') return homePage(await live.featured());
    const [found, screen] = await Promise.all([finder.find(path), screenOf(path)]);
    if (found === undefined) return null;
    return found === null ? MISSING_PAGE : { ...pageOf(found, parts), ...screen };
  }

  return {
    db,
    parts,
    finder,
    sitemap: createSitemap(db, publicUrl),
    findPage: async (path, search) => plainPage(path, search, parts) ?? pages.get(path, () => read(path)),
  };
}
