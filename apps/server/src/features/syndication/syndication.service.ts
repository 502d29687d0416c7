import type { Language } from '@tributary/messages/languages';
import type { Live } from '#features/live/index.ts';
import { readsPrimary } from '#platform/db/replica/own-writes.ts';
import { type FindPage, MISSING_PAGE, type Page, type PageAddress } from '#platform/http/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import {
  createFinder,
  type Finder,
  type FinderOptions,
  type StreamAddress,
  streamAddress,
} from './page-finder.ts';
import { homePage, type PageParts, pageOf, plainPage, streamScreen } from './page-metadata.ts';
import { createSitemap, type Sitemap } from './sitemap.ts';

/** A rendered page is shared by requests for this long, so that they do not each reach the database. */
const CACHED_MS = 500;
const CACHED_PAGES = 500;

export interface SyndicationOptions extends FinderOptions {
  readonly instanceName: () => string;
  readonly publicUrl: string;
  readonly live: Pick<Live, 'streams'>;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export interface Syndication {
  readonly replica: FinderOptions['replica'];
  partsIn(language: Language): PageParts;
  readonly publicUrl: string;
  readonly finder: Finder;
  readonly sitemap: Sitemap;
  readonly findPage: FindPage;
}

export function createSyndicationService({
  db,
  replica,
  live,
  payments,
  donations,
  instanceName,
  publicUrl,
  now = () => performance.now(),
}: SyndicationOptions): Syndication {
  const partsIn = (language: Language): PageParts => ({
    instanceName: instanceName(),
    publicUrl,
    language,
  });
  const finder = createFinder({ db, replica, payments, donations });
  const pages = new ShortCache<Page | null>({ ttlMs: CACHED_MS, maxEntries: CACHED_PAGES, now });

  const detailOf = (address: StreamAddress) =>
    'id' in address ? live.streams.byId(address.id) : live.streams.bySlug(address.username, address.slug);

  /** Null also if the stream is missing, which the finder reports. */
  async function screenOf(page: PageAddress) {
    const address = streamAddress(page);
    const detail = address && (await detailOf(address).catch(() => null));
    const name = page.page.startsWith('/embed/') ? 'embed' : 'stream';
    return address && detail && streamScreen(address, detail, name);
  }

  async function read(address: PageAddress, language: Language): Promise<Page | null> {
    if (address.page === '/') return homePage(await live.streams.featured(), language);
    const [found, screen] = await Promise.all([finder.find(address), screenOf(address)]);
    if (found === undefined) return null;
    return found === null ? MISSING_PAGE : { ...pageOf(found, partsIn(language)), ...screen };
  }

  return {
    replica,
    partsIn,
    publicUrl,
    finder,
    sitemap: createSitemap(replica, publicUrl),
    async findPage(address, search, language) {
      const plain = plainPage(address.page, search, partsIn(language));
      if (plain !== null) return plain;
      // People who reload what they have just written do not get a page that was read for others before.
      if (readsPrimary()) return read(address, language);
      return pages.get(JSON.stringify([language, address]), () => read(address, language));
    },
  };
}
