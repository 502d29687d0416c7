import { LIVE_SLUG } from '@tributary/contracts/shared';

const MAX = 60;

/**
 * A title as part of a URL: Latin letters and digits, words joined by hyphens. A title in another script
 * becomes `stream`. The caller makes it unique per streamer with `numbered`.
 */
export function slugOf(title: string): string {
  const whole = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const words = whole.length <= MAX ? whole : atWordsEnd(whole.slice(0, MAX + 1));
  // `live` always leads to the current live stream, so no stream can have it as its slug.
  return words === '' || words === LIVE_SLUG ? 'stream' : words;
}

/** Drops the last word, which may be incomplete, unless it is the only one. */
function atWordsEnd(cut: string): string {
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > 0 ? end : MAX);
}

/** The n-th candidate for a slug: the slug, then slug-2, slug-3, ... */
export function numbered(slug: string, n: number): string {
  return n <= 1 ? slug : `${slug}-${n}`;
}
