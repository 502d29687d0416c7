import { LIVE_SLUG } from '@tributary/contracts';

const MAX = 60;

/**
 * What a title is called in a URL: Latin letters and digits, words joined by hyphens. A title in
 * another script is named `stream`; uniqueness per streamer is the caller's (`numbered`).
 */
export function slugOf(title: string): string {
  const whole = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const words = whole.length <= MAX ? whole : atWordsEnd(whole.slice(0, MAX + 1));
  // `live` always leads to the running stream, so no stream can be called that.
  return words === '' || words === LIVE_SLUG ? 'stream' : words;
}

/** Without the word that the cut went through; a single word longer than that is cut all the same. */
function atWordsEnd(cut: string): string {
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > 0 ? end : MAX);
}

/** The n-th candidate for a slug: the slug, then slug-2, slug-3, ... */
export function numbered(slug: string, n: number): string {
  return n <= 1 ? slug : `${slug}-${n}`;
}
