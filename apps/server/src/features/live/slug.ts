import { LIVE_SLUG } from '@tributary/contracts';

const MAX = 60;

/**
 * What a title is called in a URL: Latin letters and digits, words joined by hyphens. A title in
 * another script is named `stream`; uniqueness per streamer is the caller's (`numbered`).
 */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX)
    .replace(/^-+|-+$/g, '');
  // `live` always leads to the running broadcast, so no broadcast can be called that.
  return words === '' || words === LIVE_SLUG ? 'stream' : words;
}

/** The n-th candidate for a slug: the slug, then slug-2, slug-3, ... */
export function numbered(slug: string, n: number): string {
  return n <= 1 ? slug : `${slug}-${n}`;
}
