import { DISCOVER_SORTS, type DiscoverSort, SEARCH_MAX } from '@tributary/contracts/discovery';
import type { BillingCycle } from '@tributary/contracts/payments';
import { CATEGORY_MENU, categorySlug, isLocalPath } from '@tributary/contracts/shared';

export interface DiscoverSearch {
  category?: string;
  q?: string;
  sort?: DiscoverSort;
  language?: string | undefined;
  tag?: string | undefined;
  access?: string | undefined;
  length?: string | undefined;
}

/** Filters, whose values the page reads itself, since it loads later than this. */
const FILTERS = ['language', 'tag', 'access', 'length'] as const;

/** Reads the query of /discover; unknown categories and orders are dropped. */
export function discoverSearch({ category, q, sort, ...rest }: Record<string, unknown>): DiscoverSearch {
  // Accept a name as well as a slug: `?category=Gaming`.
  const asked = typeof category === 'string' ? categorySlug(category) : '';
  const known = CATEGORY_MENU.map(categorySlug).find((slug) => slug === asked);
  const order = DISCOVER_SORTS.find((name) => name === sort);
  // The router parses `?q=1984` as a number.
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, SEARCH_MAX) : '';
  const filters: DiscoverSearch = {};
  for (const name of FILTERS) {
    const value = rest[name];
    // The router parses `?tag=2026` as a number.
    if (typeof value === 'string' || typeof value === 'number') filters[name] = `${value}`;
  }
  return {
    ...(known && { category: known }),
    ...(words && { q: words }),
    ...(order && { sort: order }),
    ...filters,
  };
}

/** Reads `?from=`, the path to open after signing in or paying. Accepts paths on this origin only. */
export function returnPath(search: Record<string, unknown>): { from?: string } {
  const { from } = search;
  return typeof from === 'string' && isLocalPath(from) ? { from } : {};
}

const STEPS = ['code', 'confirmed', 'recovery', 'second-factor'] as const;
export type LoginStep = (typeof STEPS)[number];

export interface LoginSearch {
  /** The path to open afterwards. */
  from?: string;
  /** Which form to show; email and password by default. */
  step?: LoginStep;
  /** The error code of a failed link or sign-in provider. */
  error?: string;
}

/** The tabs below the player on a stream's page, the first one by default. */
export const CHANNEL_TABS = ['about', 'schedule', 'events', 'tiers', 'videos', 'clips'] as const;
export type ChannelTab = (typeof CHANNEL_TABS)[number];

/** The tabs of a channel’s page, the first one by default. */
export const PROFILE_TABS = ['home', 'videos', 'clips', 'schedule', 'about'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Reads the query of a channel’s page. */
export function profileSearch({ tab }: Record<string, unknown>): { tab?: ProfileTab } {
  const known = PROFILE_TABS.find((name) => name === tab);
  return known ? { tab: known } : {};
}

export interface StreamSearch {
  /** The position in a link to a recording. The router parses `?t=90` as a number. */
  t?: string | number;
  /** Absent for the first tab. */
  tab?: ChannelTab | undefined;
  /** The id of the comment that a link leads to. */
  comment?: string | undefined;
}

/** Reads the query of a stream's page. */
export function streamSearch({ t, tab, comment }: Record<string, unknown>): StreamSearch {
  const known = CHANNEL_TABS.find((name) => name === tab);
  return {
    ...((typeof t === 'string' || typeof t === 'number') && { t }),
    ...(known && { tab: known }),
    ...(typeof comment === 'string' && { comment }),
  };
}

/** Reads `?token=`, which a mail's link carries; empty where the link was cut off. */
export function tokenSearch({ token }: Record<string, unknown>): { token: string } {
  return { token: typeof token === 'string' ? token : '' };
}

/** Reads `?onboarding=failed`, with which a creator returns from a provider that connected no account. */
export const payoutsSearch = ({ onboarding }: Record<string, unknown>): { onboarding?: 'failed' } =>
  onboarding === 'failed' ? { onboarding } : {};

/** Reads the query of /login, which links in emails and sign-in providers also lead to. */
export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const step = STEPS.find((known) => known === search.step);
  const { error } = search;
  return {
    ...returnPath(search),
    ...(step && { step }),
    ...(typeof error === 'string' && error !== '' && { error: error.slice(0, 100) }),
  };
}

export interface ReturnSearch {
  checkout?: string;
  /** The page that the payer came from. */
  from?: string;
  /** The person left the payment page without paying. */
  canceled?: true;
}

/** Reads what links to checkouts and payment pages add to the address of a checkout. */
export function returnSearch({ checkout, canceled, ...search }: Record<string, unknown>): ReturnSearch {
  return {
    ...returnPath(search),
    ...(typeof checkout === 'string' && { checkout }),
    ...(canceled !== undefined && { canceled: true }),
  };
}

export interface CheckoutSearch extends ReturnSearch {
  /** The username of the creator who gets a donation. */
  creator?: string;
  /** The event whose ticket is bought. */
  event?: string;
  /** The tier that is subscribed to. */
  tier?: string;
  cycle?: BillingCycle;
  /** The tier is for somebody else. */
  gift?: true;
}

/** Reads the query of /billing/checkout. */
export function checkoutSearch({
  creator,
  event,
  tier,
  cycle,
  gift,
  ...search
}: Record<string, unknown>): CheckoutSearch {
  return {
    ...returnSearch(search),
    // The router parses `?creator=1984` as a number.
    ...((typeof creator === 'string' || typeof creator === 'number') && { creator: String(creator) }),
    ...(typeof event === 'string' && { event }),
    ...(typeof tier === 'string' && { tier }),
    ...(gift !== undefined && { gift: true }),
    ...((cycle === 'monthly' || cycle === 'yearly') && { cycle }),
  };
}
