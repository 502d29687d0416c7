import {
  CATEGORY_MENU,
  categorySlug,
  DISCOVER_SORTS,
  type DiscoverSort,
  SEARCH_MAX,
} from '@tributary/contracts';

export interface DiscoverSearch {
  category?: string;
  q?: string;
  sort?: DiscoverSort;
}

/** Reads the address of /discover: what is no category is all of them, what is no order is the usual one. */
export function discoverSearch({ category, q, sort }: Record<string, unknown>): DiscoverSearch {
  // A name is as good as its slug: `?category=Gaming`.
  const asked = typeof category === 'string' ? categorySlug(category) : '';
  const known = CATEGORY_MENU.map(categorySlug).find((slug) => slug === asked);
  const order = DISCOVER_SORTS.find((name) => name === sort);
  // A search for 1984 is read as a number.
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, SEARCH_MAX) : '';
  return { ...(known && { category: known }), ...(words && { q: words }), ...(order && { sort: order }) };
}

/** How an embedded player begins; what the query does not say is the player's own way. */
export interface EmbedSearch {
  muted?: boolean;
  autoplay?: boolean;
}

/** Reads `?muted=1` and `?autoplay=0`. */
export function embedSearch({ muted, autoplay }: Record<string, unknown>): EmbedSearch {
  return {
    ...((muted === 1 || muted === true) && { muted: true }),
    ...((autoplay === 0 || autoplay === false) && { autoplay: false }),
  };
}

/** Any origin does: what matters is whether a path leads away from it. */
const HERE = 'https://here.invalid';

/**
 * Reads `?from=`: where to go after signing in. Only a path of ours counts, never an address that
 * somebody's link brought along: `//elsewhere.example`, or the same with a backslash or a tab in it,
 * which browsers read alike.
 */
export function returnPath(search: Record<string, unknown>): { from?: string } {
  const { from } = search;
  return typeof from === 'string' && staysHere(from) ? { from } : {};
}

function staysHere(path: string): boolean {
  return path.startsWith('/') && URL.canParse(path, HERE) && new URL(path, HERE).origin === HERE;
}

const STEPS = ['code', 'recovery', 'second-factor'] as const;
export type LoginStep = (typeof STEPS)[number];

export interface LoginSearch {
  /** Where to go afterwards. */
  from?: string;
  /** Which form; with none, email and password. */
  step?: LoginStep;
  /** Why a link or another provider signed nobody in, as a code. */
  error?: string;
}

/** Reads `?token=`, which a mail's link carries; empty where the link was cut off. */
export function tokenSearch({ token }: Record<string, unknown>): { token: string } {
  return { token: typeof token === 'string' ? token : '' };
}

/** Reads the query of /login, to which mails and other providers lead too. */
export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const step = STEPS.find((known) => known === search.step);
  const { error } = search;
  return {
    ...returnPath(search),
    ...(step && { step }),
    ...(typeof error === 'string' && error !== '' && { error: error.slice(0, 100) }),
  };
}
