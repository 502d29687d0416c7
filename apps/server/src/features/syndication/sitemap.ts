/** Sitemaps (sitemaps.org 0.9), in chunks of one query each. */
import { recordingPath } from '#features/live/index.ts';
import type { ReadDatabase } from '#platform/db/replica/replica.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { personPath, streamEmbedPath, streamPath } from './paths.ts';
import * as repo from './syndication.repo.ts';
import { element, textElement } from './xml.ts';

export const CHUNK = 10_000;

/** The limit of the protocol for an index. */
const CHUNKS_MAX = 50_000;
/** The index is cached, since building it reads all keys. */
const INDEX_CACHED_MS = HOUR_MS;

const PAGES = [
  '/',
  '/discover',
  '/start-streaming',
  '/about',
  '/faq',
  '/donations',
  '/contact',
  '/privacy',
  '/rules',
  '/moderation-log',
  '/terms',
];

export const LISTS = ['streamers', 'streams'] as const;
export type List = (typeof LISTS)[number];

export interface Sitemap {
  index(): Promise<string>;
  pages(): string;
  /** @param after the last id of the previous chunk; null for the first one */
  chunk(list: List, after: string | null): Promise<string>;
}

export function createSitemap(db: ReadDatabase, publicUrl: string, size = CHUNK, now = Date.now): Sitemap {
  let index: { readonly xml: Promise<string>; readonly until: number } | undefined;

  /** The last ids of all full chunks, which are the cursors of the next ones. */
  async function ends(list: List): Promise<string[]> {
    const table = list === 'streams' ? 'streams' : 'streamer_data';
    const found: string[] = [];
    while (found.length < CHUNKS_MAX) {
      const after = found.at(-1) ?? null;
      const end = await db.read((reader) => repo.endOfChunk(reader, table, { after, limit: size }));
      if (end === undefined) break;
      found.push(end);
    }
    return found;
  }

  async function writeIndex(): Promise<string> {
    const chunks = [`${publicUrl}/sitemap/pages.xml`];
    for (const list of LISTS) {
      chunks.push(`${publicUrl}/sitemap/${list}.xml`);
      for (const end of await ends(list)) chunks.push(`${publicUrl}/sitemap/${list}.xml?after=${end}`);
    }
    return document(
      'sitemapindex',
      chunks.map((loc) => element('sitemap', { loc })),
    );
  }

  /** The element of Google's extension for videos. */
  const videoElement = ({ id, title, ...video }: repo.SitemapVideo) =>
    element('video:video', {
      'video:thumbnail_loc': publicUrl + video.thumbnailUrl,
      'video:title': title,
      'video:description': descriptionOf(video),
      'video:content_loc': `${publicUrl}${recordingPath(id)}/index.m3u8`,
      'video:player_loc': publicUrl + streamEmbedPath(id),
      // The extension allows at most eight hours.
      'video:duration': String(Math.min(28_800, Math.max(1, Math.round(video.durationMs / 1000)))),
      'video:publication_date': video.publishedAt.toISOString(),
    });

  return {
    index() {
      if (!index || index.until < now()) {
        index = { xml: writeIndex(), until: now() + INDEX_CACHED_MS };
        // Do not cache a failure.
        index.xml.catch(() => {
          index = undefined;
        });
      }
      return index.xml;
    },
    pages: () =>
      document(
        'urlset',
        PAGES.map((path) => element('url', { loc: publicUrl + path })),
      ),
    async chunk(list, after) {
      const find = list === 'streams' ? repo.listStreams : repo.listStreamers;
      const listed = await db.read((reader) => find(reader, { after, limit: size }));
      return document(
        'urlset',
        listed.map(({ username, slug, changedAt, video }) => {
          const loc = publicUrl + (slug === null ? personPath(username) : streamPath({ username, slug }));
          return `<url>${textElement('loc', loc)}${textElement('lastmod', changedAt.toISOString())}${
            video === null ? '' : videoElement(video)
          }</url>`;
        }),
      );
    },
  };
}

/** The description, at most 2048 characters long. */
function descriptionOf({
  description,
  source,
  displayName,
  category,
}: Omit<repo.SitemapVideo, 'id' | 'title'>): string {
  if (description !== '') return description.slice(0, 2048);
  return source === 'live' ? `${displayName} streamed ${category}.` : `${category} by ${displayName}.`;
}

const document = (name: 'urlset' | 'sitemapindex', elements: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n${elements.join('\n')}\n</${name}>\n`;

/** Pages that need a sign-in, and paths that are not pages. */
const PRIVATE = [
  '/api/',
  '/live/',
  '/dashboard',
  '/profile',
  '/billing',
  '/subscription',
  '/checkout/',
  '/login',
  '/register',
  '/reset-password',
  '/unauthorized',
  '/embed/',
];

export const robotsTxt = (publicUrl: string): string =>
  `User-agent: *\n${PRIVATE.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`;
