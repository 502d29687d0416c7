/** Which requests the service worker handles, and how. */

/**
 * page: from the network, else the offline page. asset: has a content hash, so the cache is always right.
 * file: from the network, else the cache. network: not handled, which is everything live or personal.
 */
export type Strategy = 'page' | 'asset' | 'file' | 'network';

/** Paths that are never pages. */
const NOT_PAGES = /^\/(?:api|live|recordings|healthz|thumbnails|pictures|oembed)(?:\/|$)/;

export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** @param files the paths of the offline page's files */
export function strategyFor(
  { method, mode, url }: Asked,
  origin: string,
  files: ReadonlySet<string>,
): Strategy {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin) return 'network';
  if (mode === 'navigate') return NOT_PAGES.test(pathname) || /\.\w+$/.test(pathname) ? 'network' : 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  return files.has(pathname) ? 'file' : 'network';
}
