/** Which requests the service worker has a hand in, and how. */

/**
 * page: from the network; without one the offline page. asset: named by its content, so whatever is
 * kept is right. file: from the network, what is kept without one. network: none of our business,
 * which is everything that is live, or somebody's own.
 */
export type Strategy = 'page' | 'asset' | 'file' | 'network';

/** Beneath these nothing is a page. */
const NOT_PAGES = /^\/(?:api|live|healthz|thumbnails|pictures|oembed)(?:\/|$)/;

export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** @param files paths that the offline page is made of */
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
